#pragma once

#include "till/store.hpp"
#include "wallet/store.hpp"

namespace svc::treasury {

/// The counted cash: an amount, notes and coins, or both if they agree.
struct Count {
    std::int64_t amount = 0;
    Json pieces = Json::array(); ///< { denomination, quantity } in minor units
};

using CountInput = std::optional<std::vector<api::CashCountInputItem>>;

/// Requires at least one of the two.
void requireCount(const std::optional<MajorAmount>& amount, const CountInput& pieces, std::string_view field);

/// The counted cash, by amount or by notes and coins. `field` is the name of the amount in the request;
/// refuses it and `count` with field-invalid.
Count countOf(const std::optional<MajorAmount>& amount, const CountInput& given, std::string_view field,
              Currency currency);

/// Posts the difference between the counted cash and the balance of the till. Refuses `field` when its value
/// is out of range.
void postDifference(Call& call, const Wallet& till, const CashSession& session, std::int64_t difference,
                    std::string_view field);

} // namespace svc::treasury
