#pragma once

#include <vector>

#include "line/store/lines.hpp"

namespace svc::bank {

/// Movements, and whether they stand for a line.
using FoundMovements = std::vector<calls::treasury::FoundMovement>;

/// 404 `bank-transaction-not-found`.
Line requireLine(std::optional<Line> found);
/// A line that is locked and waits; 400 `bank-transaction-not-open` for any other. Whoever moves a line locks
/// it first, so of two people one is refused.
Line lockOpen(Call& call, BankLineId id);
/// Writes a line that has changed.
void saveLine(Call& call, Line& line);
/// Writes the state, what movements became of, and what waits in the wallet.
void settleLine(Call& call, Line& line, api::LineStatus status, FoundMovements movements,
                std::int64_t waiting);
/// What a line stood for before it was opened again.
struct Reopened {
    std::vector<Match> matches;
    std::optional<TransactionId> recorded;
    std::vector<TransactionId> fees; ///< recorded with a payout
};
/// Lets the line wait again: its matches and its movement are taken off, and movements that they only name
/// are free. What the matches made, the movement and the fees still stand; the caller takes them back.
Reopened openAgain(Call& call, Line& line);
/// The body of treasury.record for the line or a part of it; `amount` is signed.
Json movementOf(const Line& line, std::int64_t amount, const api::BankRecord& as);
/// The text of the bank, as much of it as a movement or a transfer has room for.
std::string movementLabel(const Line& line);
/// Why something is taken back with the line.
std::string reasonOf(const Line& line);
/// The line as a route gives it, with its version.
Answer<200, api::BankTransaction> answerOf(const Line& line);

} // namespace svc::bank
