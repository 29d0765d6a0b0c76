#include "line/moves.hpp"
#include "match/parts.hpp"

namespace svc::bank {
namespace {

/// `date`: business date of the reversals, default today.
Line reopenLine(Call& call, BankLineId id, const std::optional<Date>& date) {
    LineStore store(call);
    // The same lock order as when one of the movements is voided: movements first, then their line.
    calls::treasury::lock(call, {.transactionIds = store.movementsOf(id)});
    store.lockWithOtherSides(id);
    Line line = requireLine(store.findForUpdate(id));
    if (line.status == api::LineStatus::Unmatched) {
        throw ApiError(400, "bank-transaction-open");
    }
    const Undoing undoing{reasonOf(line), call.businessDate(date)};

    // Reopen the line first: the movements voided below must not find it as their line any more.
    const Reopened before = openAgain(call, line);
    for (const Match& match : before.matches) {
        if (match.made) {
            undoPart(call, match, undoing);
        }
    }
    if (before.recorded) {
        undoMovement(call, *before.recorded, undoing);
    }
    for (const TransactionId fee : before.fees) {
        undoMovement(call, fee, undoing);
    }
    return line;
}

} // namespace

Answer<200, api::BankTransaction>
reopenBankTransaction(Request& request, const api::ReopenBankTransactionParameters& parameters,
                      const api::ReopenBankTransactionBody& body) {
    return answerOf(reopenLine(request, parameters.id, body.date));
}

} // namespace svc::bank
