#pragma once

#include <svc/call.hpp>

namespace svc::sales {

/// Do goods leave the stock with their delivery, unless the sale says otherwise? Setting `stockOnSale`.
inline bool stockLeavesAtDelivery(Call& call) {
    return call.companyRecord().textOr("stockOnSale") == "at_delivery";
}

/// May only an accepted quote become a sale? Setting `quotesRequireAcceptance`.
inline bool quotesRequireAcceptance(Call& call) {
    return call.companyRecord().optionalBool("quotesRequireAcceptance").value_or(false);
}

} // namespace svc::sales
