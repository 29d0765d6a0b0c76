#include "host/auth/network.hpp"

#include <svc/text.hpp>

#include <arpa/inet.h>

#include <algorithm>
#include <string>

namespace svc::host::auth {

std::optional<Network> Network::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::string address(text.substr(0, slash));
    Network network;
    unsigned most = 128;
    std::array<std::uint8_t, 4> v4{};
    if (inet_pton(AF_INET, address.c_str(), v4.data()) == 1) {
        network.bytes_[10] = network.bytes_[11] = 0xFF;
        std::copy(v4.begin(), v4.end(), network.bytes_.begin() + 12);
        most = 32;
    } else if (inet_pton(AF_INET6, address.c_str(), network.bytes_.data()) != 1) {
        return std::nullopt;
    }
    if (slash != std::string_view::npos) {
        const auto bits = parseUint64(text.substr(slash + 1));
        if (!bits || *bits > most) {
            return std::nullopt;
        }
        network.bits_ = static_cast<unsigned>(*bits) + (128 - most);
    }
    return network;
}

bool Network::contains(const Network& address) const {
    if (address.bits_ < bits_) {
        return false;
    }
    for (unsigned bit = 0; bit < bits_; bit += 8) {
        const unsigned left = std::min(8U, bits_ - bit);
        const auto mask = static_cast<std::uint8_t>(0xFFU << (8U - left));
        if (((bytes_[bit / 8] ^ address.bytes_[bit / 8]) & mask) != 0) {
            return false;
        }
    }
    return true;
}

} // namespace svc::host::auth
