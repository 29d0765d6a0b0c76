#include <svc/text.hpp>

#include "api/free_movements.hpp"
#include "api/transfers.hpp"
#include "store/cash_session_store.hpp"

namespace svc::treasury {

std::optional<commands::DocumentWalletOutput>
commands::documentWallet(Call& call, const commands::DocumentWalletInput& input) {
    const auto found = WalletStore(call).find(input.id);
    return found ? std::optional(commands::DocumentWalletOutput{.id = found->id, .label = found->name})
                 : std::nullopt;
}

std::optional<commands::DocumentTransactionOutput>
commands::documentTransaction(Call& call, const commands::DocumentTransactionInput& input) {
    const auto t = TransactionStore(call).find(input.id);
    if (!t) {
        return std::nullopt;
    }
    return commands::DocumentTransactionOutput{
        .id = t->id, .date = t->date, .partnerId = t->partnerId, .label = t->label};
}

std::optional<commands::DocumentCashSessionOutput>
commands::documentCashSession(Call& call, const commands::DocumentCashSessionInput& input) {
    const auto session = CashSessionStore(call).find(input.id);
    if (!session) {
        return std::nullopt;
    }
    const auto till = WalletStore(call).find(session->walletId);
    return commands::DocumentCashSessionOutput{
        .id = session->id, .date = session->date, .label = till ? till->name : std::string()};
}

api::Transfer commands::transfer(Call& call, const Json& input) {
    api::TransferCreate body;
    read(input, bind::Place(), body);
    return transferOf(call, body);
}

api::Transaction commands::record(Call& call, const Json& input) {
    api::TransactionCreate body;
    read(input, bind::Place(), body);
    api::TransactionKind kind = api::TransactionKind::Free;
    if (const auto text = input.optionalText("kind"); text && !fromText(*text, kind)) {
        throw Fault("treasury.record: kind is not as its schema says");
    }
    return recordMovement(call, body, kind, input.optionalText("documentKind"),
                          input.optionalText("documentId"));
}

api::Transaction commands::void_(Call& call, const commands::UndoneMovement& input) {
    return voidMovement(call, input.transactionId, std::string(trim(input.reason)), input.date);
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
