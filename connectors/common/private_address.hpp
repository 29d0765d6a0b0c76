/// Servers that companies name themselves, of which one may be in the network of the installation.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// The parts of an address; the port is the usual one of the scheme unless it is given.
struct ServerAddress {
    std::string place; ///< `http://10.0.0.7:80`
    std::string path;  ///< `/shop`, without a trailing slash; empty: the whole server

    static ServerAddress of(std::string_view address) {
        const std::size_t host = address.find("://") == std::string_view::npos ? 0 : address.find("://") + 3;
        const std::size_t begin = std::min(address.find('/', host), address.size());
        ServerAddress parts{lowerAscii(address.substr(0, begin)), std::string(address.substr(begin))};
        const std::size_t bracket = parts.place.rfind(']');
        const bool hasPort =
            parts.place.find(':', bracket == std::string::npos ? host : bracket) != std::string::npos;
        if (!hasPort) {
            parts.place += parts.place.starts_with("https://") ? ":443" : ":80";
        }
        while (parts.path.ends_with('/')) {
            parts.path.pop_back();
        }
        return parts;
    }
    /// Is it at or beneath the path? A path that leads upwards is not: a server may follow it.
    bool isWithin(std::string_view folder) const {
        for (const std::string_view part : split(path, '/')) {
            const std::string plain = lowerAscii(part);
            if (plain == ".." || plain == ".%2e" || plain == "%2e." || plain == "%2e%2e" ||
                plain.find('\\') != std::string::npos) {
                return false;
            }
        }
        return path == folder || path.starts_with(std::string(folder) + '/');
    }
};

/// The setting `privateUrl` opens one address in the network of the installation, and not what else its
/// server has. Refuses another address of that server like the host refuses other servers.
inline void requireNamedAddress(std::string_view address) {
    const ServerAddress allowed = ServerAddress::of(Call::settings().textOr("privateUrl"));
    const ServerAddress given = ServerAddress::of(address);
    if (given.place == allowed.place && !given.isWithin(allowed.path)) {
        throw ApiError(400, "integration-unreachable", {"permission-refused"});
    }
}

} // namespace svc::connector
