#include "line/moves.hpp"

namespace svc::bank {
namespace {

/// A movement was voided elsewhere: the line that it was recorded for is open again. Refuses for a part of a
/// match.
void movementVoided(Call& call, std::string_view transactionId) {
    auto line = LineStore(call).ofTransaction(transactionId);
    if (!line) {
        return;
    }
    if (line->status != api::LineStatus::Recorded) {
        // A part of a match: the line is reopened as a whole.
        throw ApiError(400, "transaction-not-voidable");
    }
    line->transactionId.reset();
    settleLine(call, *line, api::LineStatus::Unmatched, {}, line->amount.minor());
}

} // namespace

void hooks::transactionVoided(Call& call, const Event& event) {
    movementVoided(call, event.objectId());
}

} // namespace svc::bank
