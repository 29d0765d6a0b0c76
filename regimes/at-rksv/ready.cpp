// Whether the till has its first receipt, by which it is registered, and a signature unit that works.
#include "bindings.hpp"
#include "store.hpp"

namespace svc::at_rksv {

commands::ReadyOutput commands::ready(Call& call, const commands::ReadyInput& input) {
    const Till till = readTill(call);
    commands::ReadyOutput told;
    const auto add = [&](bool good, const std::string& subject, const std::string& found) {
        told.points.push_back({.ok = good, .subject = subject, .found = found});
    };
    add(till.sequence > 0, "first receipt of " + input.settings.textOr("cashBoxId", "the till"),
        till.sequence > 0 ? "made; the till is registered at FinanzOnline with it"
                          : "none yet; it comes within an hour after the regime is enabled");
    add(!till.outOfOrder, "signature unit", till.outOfOrder ? "out of order" : "works");
    return told;
}

} // namespace svc::at_rksv
