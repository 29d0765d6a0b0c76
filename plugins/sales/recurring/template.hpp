#pragma once

#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

/// Takes the template when a sale could be made of it today; a refusal names the field as it stands in the
/// body.
void takeTemplate(Call& call, const Json& given, RecurringSale& sale);

} // namespace svc::sales
