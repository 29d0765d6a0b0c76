#include "check.hpp"

#include "rules/number.hpp"

namespace svc::ksef {

Json check(Call&, const Json& given) {
    if (const auto number = given.optionalText("ksefNumber")) {
        return Json::object({{"valid", isKsefNumber(*number)}});
    }
    const auto issued = Date::parse(given["issued"].text());
    return Json::object({{"link", invoiceLink(Environment::Test, given["nip"].text(), issued.value(),
                                              given["digest"].text())}});
}

} // namespace svc::ksef
