#include "bindings.hpp"
#include "leitweg_id.hpp"

namespace svc::de_xrechnung {

/// `{leitwegId}` → `{valid}`
Json commands::check(Call&, const Json& given) {
    return Json::object({{"valid", isLeitwegId(given["leitwegId"].text())}});
}

} // namespace svc::de_xrechnung
