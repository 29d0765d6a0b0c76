#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// `payment.received`, `transaction.voided`, `fiscal.accepted`: the payments of a sale that its buyer's
/// platform and the administration have not been told of.
void tellPayments(Call& call, const Json& event);
/// `purchase.paid`: a supplier whose invoice the platform has brought is told (211).
void tellPaymentOfPurchase(Call& call, const Json& event);
/// The command `regime.fr-einvoicing.supplier_invoice`: a decision about an invoice of a supplier, 205 or
/// 210.
Json tellDecision(Call& call, const Json& input);
/// Deposits one status.
void sendStatus(Call& call, const Json& payload);

} // namespace svc::fr_einvoicing
