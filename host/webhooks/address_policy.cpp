#include "host/webhooks/address_policy.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <arpa/inet.h>

#include <svc/text.hpp>

namespace svc::host::webhooks {
namespace {

constexpr std::size_t LongestUrl = 2048;
constexpr std::size_t LongestName = 253;
constexpr std::size_t LongestLabel = 63;

struct Network4 {
    std::uint32_t base;
    int bits;
};

constexpr std::array<Network4, 15> Special4 = {{{0x00000000, 8},   // this network
                                                {0x0A000000, 8},   // private
                                                {0x64400000, 10},  // carrier-grade NAT
                                                {0x7F000000, 8},   // loopback
                                                {0xA9FE0000, 16},  // link-local
                                                {0xAC100000, 12},  // private
                                                {0xC0000000, 24},  // protocol assignments
                                                {0xC0000200, 24},  // documentation
                                                {0xC0586300, 24},  // 6to4 relays
                                                {0xC0A80000, 16},  // private
                                                {0xC6120000, 15},  // benchmarking
                                                {0xC6336400, 24},  // documentation
                                                {0xCB007100, 24},  // documentation
                                                {0xE0000000, 4},   // multicast
                                                {0xF0000000, 4}}}; // reserved, broadcast

struct Network6 {
    std::array<unsigned char, 4> base;
    int bits;
};

// Special ranges inside 2000::/3; outside of it no address is public.
constexpr std::array<Network6, 4> Special6 = {{{{0x20, 0x01, 0x00, 0x00}, 23}, // Teredo, ORCHID, benchmarking
                                               {{0x20, 0x01, 0x0d, 0xb8}, 32}, // documentation
                                               {{0x20, 0x02, 0x00, 0x00}, 16}, // 6to4
                                               {{0x3f, 0xff, 0x00, 0x00}, 20}}}; // documentation

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || isDigit(c) || c == '-' || c == '_';
}

/// Is it a number in any base that inet_aton accepts? Resolvers treat names that end in a number as IPv4
/// addresses.
bool looksNumeric(std::string_view label) {
    if (label.starts_with("0x")) {
        return label.find_first_not_of("0123456789abcdef", 2) == std::string_view::npos;
    }
    return !label.empty() && std::all_of(label.begin(), label.end(), isDigit);
}

bool isName(std::string_view host) {
    if (host.empty() || host.size() > LongestName) {
        return false;
    }
    const std::vector<std::string_view> labels = split(host, '.');
    return std::all_of(labels.begin(), labels.end(),
                       [](std::string_view label) {
                           return !label.empty() && label.size() <= LongestLabel && label.front() != '-' &&
                                  label.back() != '-' &&
                                  std::all_of(label.begin(), label.end(), isNameCharacter);
                       }) &&
           !looksNumeric(labels.back());
}

bool isLocalName(std::string_view host) {
    if (host.find('.') == std::string_view::npos) {
        return true;
    }
    for (const std::string_view local : {".localhost", ".local", ".internal", ".localdomain"}) {
        if (host.ends_with(local)) {
            return true;
        }
    }
    return false;
}

bool readHost(HookUrl& url, std::string_view text) {
    url.host = lowerAscii(text);
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
        url.host = url.host.substr(1, url.host.size() - 2);
        in6_addr address{};
        url.literal = true;
        return ::inet_pton(AF_INET6, url.host.c_str(), &address) == 1;
    }
    in_addr address{};
    if (::inet_pton(AF_INET, url.host.c_str(), &address) == 1) {
        url.literal = true;
        return true;
    }
    return isName(url.host);
}

bool readPort(HookUrl& url, std::string_view text) {
    if (text.empty() || text.size() > 5 || !std::all_of(text.begin(), text.end(), isDigit)) {
        return false;
    }
    const auto port = parseInt64(text).value_or(0);
    url.port = static_cast<std::uint16_t>(port);
    return port >= 1 && port <= 65535;
}

std::string textOf(const sockaddr* address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address->sa_family == AF_INET) {
        const auto* in = reinterpret_cast<const sockaddr_in*>(address);
        ::inet_ntop(AF_INET, &in->sin_addr, text.data(), text.size());
        return text.data();
    }
    const auto* in = reinterpret_cast<const sockaddr_in6*>(address);
    ::inet_ntop(AF_INET6, &in->sin6_addr, text.data(), text.size());
    return '[' + std::string(text.data()) + ']';
}

} // namespace

std::string HookUrl::hostAndPort() const {
    const bool bracketed = host.find(':') != std::string::npos;
    return (bracketed ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

std::optional<HookUrl> parseHookUrl(std::string_view text, bool mayBePlain) {
    constexpr std::string_view Encrypted = "https://";
    constexpr std::string_view Plain = "http://";
    HookUrl url;
    url.plain = mayBePlain && lowerAscii(text.substr(0, Plain.size())) == Plain;
    url.port = url.plain ? 80 : 443;
    const std::string_view scheme = url.plain ? Plain : Encrypted;
    if (text.size() > LongestUrl || lowerAscii(text.substr(0, scheme.size())) != scheme ||
        std::any_of(text.begin(), text.end(), [](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return byte <= 0x20 || byte >= 0x7f || c == '\\' || c == '"' || c == '<' || c == '>';
        })) {
        return std::nullopt;
    }
    text.remove_prefix(scheme.size());
    const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
    std::string_view authority = text.substr(0, end);
    std::string_view rest = text.substr(end);
    rest = rest.substr(0, rest.find('#'));
    url.target = rest.starts_with('/') ? std::string(rest) : '/' + std::string(rest);
    if (authority.find('@') != std::string_view::npos || authority.find('%') != std::string_view::npos) {
        return std::nullopt;
    }
    url.authority = lowerAscii(authority);
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos) {
        if (!readPort(url, authority.substr(colon + 1))) {
            return std::nullopt;
        }
        authority = authority.substr(0, colon);
    }
    if (!readHost(url, authority)) {
        return std::nullopt;
    }
    return url;
}

bool isPublic(const in_addr& address) {
    const std::uint32_t number = ntohl(address.s_addr);
    return std::none_of(Special4.begin(), Special4.end(), [&](const Network4& network) {
        return (number ^ network.base) >> (32 - network.bits) == 0;
    });
}

bool isPublic(const in6_addr& address) {
    if (IN6_IS_ADDR_V4MAPPED(&address)) {
        in_addr inner{};
        std::memcpy(&inner, address.s6_addr + 12, sizeof inner);
        return isPublic(inner);
    }
    if ((address.s6_addr[0] & 0xe0) != 0x20) {
        return false;
    }
    return std::none_of(Special6.begin(), Special6.end(), [&](const Network6& network) {
        std::uint32_t difference = 0;
        for (std::size_t i = 0; i < network.base.size(); ++i) {
            difference = difference << 8 | static_cast<std::uint32_t>(address.s6_addr[i] ^ network.base[i]);
        }
        return difference >> (32 - network.bits) == 0;
    });
}

bool AddressPolicy::listed(const std::string& hostAndPort) const {
    return std::find(allow_.begin(), allow_.end(), hostAndPort) != allow_.end();
}

bool AddressPolicy::permits(const HookUrl& url) const {
    if (url.trusted || listed(url.hostAndPort())) {
        return true;
    }
    if (!url.literal) {
        return !isLocalName(url.host);
    }
    in_addr four{};
    if (::inet_pton(AF_INET, url.host.c_str(), &four) == 1) {
        return isPublic(four);
    }
    in6_addr six{};
    return ::inet_pton(AF_INET6, url.host.c_str(), &six) == 1 && isPublic(six);
}

bool AddressPolicy::permits(const HookUrl& url, const sockaddr* address) const {
    if (url.trusted || listed(url.hostAndPort()) ||
        listed(textOf(address) + ':' + std::to_string(url.port))) {
        return true;
    }
    if (address->sa_family == AF_INET) {
        return isPublic(reinterpret_cast<const sockaddr_in*>(address)->sin_addr);
    }
    const auto* six = reinterpret_cast<const sockaddr_in6*>(address);
    return address->sa_family == AF_INET6 && six->sin6_scope_id == 0 && isPublic(six->sin6_addr);
}

} // namespace svc::host::webhooks
