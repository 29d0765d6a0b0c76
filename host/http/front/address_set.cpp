#include "host/http/front/address_set.hpp"

#include "host/http/front/headers.hpp"

#include <svc/text.hpp>

#include <Poco/Net/IPAddress.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace svc::host::http {

namespace {

using Bytes = std::array<unsigned char, 16>;

/// IPv4 as IPv4-mapped IPv6, so that both notations of one address are equal.
std::optional<Bytes> bytesOf(std::string_view text) {
    Poco::Net::IPAddress address;
    if (text.empty() || !Poco::Net::IPAddress::tryParse(std::string(text), address)) {
        return std::nullopt;
    }
    Bytes bytes{};
    if (address.family() == Poco::Net::IPAddress::IPv4) {
        bytes[10] = bytes[11] = 0xFF;
        std::memcpy(bytes.data() + 12, address.addr(), 4);
    } else {
        std::memcpy(bytes.data(), address.addr(), 16);
    }
    return bytes;
}

} // namespace

struct AddressSet::Block {
    Bytes bytes{};
    unsigned bits = 128;

    bool contains(const Bytes& address) const {
        const unsigned whole = bits / 8;
        if (std::memcmp(bytes.data(), address.data(), whole) != 0) {
            return false;
        }
        const unsigned rest = bits % 8;
        const auto mask = static_cast<unsigned char>(0xFF00U >> rest);
        return rest == 0 || (bytes[whole] & mask) == (address[whole] & mask);
    }
};

AddressSet::AddressSet(const std::vector<std::string>& entries) {
    for (const std::string& entry : entries) {
        const std::size_t slash = entry.find('/');
        const auto bytes = bytesOf(std::string_view(entry).substr(0, slash));
        const bool four = entry.find(':') == std::string::npos;
        const auto bits = slash == std::string::npos ? std::optional<std::int64_t>(four ? 32 : 128)
                                                     : parseInt64(std::string_view(entry).substr(slash + 1));
        if (!bytes || !bits || *bits < 0 || *bits > (four ? 32 : 128)) {
            throw std::invalid_argument("neither an address nor a CIDR block: " + entry);
        }
        blocks_.push_back({*bytes, static_cast<unsigned>(*bits) + (four ? 96U : 0U)});
    }
}
AddressSet::~AddressSet() = default;
AddressSet::AddressSet(AddressSet&&) noexcept = default;
AddressSet& AddressSet::operator=(AddressSet&&) noexcept = default;

bool AddressSet::empty() const noexcept {
    return blocks_.empty();
}

bool AddressSet::contains(std::string_view address) const {
    const auto bytes = blocks_.empty() ? std::nullopt : bytesOf(address);
    return bytes && std::any_of(blocks_.begin(), blocks_.end(),
                                [&](const Block& block) { return block.contains(*bytes); });
}

bool isLoopback(std::string_view address) {
    static const AddressSet loopback({"127.0.0.0/8", "::1"});
    return loopback.contains(address);
}

std::string clientAddress(const Headers& headers, const std::string& peer, const AddressSet& trustedProxies) {
    if (!trustedProxies.contains(peer)) {
        return peer;
    }
    std::string chain;
    for (const auto& [name, value] : headers) {
        if (equalsIgnoreCase(name, "X-Forwarded-For")) {
            chain += chain.empty() ? value : ',' + value;
        }
    }
    std::string client = peer;
    const std::vector<std::string_view> hops = split(chain, ',');
    for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
        const std::string_view address = trimBlanks(*hop);
        if (!bytesOf(address)) {
            break; // entries further left come from an unknown, untrusted source
        }
        client = address;
        if (!trustedProxies.contains(address)) {
            break;
        }
    }
    return client;
}

} // namespace svc::host::http
