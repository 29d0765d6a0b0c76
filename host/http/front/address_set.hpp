#pragma once

#include "host/http/front/headers.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::http {

/// Addresses and CIDR blocks of the configuration.
class AddressSet {
public:
    /// Throws std::invalid_argument that names the entry.
    explicit AddressSet(const std::vector<std::string>& entries);
    ~AddressSet();
    AddressSet(AddressSet&&) noexcept;
    AddressSet& operator=(AddressSet&&) noexcept;

    bool contains(std::string_view address) const;
    bool empty() const noexcept;

private:
    struct Block;
    std::vector<Block> blocks_;
};

bool isLoopback(std::string_view address);

/// The client's address: when the peer is a trusted proxy, the last entry of X-Forwarded-For that is not one;
/// else the peer.
std::string clientAddress(const Headers& headers, const std::string& peer, const AddressSet& trustedProxies);

} // namespace svc::host::http
