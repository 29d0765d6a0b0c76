/// @file What a partner owes the company and is owed by it.
#pragma once

#include <cstdint>
#include <optional>

#include <svc/call.hpp>
#include <svc/id.hpp>

namespace svc::trade {

/// Signed minor units of the currency of the company.
struct BalanceChange {
    std::int64_t receivable = 0;
    std::int64_t payable = 0;
};

/// Changes the balance of the partner of a document, if it has one. `Adjust` is the plugin's own generated
/// caller, calls::partners::adjustBalance.
template <auto Adjust>
void adjustBalance(Call& call, const std::optional<PrefixedId<"par">>& partner, const BalanceChange& change) {
    if (partner && (change.receivable != 0 || change.payable != 0)) {
        Adjust(call, {.id = *partner, .receivable = change.receivable, .payable = change.payable});
    }
}

} // namespace svc::trade
