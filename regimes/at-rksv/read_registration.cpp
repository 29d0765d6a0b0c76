#include "read_registration.hpp"

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "chain.hpp"
#include "describe.hpp"
#include "rules/receipt.hpp"

namespace svc::rksv {

Response readRegistration(Request& request) {
    const Json own = request.command("fiscal.regime", Json::object({{"regime", RegimeId}}));
    if (own.isNull()) {
        throw ApiError(400, "regime-not-enabled");
    }
    const auto key = keptTurnoverKey(request);
    return Response::json(200,
                          Json::object({{"cashBoxId", own["settings"].optionalText("cashBoxId")},
                                        {"trustProvider", own["settings"].optionalText("trustProvider")},
                                        {"turnoverKey", key ? Json(base64Encode(*key)) : Json(nullptr)},
                                        {"checkValue", key ? Json(checkValueOf(*key)) : Json(nullptr)}}));
}

} // namespace svc::rksv
