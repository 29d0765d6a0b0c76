#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// `payment.received`, `transaction.voided`, `fiscal.accepted`: the payments of a sale that its buyer's
/// platform and the administration have not been told of.
void tellPayments(Call& call, const Event& event);

} // namespace svc::fr_einvoicing
