#pragma once

#include <vector>

#include "line/store/lines.hpp"

namespace svc::bank {

/// Movements, each with whether it is reconciled with a line.
using FoundMovements = std::vector<calls::treasury::FoundMovement>;

/// 404 `bank-transaction-not-found`.
Line requireLine(std::optional<Line> found);
/// Locks a line that must be unmatched; else 400 `bank-transaction-not-open`. Every status change locks the
/// line first, so of two concurrent requests one is refused.
Line lockOpen(Call& call, BankLineId id);
/// Throws 400 `date-locked:<lockDate>` for a line in a locked period, and `field-invalid:bookedAt` for one of
/// a day to come: what a line is matched with or recorded as is dated as the line.
void checkDay(Call& call, const Line& line);
/// Writes a changed line.
void saveLine(Call& call, Line& line);
/// Writes the status of the line, the reconciliation of its movements and the change of the wallet's
/// unmatched amount.
void settleLine(Call& call, Line& line, api::LineStatus status, FoundMovements movements,
                std::int64_t waiting);
/// The matches and movements of a line before it was reopened.
struct Reopened {
    std::vector<Match> matches;
    std::optional<TransactionId> recorded;
    std::vector<TransactionId> fees; ///< recorded with a payout
};
/// Makes the line unmatched: removes its matches and its movement; movements that it was only linked with are
/// no longer reconciled. Payments, movements and fees that the match created remain: the caller voids them.
Reopened openAgain(Call& call, Line& line);
/// The body of treasury.record for the line or a part of it; `amount` is signed.
Json movementOf(const Line& line, std::int64_t amount, const api::BankRecord& as);
/// The text of the bank, cut to the longest label of a movement or a transfer.
std::string movementLabel(const Line& line);
/// The reason for voiding something together with the line.
std::string reasonOf(const Line& line);
/// The line as the response of a route, with its version.
Answer<200, api::BankTransaction> answerOf(const Line& line);

} // namespace svc::bank
