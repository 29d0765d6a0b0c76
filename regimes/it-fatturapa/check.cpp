#include "bindings.hpp"
#include "rules/identifiers.hpp"

namespace svc::it_fatturapa {

/// `{partitaIva}` or `{codiceFiscale}` → `{valid}`.
Json commands::check(Call&, const Json& given) {
    const auto number = given.optionalText("partitaIva");
    return Json::object(
        {{"valid", number ? isPartitaIva(*number) : isCodiceFiscale(given["codiceFiscale"].text())}});
}

} // namespace svc::it_fatturapa
