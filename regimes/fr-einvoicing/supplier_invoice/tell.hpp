#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// `purchase.paid`: a supplier whose invoice the platform has brought is told (211).
void tellPaymentOfPurchase(Call& call, const Event& event);
/// The command `regime.fr-einvoicing.supplier_invoice`: a decision about an invoice of a supplier, 205 or
/// 210.
Json tellDecision(Call& call, const Json& input);

} // namespace svc::fr_einvoicing
