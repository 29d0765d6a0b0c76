#pragma once

#include "till/store.hpp"
#include "wallet/store.hpp"

namespace svc::treasury {

/// What was counted: an amount, notes and coins, or both when they agree.
struct Count {
    std::int64_t amount = 0;
    Json pieces = Json::array(); ///< { denomination, quantity } in minor units
};

using CountInput = std::optional<std::vector<api::CashCountInputItem>>;

/// One of the two is required.
void requireCount(const std::optional<MajorAmount>& amount, const CountInput& pieces, std::string_view field);

/// What was counted, by amount or by pieces. `field` is the name of the amount in the body; refuses it and
/// `count` with field-invalid.
Count countOf(const std::optional<MajorAmount>& amount, const CountInput& given, std::string_view field,
              Currency currency);

/// Posts what the till holds more or less than its balance says. Refuses `field` when that is worth more than
/// the range of amounts.
void postDifference(Call& call, const Wallet& till, const CashSession& session, std::int64_t difference,
                    std::string_view field);

} // namespace svc::treasury
