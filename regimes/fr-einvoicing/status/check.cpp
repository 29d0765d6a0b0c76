#include "status/check.hpp"

#include "status/rules/statuses.hpp"

namespace svc::fr_einvoicing {

Json check(Call&, const Json& given) {
    const LifeStatus status = statusOf(given["status"].text());
    return Json::object({{"label", status.label}, {"mandatory", status.isMandatory}});
}

} // namespace svc::fr_einvoicing
