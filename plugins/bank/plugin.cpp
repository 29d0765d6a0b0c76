#include <svc/plugin.hpp>

#include "api/payouts.hpp"
#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::bank;
    registry.route("importStatement", importStatement);
    registry.route("listStatements", listStatements);
    registry.route("listBankTransactions", listBankTransactions);
    registry.route("getBankTransaction", getBankTransaction);
    registry.route("suggestMatches", suggestMatches);
    registry.route("matchBankTransaction", matchBankTransaction);
    registry.route("recordBankTransaction", recordBankTransaction);
    registry.route("ignoreBankTransaction", ignoreBankTransaction);
    registry.route("reopenBankTransaction", reopenBankTransaction);
    registry.command("bank.import_lines", importLinesCommand);
    registry.command("bank.import_payouts", importPayoutsCommand);
    registry.hook("transactionVoided", transactionVoided);
}

} // namespace

SVC_PLUGIN("bank", "1.0.0", start)
