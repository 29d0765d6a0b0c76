#include <algorithm>

#include "line/moves.hpp"

namespace svc::bank {
namespace {

/// A movement was voided elsewhere: the line that it was recorded for, or that names it, is open again, and
/// other movements that the line names are free. Refuses when the match has made something, such as a payment
/// or a write-off: that is taken back with the line.
void movementVoided(Call& call, std::string_view transactionId) {
    auto line = LineStore(call).ofTransaction(transactionId);
    if (!line) {
        return;
    }
    if (std::any_of(line->matches.begin(), line->matches.end(), isMade)) {
        throw ApiError(400, "transaction-not-voidable");
    }
    openAgain(call, *line);
}

} // namespace

void hooks::transactionVoided(Call& call, const Event& event) {
    movementVoided(call, event.objectId());
}

} // namespace svc::bank
