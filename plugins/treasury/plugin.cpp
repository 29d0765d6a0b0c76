#include <svc/plugin.hpp>

#include "api/commands.hpp"
#include "api/lifecycle.hpp"
#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::treasury;
    registry.route("listWallets", listWallets);
    registry.route("createWallet", createWallet);
    registry.route("updateWallet", updateWallet);
    registry.route("listTransactions", listTransactions);
    registry.route("createTransaction", createTransaction);
    registry.route("voidTransaction", voidTransaction);
    registry.route("transferBetweenWallets", transferBetweenWallets);
    registry.route("listBudgets", listBudgets);
    registry.route("replaceBudgets", replaceBudgets);
    registry.route("listCashSessions", listCashSessions);
    registry.route("getCashSession", getCashSession);
    registry.route("openCashSession", openCashSession);
    registry.route("closeCashSession", closeCashSession);
    registry.route("listTransactionCategories", listTransactionCategories);
    registry.route("replaceTransactionCategories", replaceTransactionCategories);
    registry.route("listRates", listRates);
    registry.route("putRate", putRate);

    registry.command("treasury.wallet", walletCommand);
    registry.command("treasury.receive", receiveCommand);
    registry.command("treasury.pay", payCommand);
    registry.command("treasury.reverse", reverseCommand);
    registry.command("treasury.category", categoryCommand);
    registry.command("treasury.rate", rateCommand);
    registry.command("treasury.transfer", transferCommand);
    registry.command("treasury.record", recordCommand);
    registry.command("treasury.void", voidCommand);
    registry.command("treasury.reconcile", reconcileCommand);
    registry.command("document.wallet", documentWalletCommand);
    registry.command("document.transaction", documentTransactionCommand);
    registry.command("document.cash_session", documentCashSessionCommand);
    registry.command("treasury.set_rate", setRateCommand);
    registry.command("treasury.demonstrate", demonstrateCommand);
    registry.command("treasury.plan_use", planUseCommand);
    registry.command("treasury.company_created", companyCreatedCommand);
}

} // namespace

SVC_PLUGIN("treasury", "1.0.0", start)
