#include "line/moves.hpp"
#include "match/parts.hpp"

namespace svc::bank {
namespace {

/// A movement was voided elsewhere: the line that was recorded as it, or is linked with it, is reopened, and
/// other movements linked with the line are no longer reconciled. Refuses when the match created something
/// else, such as a payment or a write-off: that is reversed by reopening the line.
void movementVoided(Call& call, std::string_view transactionId) {
    auto line = LineStore(call).ofTransaction(transactionId);
    if (!line) {
        return;
    }
    const auto id = TransactionId::parse(transactionId);
    for (const Match& match : line->matches) {
        const bool voided = match.kind == api::MatchKind::Transfer && match.transactionId == id;
        if (match.made && !voided) {
            throw ApiError(400, "transaction-not-voidable");
        }
    }
    const Reopened before = openAgain(call, *line);
    for (const TransactionId fee : before.fees) {
        undoMovement(call, fee, {reasonOf(*line), call.today()});
    }
}

} // namespace

void hooks::transactionVoided(Call& call, const Event& event) {
    movementVoided(call, event.objectId());
}

} // namespace svc::bank
