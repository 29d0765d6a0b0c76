/// @file The wallet that takes or gives the money of a document.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include <svc/call.hpp>
#include <svc/id.hpp>

namespace svc::trade {

/// The named wallet, or the default one of the business unit, else of the company. Refuses with
/// `wallet-not-found`, with `field-required:<path>` when there is no default, and without the module treasury
/// with `module-disabled:treasury`. If the facts of the business unit are passed, they are not read again.
/// `Find` is the plugin's own generated caller, calls::treasury::wallet.
template <auto Find>
auto requireWallet(Call& call, const std::optional<PrefixedId<"wal">>& id,
                   const std::optional<PrefixedId<"bus">>& businessUnit = {},
                   std::string_view path = "walletId", const std::optional<Json>& unitFacts = {}) {
    if (!call.offers("treasury.wallet")) {
        throw ApiError(503, "module-disabled", {"treasury"});
    }
    auto wallet = Find(call, {.id = id, .businessUnitId = businessUnit, .businessUnit = unitFacts});
    if (!wallet) {
        throw id ? ApiError(404, "wallet-not-found") : fieldRequired(path);
    }
    return *std::move(wallet);
}

} // namespace svc::trade
