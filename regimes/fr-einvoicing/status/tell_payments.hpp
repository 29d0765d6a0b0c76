#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// Hook of `payment.received`, `transaction.voided` and `fiscal.accepted`: reports the payments of a sale
/// that were not yet reported to the buyer's platform and the administration.
void tellPayments(Call& call, const Event& event);

} // namespace svc::fr_einvoicing
