#pragma once

#include "bindings.hpp"
#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

/// Accepts the template if a sale could be created from it today; a refusal names the field by its path in
/// the request.
void takeTemplate(Call& call, const Json& given, RecurringSale& sale);

/// The refusal of a sale made from a template: a field has its path in the recurring sale,
/// `template.lines[0].itemId`.
ApiError inTemplate(const ApiError& refusal);

} // namespace svc::sales
