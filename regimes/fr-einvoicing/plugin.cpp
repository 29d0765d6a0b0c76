#include <svc/plugin.hpp>

#include "deposit/prepare.hpp"
#include "deposit/send.hpp"
#include "describe.hpp"
#include "directory/search.hpp"
#include "flow/fetch.hpp"
#include "report/get_file.hpp"
#include "report/list.hpp"
#include "report/make.hpp"
#include "report/send.hpp"
#include "status/check.hpp"
#include "status/send.hpp"
#include "status/tell_payments.hpp"
#include "supplier_invoice/tell.hpp"

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
