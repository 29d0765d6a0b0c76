#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "support/running_service.hpp"

namespace svc::load {

/// A company created for one run, with enough keys to stay below their rate limit (600 requests per minute
/// each), and with items in stock.
struct Shop {
    std::string id;
    std::string cashWallet;
    std::string taxRate; ///< percent
    std::vector<std::string> keys;
    std::vector<std::string> items;
    std::vector<std::string> sales; ///< for use by the benchmark
    std::atomic<unsigned> turn{0};

    const std::string& key() { return keys[turn++ % keys.size()]; }
    std::string path(const std::string& rest) const { return "/companies/" + id + rest; }
    /// The sale that all benchmarks make: two of the items and a service, paid in full. `number` selects the
    /// items.
    std::string saleBody(std::size_t number) const;
};

/// `made`: the result of RunningService::createCompany.
std::unique_ptr<Shop> openShop(const test::RunningService& service, const Json& made, unsigned keys,
                               const std::string& taxRate = "20");

} // namespace svc::load
