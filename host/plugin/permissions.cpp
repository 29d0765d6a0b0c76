#include "host/plugin/permissions.hpp"

#include <algorithm>
#include <regex>

#include <svc/text.hpp>

namespace svc::host::plugin {
namespace {

constexpr std::string_view Plain = "http://";
constexpr std::string_view Encrypted = "https://";

} // namespace

bool isPlacePattern(const std::string& host) {
    // A wildcard stands for one label and needs at least two labels after it.
    static const std::regex Pattern(R"((\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?)");
    const bool enough = !host.starts_with("*.") || std::count(host.begin(), host.end(), '.') >= 2;
    return host == "*" || (host.size() <= 253 && enough && std::regex_match(host, Pattern));
}

std::optional<HttpPlace> placeOfAddress(std::string_view address) {
    HttpPlace place;
    place.configured = true;
    place.plain = address.starts_with(Plain);
    if (!place.plain && !address.starts_with(Encrypted)) {
        return std::nullopt;
    }
    address.remove_prefix((place.plain ? Plain : Encrypted).size());
    address = address.substr(0, address.find_first_of("/?#"));
    std::uint16_t port = place.plain ? 80 : 443;
    const std::size_t bracket = address.rfind(']');
    const std::size_t colon = address.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos) {
        const auto number = parseInt64(address.substr(colon + 1));
        if (!number || *number < 1 || *number > 65535) {
            return std::nullopt;
        }
        port = static_cast<std::uint16_t>(*number);
        address = address.substr(0, colon);
    }
    if (address.size() > 2 && address.front() == '[' && address.back() == ']') {
        address = address.substr(1, address.size() - 2);
    }
    place.host = lowerAscii(address);
    place.ports = {port};
    return place.host.empty() ? std::nullopt : std::optional(std::move(place));
}

std::vector<HttpPlace> placesOf(const HttpPermissions& declared, const Json& settings) {
    std::vector<HttpPlace> places = declared.places;
    for (const std::string& setting : declared.settings) {
        const Json* value = settings.find(setting);
        if (value == nullptr || !value->isString()) {
            continue;
        }
        auto place = placeOfAddress(value->text());
        if (!place) {
            throw std::runtime_error("the setting " + setting + " is no address (https://host)");
        }
        places.push_back(std::move(*place));
    }
    return places;
}

} // namespace svc::host::plugin
