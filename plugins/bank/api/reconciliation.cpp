#include "api/reconciliation.hpp"

#include <algorithm>

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "api/matching_parts.hpp"
#include "api/own_transfers.hpp"
#include "api/payouts.hpp"
#include "api/records.hpp"
#include "store/payout_store.hpp"

namespace svc::bank {

namespace {

Line lockOpen(Call& call, const Uuid& id) {
    auto line = LineStore(call).findForUpdate(id);
    if (!line) {
        throw ApiError(404, "bank-transaction-not-found");
    }
    if (line->status != "unmatched") {
        throw ApiError(400, "bank-transaction-not-open");
    }
    return *std::move(line);
}

/// Locks the line and those that it shall be matched with, in one order: two people may begin from the two
/// sides of a transfer.
void lockSides(Call& call, const Uuid& id, const Json& body) {
    std::vector<Uuid> sides{id};
    for (const Json& match : body["matches"].items()) {
        if (const auto other = decodeId("bnk", match.textOr("id"))) {
            sides.push_back(*other);
        }
    }
    if (sides.size() > 1) {
        LineStore(call).lock(sides);
    }
}

/// Writes the state, what movements became of, and what waits in the wallet.
void settle(Call& call, Line& line, std::string_view status, Json movements, std::int64_t waiting) {
    const std::string before = line.status;
    line.status = status;
    ++line.version;
    line.updatedAt = call.now().truncatedToMillis();
    LineStore(call).update(line);
    call.command("treasury.reconcile", Json::object({{"walletId", encodeId("wal", line.walletId)},
                                                     {"transactions", std::move(movements)},
                                                     {"waiting", waiting}}));
    call.history("bank_transaction", encodeId("bnk", line.id), std::string(status),
                 Json::array({Json::object({{"field", "status"}, {"from", before}, {"to", line.status}})}));
}

std::int64_t minorAt(const Json& number, const std::string& path, Currency currency) {
    const auto major = Decimal::parse(number.numberText());
    const auto minor = major ? minorFromMajor(*major, currency) : std::nullopt;
    if (!minor) {
        throw fieldInvalid(path);
    }
    return *minor;
}

Json found(const std::optional<std::string>& transactionId, bool reconciled) {
    return Json::object({{"id", transactionId}, {"reconciled", reconciled}});
}

/// The body of treasury.record for the line or a part of it; `amount` is signed.
Json movementOf(const Line& line, std::int64_t amount, const Json& body) {
    return Json::object({{"walletId", encodeId("wal", line.walletId)},
                         {"direction", amount > 0 ? "in" : "out"},
                         {"amount", majorFromMinor(amount < 0 ? -amount : amount, line.currency)},
                         {"category", body["category"]},
                         {"label", body.optionalText("label").value_or(line.label)},
                         {"partnerId", body["partnerId"]},
                         {"taxRate", body["taxRate"]},
                         {"date", line.bookedAt},
                         {"reference", line.reference},
                         {"kind", "bank"},
                         {"documentKind", "bank_transaction"},
                         {"documentId", encodeId("bnk", line.id)}});
}

} // namespace

Line matchLine(Call& call, const Uuid& id, const Json& body) {
    lockSides(call, id, body);
    Line line = lockOpen(call, id);
    std::vector<MatchPart> parts = partsOf(call, line, body["matches"]);
    std::int64_t writeOff = 0;
    if (!body["writeOff"].isNull()) {
        writeOff = minorAt(body["writeOff"]["amount"], "writeOff.amount", line.currency);
        if (writeOff == 0) {
            throw fieldInvalid("writeOff.amount");
        }
    }
    fillAmounts(line, parts, writeOff);
    std::int64_t difference = line.amount - writeOff;
    for (const MatchPart& part : parts) {
        difference -= part.match.amount;
    }
    if (difference != 0) {
        throw ApiError(400, "match-amount-mismatch", {std::to_string(difference)});
    }
    call.checkDate(line.bookedAt);

    Json movements = Json::array();
    for (MatchPart& part : parts) {
        if (part.otherSide) {
            Line other = makeTransfer(call, line, part);
            const std::int64_t waiting = -other.amount;
            Json leg = Json::array({found(other.matches.back().transactionId, true)});
            LineStore(call).addMatches(other);
            settle(call, other, "matched", std::move(leg), waiting);
        }
        if (part.providerWallet) {
            makePayout(call, line, part);
        }
        settlePart(call, line, part);
        line.matches.push_back(part.match);
        if (part.match.transactionId) {
            movements.push(found(part.match.transactionId, true));
        }
    }
    if (writeOff != 0) {
        const Json movement = call.command("treasury.record", movementOf(line, writeOff, body["writeOff"]));
        Match match;
        match.kind = "write_off";
        match.documentId = match.transactionId.emplace(movement.textOr("id"));
        match.amount = writeOff;
        match.date = line.bookedAt;
        match.made = true;
        line.matches.push_back(std::move(match));
    }
    LineStore(call).addMatches(line);
    settle(call, line, "matched", std::move(movements), -line.amount);
    if (std::none_of(parts.begin(), parts.end(),
                     [](const MatchPart& part) { return part.payout.has_value(); })) {
        claimPayout(call, line);
    }
    return line;
}

std::pair<Line, Json> recordLine(Call& call, const Uuid& id, const Json& body) {
    Line line = lockOpen(call, id);
    Json movement = call.command("treasury.record", movementOf(line, line.amount, body));
    line.transactionId = movement.textOr("id");
    settle(call, line, "recorded", Json::array(), -line.amount);
    return {std::move(line), std::move(movement)};
}

Line ignoreLine(Call& call, const Uuid& id, const Json& body) {
    Line line = lockOpen(call, id);
    line.ignoredReason = body.optionalText("reason");
    settle(call, line, "ignored", Json::array(), -line.amount);
    return line;
}

Line reopenLine(Call& call, const Uuid& id, const Json& body) {
    auto locked = LineStore(call).findForUpdate(id);
    if (!locked) {
        throw ApiError(404, "bank-transaction-not-found");
    }
    Line& line = *locked;
    if (line.status == "unmatched") {
        throw ApiError(400, "bank-transaction-open");
    }
    const auto text = body.optionalText("date");
    const auto date = text ? Date::parse(*text) : std::optional(call.today());
    if (!date) {
        throw fieldInvalid("date");
    }
    call.checkDate(*date);

    const std::vector<Match> matches = std::move(line.matches);
    const std::optional<std::string> recorded = line.transactionId;
    line.matches.clear();
    line.transactionId.reset();
    line.ignoredReason.reset();
    LineStore(call).removeMatches(line.id);
    PayoutStore(call).release(line.id);
    Json freed = Json::array();
    for (const Match& match : matches) {
        if (!match.made) {
            freed.push(found(match.transactionId, false));
        }
    }
    // First the line: what is voided below must not find itself in it any more.
    settle(call, line, "unmatched", std::move(freed), line.amount);
    const Json undoing = Json::object(
        {{"reason", line.label.empty() ? encodeId("bnk", line.id) : line.label}, {"date", *date}});
    for (const Match& match : matches) {
        if (match.made) {
            undoPart(call, match, undoing);
        }
    }
    if (recorded) {
        Json input = undoing;
        call.command("treasury.void", input.set("transactionId", *recorded));
    }
    return std::move(line);
}

void movementVoided(Call& call, std::string_view transactionId) {
    auto line = LineStore(call).ofTransaction(transactionId);
    if (!line) {
        return;
    }
    if (line->status != "recorded") {
        // A part of a match: the line is reopened as a whole.
        throw ApiError(400, "transaction-not-voidable");
    }
    line->transactionId.reset();
    settle(call, *line, "unmatched", Json::array(), line->amount);
}

} // namespace svc::bank
