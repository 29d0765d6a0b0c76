#include "ready.hpp"

#include "store.hpp"

namespace svc::rksv {

Json ready(Call& call, const Json& input) {
    const Till till = readTill(call);
    Json points = Json::array();
    const auto add = [&](bool good, const std::string& subject, const std::string& found) {
        points.push(Json::object({{"ok", good}, {"subject", subject}, {"found", found}}));
    };
    add(till.sequence > 0, "first receipt of " + input["settings"].textOr("cashBoxId", "the till"),
        till.sequence > 0 ? "made; the till is registered at FinanzOnline with it"
                          : "none yet; it comes within an hour after the regime is enabled");
    add(!till.outOfOrder, "signature unit", till.outOfOrder ? "out of order" : "works");
    return Json::object({{"points", std::move(points)}});
}

} // namespace svc::rksv
