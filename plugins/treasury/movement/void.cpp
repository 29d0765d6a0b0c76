#include "movement/void.hpp"

#include <svc/text.hpp>

#include "movement/stamp.hpp"
#include "movement/steps.hpp"

namespace svc::treasury {

Transaction voidMovement(Call& call, TransactionId id, std::string reason, const std::optional<Date>& date) {
    auto t = TransactionStore(call).findForUpdate(id);
    if (!t) {
        throw ApiError(404, "transaction-not-found");
    }
    if (!isVoidable(t->kind) || t->reversesId) {
        throw ApiError(400, "transaction-not-voidable");
    }
    if (t->status == api::TransactionStatus::Voided) {
        throw ApiError(400, "transaction-voided");
    }
    const Date day = call.businessDate(date);
    const Transaction back = reverse(call, *t, std::move(reason), day);
    tellVoided(call, *t, back);
    return *std::move(t);
}

void tellVoided(Call& call, const Transaction& voided, const Transaction& back) {
    call.history("transaction", voided.id.toString(), "voided");
    emit(call, events::TransactionVoided{.id = voided.id,
                                         .walletId = voided.walletId,
                                         .direction = voided.direction,
                                         .amount = {voided.amount, voided.currency},
                                         .label = voided.label,
                                         .reason = voided.voidReason.value(),
                                         .voidedAt = voided.voidedAt.value(),
                                         .balanceAfter = {back.balanceAfter, voided.currency}});
}

Answer<200, api::Transaction> voidTransaction(Request& request,
                                              const api::VoidTransactionParameters& parameters,
                                              const api::TransactionVoid& body) {
    const Transaction t = voidMovement(request, parameters.transactionId, body.reason, body.date);
    return Answer<200, api::Transaction>(t).etag(t.version);
}

api::Transaction commands::void_(Call& call, const commands::UndoneMovement& input) {
    return voidMovement(call, input.transactionId, std::string(trim(input.reason)), input.date);
}

} // namespace svc::treasury
