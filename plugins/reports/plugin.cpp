#include <svc/plugin.hpp>

#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::reports;
    registry.route("readSummary", summaryRoute);
    registry.route("listReceivables", receivablesRoute);
    registry.route("listPayables", payablesRoute);
    registry.route("readTaxes", taxesRoute);
    registry.route("readPartnerStatement", statementRoute);
    registry.command("reports.statement", statementCommand);
}

} // namespace

SVC_PLUGIN("reports", "1.0.0", start)
