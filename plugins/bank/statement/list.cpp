#include "statement/store.hpp"
#include "statement/view.hpp"
#include "trade/wallets.hpp"

namespace svc::bank {

Answer<200, std::vector<api::BankStatement>> listStatements(Request& request,
                                                            const api::ListStatementsParameters& parameters) {
    trade::requireWallet<calls::treasury::wallet>(request, parameters.walletId);
    StatementPage page = StatementStore(request).list(parameters);
    for (api::BankStatement& statement : page.rows) {
        statement = shownStatement(std::move(statement));
    }
    return Answer<200, std::vector<api::BankStatement>>(page.rows).total(page.count);
}

} // namespace svc::bank
