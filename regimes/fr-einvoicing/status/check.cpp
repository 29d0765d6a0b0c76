#include "bindings.hpp"
#include "status/rules/statuses.hpp"

namespace svc::fr_einvoicing {

/// `{status}` → `{label, mandatory}` of the life cycle of invoices.
Json commands::check(Call&, const Json& given) {
    const LifeStatus status = statusOf(given["status"].text());
    return Json::object({{"label", status.label}, {"mandatory", status.isMandatory}});
}

} // namespace svc::fr_einvoicing
