#include <utility>

#include "line/moves.hpp"
#include "match/parts.hpp"
#include "payout/store.hpp"

namespace svc::bank {
namespace {

/// `date`: business date of what is taken back, default today.
Line reopenLine(Call& call, BankLineId id, const std::optional<Date>& date) {
    Line line = requireLine(LineStore(call).findForUpdate(id));
    if (line.status == api::LineStatus::Unmatched) {
        throw ApiError(400, "bank-transaction-open");
    }
    const Undoing undoing{line.label.empty() ? line.id.toString() : line.label, date.value_or(call.today())};
    call.checkDate(undoing.date);

    const std::vector<Match> matches = std::exchange(line.matches, {});
    const std::optional<TransactionId> recorded = std::exchange(line.transactionId, std::nullopt);
    line.ignoredReason.reset();
    LineStore(call).removeMatches(line.id);
    PayoutStore(call).release(line.id);
    FoundMovements freed;
    for (const Match& match : matches) {
        if (!isMade(match)) {
            freed.push_back({.id = match.transactionId.value(), .reconciled = false});
        }
    }
    // First the line: what is voided below must not find itself in it any more.
    settleLine(call, line, api::LineStatus::Unmatched, std::move(freed), line.amount.minor());
    for (const Match& match : matches) {
        if (isMade(match)) {
            undoPart(call, match, undoing);
        }
    }
    if (recorded) {
        undoMovement(call, *recorded, undoing);
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
