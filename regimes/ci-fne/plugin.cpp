#include <svc/plugin.hpp>

#include "describe.hpp"
#include "rules/vectors.hpp"
#include "send.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.command("regime.ci-fne.describe", svc::ci_fne::describe);
    registry.command("regime.ci-fne.check",
                     [](svc::Call&, const svc::Json& given) { return svc::ci_fne::checkVector(given); });
    registry.command("regime.ci-fne.send", svc::ci_fne::send);
}

} // namespace

SVC_PLUGIN("ci-fne", "1.0.0", start)
