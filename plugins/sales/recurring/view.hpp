#pragma once

#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

/// The recurring sale as the API shows it.
api::RecurringSale shown(const RecurringSale& sale);

} // namespace svc::sales
