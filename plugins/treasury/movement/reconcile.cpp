#include "movement/store/movements.hpp"
#include "wallet/store.hpp"

namespace svc::treasury {

void commands::lock(Call& call, const commands::LockInput& input) {
    TransactionStore(call).lock(input.transactionIds);
}

void commands::reconcile(Call& call, const commands::ReconcileInput& input) {
    if (input.walletId.uuid().isNil()) {
        throw ApiError(404, "wallet-not-found");
    }
    TransactionStore store(call);
    for (const commands::FoundMovement& movement :
         input.transactions.value_or(std::vector<commands::FoundMovement>())) {
        if (movement.id.uuid().isNil()) {
            throw ApiError(404, "transaction-not-found");
        }
        store.setReconciledLate(input.walletId, movement.id, movement.reconciled);
    }
    if (input.waiting != 0) {
        WalletStore(call).adjustUnreconciled(input.walletId, input.waiting);
    }
}

} // namespace svc::treasury
