#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "support/running_service.hpp"

namespace svc::load {

/// A company made for a run, with keys enough that none is refused (one may send 600 requests a minute), and
/// with stocked items.
struct Shop {
    std::string id;
    std::string cashWallet;
    std::string taxRate; ///< percent
    std::vector<std::string> keys;
    std::vector<std::string> items;
    std::vector<std::string> sales; ///< for the benchmark to keep
    std::atomic<unsigned> turn{0};

    const std::string& key() { return keys[turn++ % keys.size()]; }
    std::string path(const std::string& rest) const { return "/companies/" + id + rest; }
    /// The sale that all benchmarks make: two of the items and a service, paid in full. `number` chooses the
    /// items.
    std::string saleBody(std::size_t number) const;
};

/// `made`: what RunningService::createCompany gives.
std::unique_ptr<Shop> openShop(const test::RunningService& service, const Json& made, unsigned keys,
                               const std::string& taxRate = "20");

} // namespace svc::load
