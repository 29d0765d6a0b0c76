#include "api/reconciliation.hpp"

#include <algorithm>

#include "api/matching_parts.hpp"
#include "api/own_transfers.hpp"
#include "api/payouts.hpp"
#include "store/payout_store.hpp"

namespace svc::bank {

namespace {

using FoundMovements = std::vector<calls::treasury::FoundMovement>;

/// Locks the line and those that it shall be matched with, in one order: two people may begin from the two
/// sides of a transfer.
void lockSides(Call& call, BankLineId id, const api::BankMatch& body) {
    std::vector<BankLineId> sides{id};
    for (const api::MatchRequest& match : body.matches) {
        if (const auto other = BankLineId::parse(match.id)) {
            sides.push_back(*other);
        }
    }
    if (sides.size() > 1) {
        LineStore(call).lock(sides);
    }
}

/// Why a line is ignored that the bank has taken back.
constexpr std::string_view RemovedByBank = "removed-by-bank";

void save(Call& call, Line& line) {
    ++line.version;
    line.updatedAt = call.now().truncatedToMillis();
    LineStore(call).update(line);
}

/// Writes the state, what movements became of, and what waits in the wallet.
void settle(Call& call, Line& line, api::LineStatus status, FoundMovements movements, std::int64_t waiting) {
    const std::string_view before = toText(line.status);
    line.status = status;
    save(call, line);
    calls::treasury::reconcile(
        call, {.walletId = line.walletId, .transactions = std::move(movements), .waiting = waiting});
    const std::string_view after = toText(status);
    call.history("bank_transaction", line.id.toString(), after,
                 Json::array({Json::object({{"field", "status"}, {"from", before}, {"to", after}})}));
}

/// The body of treasury.record for the line or a part of it; `amount` is signed.
Json movementOf(const Line& line, std::int64_t amount, const api::BankRecord& as) {
    return Json::object({{"walletId", line.walletId.toString()},
                         {"direction", amount > 0 ? "in" : "out"},
                         {"amount", majorFromMinor(amount < 0 ? -amount : amount, line.currency)},
                         {"category", as.category},
                         {"label", as.label.value_or(line.label)},
                         {"partnerId", as.partnerId ? Json(as.partnerId->toString()) : Json(nullptr)},
                         {"taxRate", as.taxRate},
                         {"date", line.bookedAt},
                         {"reference", line.reference},
                         {"kind", "bank"},
                         {"documentKind", "bank_transaction"},
                         {"documentId", line.id.toString()}});
}

/// Records what is left of the line as a movement.
Match writtenOff(Call& call, const Line& line, std::int64_t amount, const api::BankMatchWriteOff& writeOff) {
    const auto movement = calls::treasury::record(
        call, movementOf(line, amount, {.category = writeOff.category, .label = writeOff.label}));
    return {.kind = api::MatchKind::WriteOff,
            .id = movement.id.toString(),
            .date = line.bookedAt,
            .amount = MinorAmount(amount),
            .transactionId = movement.id};
}

std::int64_t writeOffOf(const Line& line, const std::optional<api::BankMatchWriteOff>& writeOff) {
    if (!writeOff) {
        return 0;
    }
    const std::int64_t amount = writeOff->amount.minor(line.currency, "writeOff.amount");
    if (amount == 0) {
        throw fieldInvalid("writeOff.amount");
    }
    return amount;
}

void checkSum(const Line& line, const std::vector<MatchPart>& parts, std::int64_t writeOff) {
    std::int64_t difference = line.amount.minor() - writeOff;
    for (const MatchPart& part : parts) {
        difference -= part.match.amount.minor();
    }
    if (difference != 0) {
        throw ApiError(400, "match-amount-mismatch", {std::to_string(difference)});
    }
}

} // namespace

Line requireLine(std::optional<Line> found) {
    if (!found) {
        throw ApiError(404, "bank-transaction-not-found");
    }
    return *std::move(found);
}

Line lockOpen(Call& call, BankLineId id) {
    Line line = requireLine(LineStore(call).findForUpdate(id));
    if (line.status != api::LineStatus::Unmatched) {
        throw ApiError(400, "bank-transaction-not-open");
    }
    return line;
}

Line matchLine(Call& call, BankLineId id, const api::BankMatch& body) {
    lockSides(call, id, body);
    Line line = lockOpen(call, id);
    std::vector<MatchPart> parts = partsOf(call, line, body.matches);
    const std::int64_t writeOff = writeOffOf(line, body.writeOff);
    fillAmounts(line, parts, writeOff);
    checkSum(line, parts, writeOff);
    call.checkDate(line.bookedAt);

    FoundMovements movements;
    for (MatchPart& part : parts) {
        if (part.otherSide) {
            Line other = makeTransfer(call, line, part);
            LineStore(call).addMatches(other);
            settle(call, other, api::LineStatus::Matched,
                   {{.id = other.matches.back().transactionId.value(), .reconciled = true}},
                   -other.amount.minor());
        }
        if (part.providerWallet) {
            makePayout(call, line, part);
        }
        settlePart(call, line, part);
        line.matches.push_back(part.match);
        if (part.match.transactionId) {
            movements.push_back({.id = *part.match.transactionId, .reconciled = true});
        }
    }
    if (writeOff != 0) {
        line.matches.push_back(writtenOff(call, line, writeOff, *body.writeOff));
    }
    LineStore(call).addMatches(line);
    settle(call, line, api::LineStatus::Matched, std::move(movements), -line.amount.minor());
    if (std::none_of(parts.begin(), parts.end(),
                     [](const MatchPart& part) { return part.payout.has_value(); })) {
        claimPayout(call, line);
    }
    return line;
}

api::RecordBankTransactionAnswer recordLine(Call& call, BankLineId id, const api::BankRecord& body) {
    Line line = lockOpen(call, id);
    Json movement = call.command("treasury.record", movementOf(line, line.amount.minor(), body));
    line.transactionId = TransactionId::parse(movement.textOr("id"));
    settle(call, line, api::LineStatus::Recorded, {}, -line.amount.minor());
    return {.bankTransaction = std::move(line), .transaction = std::move(movement)};
}

Line ignoreLine(Call& call, BankLineId id, const std::optional<std::string>& reason) {
    Line line = lockOpen(call, id);
    line.ignoredReason = reason;
    settle(call, line, api::LineStatus::Ignored, {}, -line.amount.minor());
    return line;
}

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
    settle(call, line, api::LineStatus::Unmatched, std::move(freed), line.amount.minor());
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

void withdrawLine(Call& call, Line line) {
    line.removedAt = call.now().truncatedToMillis();
    if (line.status == api::LineStatus::Unmatched) {
        line.ignoredReason = RemovedByBank;
        settle(call, line, api::LineStatus::Ignored, {}, -line.amount.minor());
    } else {
        save(call, line);
    }
    call.history("bank_transaction", line.id.toString(), "removed_by_bank");
}

void restoreLine(Call& call, Line line) {
    line.removedAt.reset();
    if (line.status == api::LineStatus::Ignored && line.ignoredReason == RemovedByBank) {
        line.ignoredReason.reset();
        settle(call, line, api::LineStatus::Unmatched, {}, line.amount.minor());
    } else {
        save(call, line);
    }
    call.history("bank_transaction", line.id.toString(), "restored_by_bank");
}

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
    settle(call, *line, api::LineStatus::Unmatched, {}, line->amount.minor());
}

} // namespace svc::bank
