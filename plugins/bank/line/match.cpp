#include <algorithm>

#include "line/moves.hpp"
#include "match/own_transfers.hpp"
#include "match/parts.hpp"
#include "payout/moves.hpp"

namespace svc::bank {
namespace {

/// Locks the line and the lines that it is to be matched with, always in the same order: two users may start
/// from the two sides of a transfer at once.
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

/// Records the unmatched rest of the line as a movement.
Match writtenOff(Call& call, const Line& line, std::int64_t amount, const api::BankMatchWriteOff& writeOff) {
    const Json movement = calls::treasury::record(
        call, movementOf(line, amount, {.category = writeOff.category, .label = writeOff.label}));
    const auto id = TransactionId::parse(movement["id"].text()).value();
    return {.kind = api::MatchKind::WriteOff,
            .id = id.toString(),
            .date = line.bookedAt,
            .amount = MinorAmount(amount),
            .transactionId = id,
            .made = true};
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

Line matchLine(Call& call, BankLineId id, const api::BankMatch& body) {
    lockSides(call, id, body);
    Line line = lockOpen(call, id);
    std::vector<MatchPart> parts = partsOf(call, line, body.matches);
    checkDay(call, line);
    const std::int64_t writeOff = writeOffOf(line, body.writeOff);
    fillAmounts(line, parts, writeOff);
    checkSum(line, parts, writeOff);

    FoundMovements movements;
    for (MatchPart& part : parts) {
        if (part.otherSide) {
            Line other = makeTransfer(call, line, part);
            LineStore(call).addMatches(other);
            settleLine(call, other, api::LineStatus::Matched,
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
    settleLine(call, line, api::LineStatus::Matched, std::move(movements), -line.amount.minor());
    if (std::none_of(parts.begin(), parts.end(),
                     [](const MatchPart& part) { return part.payout.has_value(); })) {
        claimPayout(call, line);
    }
    return line;
}

} // namespace

Answer<200, api::BankTransaction> matchBankTransaction(Request& request,
                                                       const api::MatchBankTransactionParameters& parameters,
                                                       const api::BankMatch& body) {
    return answerOf(matchLine(request, parameters.id, body));
}

} // namespace svc::bank
