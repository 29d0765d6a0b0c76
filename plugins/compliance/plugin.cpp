#include <svc/plugin.hpp>

#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::compliance;
    registry.route("readFiscal", readFiscal);
    registry.route("changeRegime", changeRegime);
    registry.route("submitSale", submitSale);
    registry.route("resolveSubmission", resolveSubmission);
    registry.route("listSubmissions", listSubmissions);

    registry.command("fiscal.register", registerCommand);
    registry.command("fiscal.sent", sentCommand);
    registry.command("fiscal.outcome", outcomeCommand);
    registry.hook("cancelled", saleCancelledHook);
    registry.command("fiscal.submission", submissionCommand);
    registry.command("fiscal.regime", regimeCommand);
}

} // namespace

SVC_PLUGIN("compliance", "1.0.0", start)
