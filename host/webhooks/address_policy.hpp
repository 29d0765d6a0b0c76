#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>

namespace svc::host::webhooks {

/// The parts of an address.
struct HookUrl {
    std::string host; ///< lower case, an IPv6 address without its brackets
    std::uint16_t port = 443;
    std::string target;    ///< path and query, beginning with '/'
    std::string authority; ///< value of the Host header
    bool literal = false;  ///< the host is an IP address
    bool plain = false;    ///< http
    bool trusted = false;  ///< named in svc.yaml: may be private

    std::string hostAndPort() const; ///< as in webhooks.allow
};

/// Strict: https only (with `mayBePlain` http too), no user information, no blank, backslash or control
/// characters, an ASCII host, a port from 1 to 65535, at most 2,048 characters. Numbers that only old
/// software takes for IPv4 addresses are refused.
std::optional<HookUrl> parseHookUrl(std::string_view text, bool mayBePlain = false);

/// Is it a public Internet address? Not in the IANA special-purpose registries, and not a form that embeds an
/// IPv4 address.
bool isPublic(const in_addr& address);
bool isPublic(const in6_addr& address);

/// Decides where webhooks and calls of plugins may go. Configuration alone can make exceptions.
class AddressPolicy {
public:
    /// `allow`: host:port of the configuration.
    explicit AddressPolicy(std::vector<std::string> allow) : allow_(std::move(allow)) {}

    /// Checks what is known without DNS: false for private IP literals and local names.
    bool permits(const HookUrl& url) const;
    /// May this resolved address be connected to?
    bool permits(const HookUrl& url, const sockaddr* address) const;
    /// Does the configuration name it with its port?
    bool lists(const HookUrl& url) const { return listed(url.hostAndPort()); }

private:
    bool listed(const std::string& hostAndPort) const;

    std::vector<std::string> allow_;
};

} // namespace svc::host::webhooks
