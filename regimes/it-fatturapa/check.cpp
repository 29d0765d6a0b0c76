#include "check.hpp"

#include "rules/identifiers.hpp"

namespace svc::fatturapa {

Json check(Call&, const Json& given) {
    const auto number = given.optionalText("partitaIva");
    return Json::object(
        {{"valid", number ? isPartitaIva(*number) : isCodiceFiscale(given["codiceFiscale"].text())}});
}

} // namespace svc::fatturapa
