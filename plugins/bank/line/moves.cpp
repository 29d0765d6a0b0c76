#include "line/moves.hpp"

#include <utility>

#include <svc/changes.hpp>
#include <svc/text.hpp>

#include "payout/store.hpp"

namespace svc::bank {
namespace {

/// Longest label of a movement or a transfer, and longest reason for voiding one.
constexpr std::size_t LongestText = 1000;

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

void checkDay(Call& call, const Line& line) {
    call.checkDate(line.bookedAt, "bookedAt");
}

void saveLine(Call& call, Line& line) {
    ++line.version;
    line.updatedAt = call.now().truncatedToMillis();
    LineStore(call).update(line);
}

void settleLine(Call& call, Line& line, api::LineStatus status, FoundMovements movements,
                std::int64_t waiting) {
    const std::string_view before = toText(line.status);
    line.status = status;
    saveLine(call, line);
    calls::treasury::reconcile(
        call, {.walletId = line.walletId, .transactions = std::move(movements), .waiting = waiting});
    const std::string_view after = toText(status);
    call.history("bank_transaction", line.id.toString(), after, changeOf("status", before, after));
}

Reopened openAgain(Call& call, Line& line) {
    Reopened before{std::exchange(line.matches, {}), std::exchange(line.transactionId, std::nullopt),
                    PayoutStore(call).release(line.id)};
    line.ignoredReason.reset();
    LineStore(call).removeMatches(line.id);
    FoundMovements freed;
    for (const Match& match : before.matches) {
        if (!match.made) {
            freed.push_back({.id = match.transactionId.value(), .reconciled = false});
        }
    }
    settleLine(call, line, api::LineStatus::Unmatched, std::move(freed), line.amount.minor());
    return before;
}

Json movementOf(const Line& line, std::int64_t amount, const api::BankRecord& as) {
    using calls::treasury::MoneyDirection;
    return Json::object({{"walletId", line.walletId.toString()},
                         {"direction", toText(amount > 0 ? MoneyDirection::In : MoneyDirection::Out)},
                         {"amount", majorFromMinor(amount < 0 ? -amount : amount, line.currency)},
                         {"category", as.category},
                         {"label", as.label.value_or(movementLabel(line))},
                         {"partnerId", as.partnerId ? Json(as.partnerId->toString()) : Json(nullptr)},
                         {"taxRate", as.taxRate},
                         {"date", line.bookedAt},
                         {"reference", line.reference},
                         {"kind", toText(calls::treasury::TransactionKind::Bank)},
                         {"documentKind", "bank_transaction"},
                         {"documentId", line.id.toString()}});
}

std::string movementLabel(const Line& line) {
    return std::string(utf8Prefix(line.label, LongestText));
}

std::string reasonOf(const Line& line) {
    return line.label.empty() ? line.id.toString() : movementLabel(line);
}

Answer<200, api::BankTransaction> answerOf(const Line& line) {
    return Answer<200, api::BankTransaction>(line).etag(line.version);
}

} // namespace svc::bank
