#include "bindings.hpp"
#include "rules/number.hpp"

namespace svc::pl_ksef {

/// `{ksefNumber}` → `{valid}`; `{nip, issued, digest}` → `{link}`, code I of the test platform.
Json commands::check(Call&, const Json& given) {
    if (const auto number = given.optionalText("ksefNumber")) {
        return Json::object({{"valid", isKsefNumber(*number)}});
    }
    const auto issued = Date::parse(given["issued"].text());
    return Json::object({{"link", invoiceLink(Environment::Test, given["nip"].text(), issued.value(),
                                              given["digest"].text())}});
}

} // namespace svc::pl_ksef
