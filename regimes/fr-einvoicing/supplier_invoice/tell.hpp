#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// `purchase.paid`: sends the status 211 to the supplier, when its invoice came through the platform.
void tellPaymentOfPurchase(Call& call, const Event& event);
/// The command `regime.fr-einvoicing.supplier_invoice`: sends the decision about a supplier invoice, 205 or
/// 210.
Json tellDecision(Call& call, const Json& input);

} // namespace svc::fr_einvoicing
