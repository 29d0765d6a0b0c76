#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace svc::host::auth {

/// An address or a CIDR block of IPv4 or IPv6. IPv4 is held as IPv4-mapped IPv6, so both notations of one
/// address are equal.
class Network {
public:
    /// `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`; nothing for any other text. Bits beyond the prefix
    /// are ignored.
    static std::optional<Network> parse(std::string_view text);

    bool contains(const Network& address) const;
    /// A single address.
    bool isAddress() const { return bits_ == 128; }

private:
    std::array<std::uint8_t, 16> bytes_{};
    unsigned bits_ = 128;
};

} // namespace svc::host::auth
