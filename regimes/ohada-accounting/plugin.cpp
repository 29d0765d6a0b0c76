#include <svc/plugin.hpp>

#include "archive.hpp"
#include "export_balance.hpp"
#include "export_ledger.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("exportOhadaLedger", svc::ohada::exportLedgerRoute);
    registry.route("exportOhadaBalance", svc::ohada::exportBalanceRoute);
    registry.command("accounting_files.syscohada", svc::ohada::archiveFilesCommand);
}

} // namespace

SVC_PLUGIN("ohada-accounting", "1.0.0", start)
