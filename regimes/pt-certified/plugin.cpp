#include <svc/plugin.hpp>

#include "api/sealing.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.command("regime.pt-certified.describe", svc::pt_certified::describe);
    registry.command("regime.pt-certified.prepare", svc::pt_certified::prepare);
}

} // namespace

SVC_PLUGIN("pt-certified", "1.0.0", start)
