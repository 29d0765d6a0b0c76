#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "bindings.hpp"
#include "chain.hpp"
#include "rules/receipt.hpp"

namespace svc::at_rksv {

Answer<200, api::ReadRksvRegistrationAnswer> readRksvRegistration(Request& request) {
    const auto own = calls::compliance::fiscalRegime(request, {.regime = "at-rksv"});
    if (!own) {
        throw ApiError(400, "regime-not-enabled");
    }
    api::ReadRksvRegistrationAnswer told{.cashBoxId = own->settings.optionalText("cashBoxId"),
                                         .trustProvider = own->settings.optionalText("trustProvider")};
    if (const auto key = keptTurnoverKey(request)) {
        told.turnoverKey = base64Encode(*key);
        told.checkValue = checkValueOf(*key);
    }
    return told;
}

} // namespace svc::at_rksv
