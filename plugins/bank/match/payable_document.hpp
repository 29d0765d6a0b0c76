#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <bindings.hpp>

namespace svc::bank {

/// A sale or a purchase that a line may pay.
struct PayableDocument {
    std::string number;
    Date date;
    Currency currency;
    std::optional<api::BankPartner> partner{};
    std::int64_t balance = 0; ///< minor units of its currency, still to be paid
    bool isCancelled = false;
};

/// Nothing when there is no such document, or when its module is not enabled.
std::optional<PayableDocument> findPayableSale(Call& call, std::string_view id);
std::optional<PayableDocument> findPayablePurchase(Call& call, std::string_view id);

} // namespace svc::bank
