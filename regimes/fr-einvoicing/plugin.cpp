#include <svc/plugin.hpp>

#include "api/checking.hpp"
#include "api/deposits.hpp"
#include "api/fetching.hpp"
#include "api/reports.hpp"
#include "api/routes.hpp"
#include "api/telling.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::fr_einvoicing;
    registry.command("regime.fr-einvoicing.describe", describe);
    registry.command("regime.fr-einvoicing.check", check);
    registry.command("regime.fr-einvoicing.prepare", prepare);
    registry.command("regime.fr-einvoicing.send", send);
    registry.command("regime.fr-einvoicing.read", read);
    registry.command("regime.fr-einvoicing.supplier_invoice", tellDecision);
    registry.subscriber("tell-payments", tellPayments);
    registry.subscriber("tell-purchases", tellPaymentOfPurchase);
    registry.job("fetch-flows", fetchFlows);
    registry.job("make-reports", makeReports);
    registry.job("send-status", sendStatus);
    registry.job("send-report", sendReport);
    registry.route("searchFrenchDirectory", searchDirectory);
    registry.route("listFrenchReports", listEreports);
    registry.route("getFrenchReportFile", getEreportFile);
}

} // namespace

SVC_PLUGIN("fr-einvoicing", "1.0.0", start)
