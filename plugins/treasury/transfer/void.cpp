#include <svc/text.hpp>

#include "movement/stamp.hpp"
#include "movement/steps.hpp"
#include "movement/void.hpp"

namespace svc::treasury {

namespace {

/// Locks the movements of a transfer, then the balances of its wallets, in the same order as a transfer.
std::vector<Transaction> lockMovements(Call& call, TransferId id) {
    TransactionStore store(call);
    std::vector<Transaction> movements;
    std::vector<WalletId> wallets;
    for (const TransactionId one : store.ofDocument(id.toString())) {
        movements.push_back(store.findForUpdate(one).value());
        wallets.push_back(movements.back().walletId);
    }
    store.lockBalances(wallets);
    return movements;
}

} // namespace

void commands::voidTransfer(Call& call, const commands::VoidTransferInput& input) {
    std::vector<Transaction> movements = lockMovements(call, input.transferId);
    if (movements.empty()) {
        throw ApiError(404, "transaction-not-found");
    }
    if (movements.front().status == api::TransactionStatus::Voided) {
        throw ApiError(400, "transaction-voided");
    }
    const Date date = call.businessDate(input.date);
    const std::string reason(trim(input.reason));
    for (Transaction& movement : movements) {
        const Transaction back = reverse(call, movement, reason, date);
        tellVoided(call, movement, back);
    }
    call.history("transfer", input.transferId.toString(), "voided");
}

} // namespace svc::treasury
