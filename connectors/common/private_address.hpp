/// Servers that companies name themselves, of which one may be in the network of the installation.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <svc/connector.hpp>

namespace svc::connector {

/// The parts of an address; the port is the usual one of the scheme unless it is given.
struct ServerAddress {
    /// What a server may decode before it follows a path upwards.
    static constexpr std::array<std::pair<std::string_view, char>, 3> Encoded = {
        {{"%2e", '.'}, {"%2f", '/'}, {"%5c", '\\'}}};

    std::string place; ///< `http://10.0.0.7:80`
    std::string path;  ///< `/shop`, without a trailing slash; empty: the whole server

    static ServerAddress of(std::string_view address) {
        const std::size_t host = address.find("://") == std::string_view::npos ? 0 : address.find("://") + 3;
        const std::size_t begin = std::min(address.find_first_of("/?#", host), address.size());
        ServerAddress parts{lowerAscii(address.substr(0, begin)), std::string(address.substr(begin))};
        const std::size_t bracket = parts.place.rfind(']');
        const std::size_t colon = parts.place.find(':', bracket == std::string::npos ? host : bracket);
        std::int64_t port = parts.place.starts_with("https://") ? 443 : 80;
        if (colon != std::string::npos) {
            port = parseInt64(std::string_view(parts.place).substr(colon + 1)).value_or(0);
            parts.place.erase(colon);
        }
        parts.place += ':' + std::to_string(port);
        while (parts.path.ends_with('/')) {
            parts.path.pop_back();
        }
        return parts;
    }
    /// Is it at or beneath the path? A path that leads upwards is not: a server may follow it. Neither is one
    /// that ends in a query, to which further paths would be added.
    bool isWithin(std::string_view folder) const {
        std::string plain = lowerAscii(path);
        for (const auto& [encoded, character] : Encoded) {
            for (std::size_t at = plain.find(encoded); at != std::string::npos; at = plain.find(encoded)) {
                plain.replace(at, encoded.size(), 1, character);
            }
        }
        const auto parts = split(plain, '/');
        if (plain.find_first_of("?#\\") != std::string::npos ||
            std::find(parts.begin(), parts.end(), "..") != parts.end()) {
            return false;
        }
        return path == folder || path.starts_with(std::string(folder) + '/');
    }
};

/// May companies name this address? The setting `privateUrl` opens one address in the network of the
/// installation, and not what else its server has. Other servers are judged by the host.
inline bool isOpen(std::string_view address) {
    const ServerAddress allowed = ServerAddress::of(Call::settings().textOr("privateUrl"));
    const ServerAddress given = ServerAddress::of(address);
    return given.place != allowed.place || given.isWithin(allowed.path);
}

/// A request to a server that a company has named, now or earlier: the setting may have changed since.
/// Refuses an address that is not open like the host refuses other servers.
inline HttpCall requestNamed(Call& call, std::string_view method, const std::string& url) {
    if (!isOpen(url)) {
        throw ApiError(400, "integration-unreachable", {"permission-refused"});
    }
    return call.http().request(method, url);
}

} // namespace svc::connector
