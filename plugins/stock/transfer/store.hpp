#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::stock {

/// Goods that went from one location to another.
using Transfer = api::StockTransfer;

struct TransferPage {
    std::vector<Transfer> transfers;
    std::int64_t total = 0;
};

/// With their lines when these are included; `locationId` finds those from it and those to it.
TransferPage listTransfers(Call& call, const api::ListStockTransfersParameters& parameters);
void insertTransfer(Call& call, const Transfer& transfer);

} // namespace svc::stock
