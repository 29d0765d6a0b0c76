#pragma once

#include "store/line_store.hpp"

namespace svc::bank {

/// 404 `bank-transaction-not-found`.
Line requireLine(std::optional<Line> found);
/// A line that is locked and waits; 400 `bank-transaction-not-open` for any other.
Line lockOpen(Call& call, BankLineId id);

/// The four moves of a bank line (api 11.2). Each locks the line, so of two people one is refused.
Line matchLine(Call& call, BankLineId id, const api::BankMatch& body);
Line ignoreLine(Call& call, BankLineId id, const std::optional<std::string>& reason);
/// @param date business date of what is taken back, default today
Line reopenLine(Call& call, BankLineId id, const std::optional<Date>& date);
/// Records the line as a movement of its own, and gives that too.
api::RecordBankTransactionAnswer recordLine(Call& call, BankLineId id, const api::BankRecord& body);

/// The bank has taken a line back, which is locked: one that waits is ignored. One that was matched or
/// recorded stays what it is, since money was booked for it: `removedAt` and its history tell a person, who
/// reopens it.
void withdrawLine(Call& call, Line line);
/// The bank has it after all: a line that was ignored because it was taken back waits again.
void restoreLine(Call& call, Line line);

/// A movement was voided elsewhere: the line that it was recorded for is open again. Refuses for a part of a
/// match.
void movementVoided(Call& call, std::string_view transactionId);

} // namespace svc::bank
