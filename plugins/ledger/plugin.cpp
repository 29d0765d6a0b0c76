#include <svc/plugin.hpp>

#include "api/checkpoints.hpp"
#include "api/handlers.hpp"
#include "domain/charts.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::ledger;
    // Charts that contradict one another stop the start, not a posting.
    charts();
    registry.route("listCharts", listChartsRoute);
    registry.route("exportLedger", exportLedgerRoute);
    registry.route("exportArchive", exportArchiveRoute);
    registry.route("listFiscalYears", listFiscalYearsRoute);
    registry.route("closeFiscalYear", closeFiscalYearRoute);
    registry.command("ledger.post", postCommand);
    registry.command("ledger.archive_write", archiveWriteCommand);
    registry.command("ledger.lock_period", lockPeriodCommand);
    registry.command("ledger.chart", chartCommand);
    registry.command("ledger.balances", balancesCommand);
    registry.route("listCheckpoints", listCheckpointsRoute);
    registry.job("seal-journal", sealJournalJob);
    registry.command("ledger.verify", verifyJournalCommand);
}

} // namespace

SVC_PLUGIN("ledger", "1.0.0", start)
