#include "match/own_transfers.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <svc/columns.hpp>

#include "line/moves.hpp"
#include "match/recorded_transfers.hpp"
#include "match/rules/matching.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

/// A line of another wallet with the opposite amount.
struct OtherSide {
    BankLineId id;
    WalletId walletId;
    Date bookedAt;
    std::optional<std::string_view> counterpartyName;
    std::optional<std::string_view> counterpartyIban;
    std::optional<std::string_view> itsIban; ///< account of its wallet
    std::optional<std::string_view> ourIban; ///< account of the wallet of the line
};
const Table OtherSides("sides", columnWrittenOnce("id", &OtherSide::id),
                       column("wallet_id", &OtherSide::walletId), column("booked_at", &OtherSide::bookedAt),
                       column("counterparty_name", &OtherSide::counterpartyName),
                       column("counterparty_iban", &OtherSide::counterpartyIban),
                       column("its_iban", &OtherSide::itsIban), column("our_iban", &OtherSide::ourIban));

// Uses the index line_amount_date.
const std::string OtherSidesSql =
    "SELECT " + OtherSides.select("x") +
    " FROM (SELECT l.id, l.wallet_id, l.booked_at, l.counterparty_name, l.counterparty_iban,"
    " w.iban AS its_iban, mine.iban AS our_iban FROM bank.line l"
    " JOIN treasury.v1_wallets w ON w.company_id = l.company_id AND w.id = l.wallet_id"
    " JOIN treasury.v1_wallets mine ON mine.company_id = l.company_id AND mine.id = $4"
    " WHERE l.company_id = $1 AND l.amount = $2 AND l.currency = $3 AND l.wallet_id <> $4"
    " AND l.status = 'unmatched' AND l.booked_at BETWEEN $5::date - 5 AND $5::date + 5) x"
    " ORDER BY abs(x.booked_at - $5::date), x.id LIMIT 5";

bool isAccount(std::optional<std::string_view> named, std::optional<std::string_view> own) {
    return named && own && !own->empty() && squashed(*named) == squashed(*own);
}

/// The transfer whose two sides the lines are, with the movement of each.
struct TransferOfLines {
    TransferId id;
    Date date;
    TransactionId movement;
    TransactionId otherMovement;
    bool made = false;
};
std::optional<TransferOfLines> recordedBetween(Call& call, const Line& line, const Line& other) {
    const std::int64_t amount = magnitude(other);
    const std::vector<RecordedTransfer> there = recordedTransfers(call, other, amount);
    for (const RecordedTransfer& here : recordedTransfers(call, line, amount)) {
        const auto found = std::find_if(there.begin(), there.end(),
                                        [&](const RecordedTransfer& one) { return one.id == here.id; });
        if (found != there.end()) {
            return TransferOfLines{here.id, here.date, here.movement, found->movement, false};
        }
    }
    return std::nullopt;
}

/// Records the transfer of which the two lines are the sides.
TransferOfLines record(Call& call, const Line& line, const Line& other) {
    const bool out = !isMoneyIn(line);
    const Line& from = out ? line : other;
    const Line& to = out ? other : line;
    checkDay(call, from);
    const auto transfer = calls::treasury::transfer(
        call, Json::object({{"fromWalletId", from.walletId.toString()},
                            {"toWalletId", to.walletId.toString()},
                            {"amount", majorFromMinor(magnitude(other), line.currency)},
                            {"date", from.bookedAt},
                            {"label", movementLabel(from)}}));
    return {transfer.id, from.bookedAt, transfer.transactionIds.at(out ? 0 : 1),
            transfer.transactionIds.at(out ? 1 : 0), true};
}

} // namespace

void suggestTransfers(Call& call, const Line& line, Suggestions& answer) {
    const Rows rows = call.db().query(OtherSidesSql, call.companyId(), -line.amount.minor(), line.currency,
                                      line.walletId, line.bookedAt);
    if (rows.empty()) {
        return;
    }
    const NameMatcher own(call.company().name);
    const auto& [name, iban] = line.counterparty;
    const bool named = name && own(*name) >= AlikeNames;
    const std::vector<RecordedTransfer> transfers = recordedTransfers(call, line, magnitude(line));
    std::set<TransferId> suggested;
    for (const Row row : rows) {
        const OtherSide side = OtherSides.read(row);
        const bool account = isAccount(iban, side.itsIban) || isAccount(side.counterpartyIban, side.ourIban);
        if (!account && !named && own(side.counterpartyName.value_or("")) < AlikeNames) {
            // Opposite amounts alone may be a coincidence.
            continue;
        }
        std::vector<std::string> reasons{"amount", account ? "own-account" : "own-name"};
        if (isNear(line, side.bookedAt)) {
            reasons.emplace_back("date");
        }
        const int away = 2 * std::abs(side.bookedAt.daysSince(line.bookedAt));
        const RecordedTransfer* recorded = transferWith(transfers, side.walletId);
        if (recorded == nullptr) {
            answer.push_back(suggestWhole(line, (account ? 96 : 84) - away, std::move(reasons),
                                          api::MatchableKind::Transfer, side.id.toString(), side.bookedAt));
        } else if (suggested.insert(recorded->id).second) {
            reasons.emplace_back("recorded");
            eraseSuggestions(answer, recorded->matchId());
            answer.push_back(suggestWhole(line, (account ? 96 : 90) - away, std::move(reasons),
                                          recorded->kind(), recorded->matchId(), recorded->date));
        }
    }
}

void addTransfersBetween(Call& call, const Line& line, BankLineId other, std::vector<TransactionId>& ids) {
    const auto found = LineStore(call).find(other);
    if (!found || found->walletId == line.walletId) {
        return;
    }
    for (const Line* side : {&line, &*found}) {
        for (const RecordedTransfer& one : recordedTransfers(call, *side, magnitude(*found))) {
            ids.push_back(one.movement);
        }
    }
}

void addOtherSide(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const Line other = lockOpen(call, BankLineId::parseOrNil(part.match.id));
    if (isMoneyIn(other) == isMoneyIn(line)) {
        throw ApiError(400, "match-direction");
    }
    if (other.walletId == line.walletId || other.currency != line.currency) {
        throw partInvalid(part, "id");
    }
    takeWhole(part, magnitude(other));
    part.otherSide = other.id;
    parts.push_back(std::move(part));
}

Line makeTransfer(Call& call, const Line& line, MatchPart& part) {
    auto other = LineStore(call).findForUpdate(part.otherSide.value());
    if (!other) {
        throw Fault("the other line of a transfer is gone");
    }
    auto pair = recordedBetween(call, line, *other);
    if (!pair) {
        pair = record(call, line, *other);
    }
    part.match.id = pair->id.toString();
    part.match.date = pair->date;
    part.match.transactionId = pair->movement;
    part.match.made = pair->made;
    other->matches.push_back({.kind = api::MatchKind::Transfer,
                              .id = part.match.id,
                              .date = pair->date,
                              .amount = other->amount,
                              .transactionId = pair->otherMovement,
                              .made = pair->made});
    return *std::move(other);
}

} // namespace svc::bank
