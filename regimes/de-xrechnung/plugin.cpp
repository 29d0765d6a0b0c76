#include <svc/plugin.hpp>

#include "leitweg_id.hpp"
#include "transmission/transmitting.hpp"

namespace svc::xrechnung {
namespace {

constexpr std::string_view LeitwegScheme = "0204:";

bool concerns(std::string_view receiver) {
    return receiver.starts_with(LeitwegScheme);
}

/// Both the buyer's address and the buyer reference (BT-10) must be a Leitweg-ID; the reference may be that
/// of another office than the receiving one.
std::string objection(const Json& file) {
    if (!isLeitwegId(file.textOr("receiver").substr(LeitwegScheme.size()))) {
        return "partner.peppolId";
    }
    return isLeitwegId(file.textOr("buyerReference")) ? "" : "partner.buyerReference";
}

constexpr transmission::Profile XRechnung{.regime = "de-xrechnung",
                                          .name = "XRechnung",
                                          .country = std::nullopt,
                                          .rules = "xrechnung",
                                          .concerns = concerns,
                                          .objection = objection};

Json describe(Call&, const Json&) {
    return transmission::describe(XRechnung);
}

Json prepare(Call& call, const Json& input) {
    return transmission::prepare(call, input, XRechnung);
}

/// `{leitwegId}` → `{valid}`
Json check(Call&, const Json& given) {
    return Json::object({{"valid", isLeitwegId(given["leitwegId"].text())}});
}

Json send(Call& call, const Json& input) {
    return transmission::send(call, input, XRechnung);
}

void start(Registry& registry) {
    registry.command("regime.de-xrechnung.describe", describe);
    registry.command("regime.de-xrechnung.check", check);
    registry.command("regime.de-xrechnung.prepare", prepare);
    registry.command("regime.de-xrechnung.send", send);
    registry.command("regime.de-xrechnung.read", transmission::read);
}

} // namespace
} // namespace svc::xrechnung

SVC_PLUGIN("de-xrechnung", "1.0.0", svc::xrechnung::start)
