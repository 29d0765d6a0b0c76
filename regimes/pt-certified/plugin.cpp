#include <svc/plugin.hpp>

#include "describe.hpp"
#include "prepare.hpp"
#include "ready.hpp"
#include "rules/vectors.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.command("regime.pt-certified.describe", svc::pt_certified::describe);
    registry.command("regime.pt-certified.check", [](svc::Call&, const svc::Json& given) {
        return svc::pt_certified::checkVector(given);
    });
    registry.command("regime.pt-certified.ready", svc::pt_certified::ready);
    registry.command("regime.pt-certified.ask_ahead", svc::pt_certified::askAhead);
    registry.command("regime.pt-certified.prepare", svc::pt_certified::prepare);
}

} // namespace

SVC_PLUGIN("pt-certified", "1.0.0", start)
