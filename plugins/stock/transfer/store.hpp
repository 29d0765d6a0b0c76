#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::stock {

/// Goods that went from one location to another.
using Transfer = api::StockTransfer;

struct TransferFilter {
    DateRange dates{};
    std::optional<LocationId> locationId{}; ///< from it or to it
    bool lines = false;
    bool oldestFirst = false;
};

struct TransferPage {
    std::vector<Transfer> transfers;
    std::int64_t total = 0;
};

TransferPage listTransfers(Call& call, const TransferFilter& filter, const ArrayPage& page);
void insertTransfer(Call& call, const Transfer& transfer);

} // namespace svc::stock
