#include <svc/plugin.hpp>

#include "api/exports.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("exportOhadaLedger", svc::ohada::exportLedgerRoute);
    registry.route("exportOhadaBalance", svc::ohada::exportBalanceRoute);
    registry.command("accounting_files.syscohada", svc::ohada::archiveFilesCommand);
}

} // namespace

SVC_PLUGIN("ohada-accounting", "1.0.0", start)
