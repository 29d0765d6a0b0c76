#include "api/own_transfers.hpp"

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "domain/matching.hpp"
#include "domain/text.hpp"

namespace svc::bank {

namespace {

// By the index of amounts.
constexpr std::string_view OtherSidesSql =
    "SELECT l.id, l.booked_at, l.counterparty_name, l.counterparty_iban, w.iban, mine.iban"
    " FROM bank.line l JOIN treasury.v1_wallets w ON w.company_id = l.company_id AND w.id = l.wallet_id"
    " JOIN treasury.v1_wallets mine ON mine.company_id = l.company_id AND mine.id = $4"
    " WHERE l.company_id = $1 AND l.amount = $2 AND l.currency = $3 AND l.wallet_id <> $4"
    " AND l.status = 'unmatched' AND l.booked_at BETWEEN $5::date - 5 AND $5::date + 5"
    " ORDER BY abs(l.booked_at - $5::date), l.id LIMIT 5";
constexpr std::string_view OwnLegsSql =
    "SELECT f.out_id, f.in_id FROM treasury.v1_transfers f WHERE f.company_id = $1 AND f.id = $2";

bool isAccount(std::optional<std::string_view> named, std::optional<std::string_view> own) {
    return named && own && !own->empty() && squashed(*named) == squashed(*own);
}

} // namespace

void suggestTransfers(Call& call, const Line& line, Json& answer) {
    const Rows rows = call.db().query(OtherSidesSql, call.companyId(), -line.amount, line.currency,
                                      line.walletId, line.bookedAt);
    if (rows.empty()) {
        return;
    }
    const NameMatcher own(call.company().name);
    const bool named = line.counterpartyName && own(*line.counterpartyName) >= AlikeNames;
    const std::int64_t amount = line.amount < 0 ? -line.amount : line.amount;
    for (const Row row : rows) {
        const bool account = isAccount(line.counterpartyIban, row.optionalText(4)) ||
                             isAccount(row.optionalText(3), row.optionalText(5));
        if (!account && !named && own(row.optionalText(2).value_or("")) < AlikeNames) {
            // Two amounts that happen to be opposite say nothing.
            continue;
        }
        const Date date = row.date(1);
        const std::int32_t days = date.daysSince(line.bookedAt);
        const int away = days < 0 ? -days : days;
        Json reasons = Json::array({"amount", account ? "own-account" : "own-name"});
        if (away <= 3) {
            reasons.push("date");
        }
        answer.push(Json::object({{"score", Decimal(Int128{(account ? 96 : 84) - 2 * away}, 2)},
                                  {"reasons", std::move(reasons)},
                                  {"matches", Json::array({Json::object({{"kind", "transfer"},
                                                                         {"id", encodeId("bnk", row.uuid(0))},
                                                                         {"number", nullptr},
                                                                         {"partner", nullptr},
                                                                         {"date", date},
                                                                         {"balance", amount},
                                                                         {"amount", amount}})})},
                                  {"writeOff", nullptr}}));
    }
}

void addOtherSide(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const std::string path = "matches[" + std::to_string(part.place) + "].";
    const auto id = decodeId("bnk", part.match.documentId);
    const auto other = id ? LineStore(call).findForUpdate(*id) : std::nullopt;
    if (!other) {
        throw ApiError(404, "bank-transaction-not-found");
    }
    if (other->status != "unmatched") {
        throw ApiError(400, "bank-transaction-not-open");
    }
    if ((other->amount > 0) == (line.amount > 0)) {
        throw ApiError(400, "match-direction");
    }
    if (other->walletId == line.walletId || other->currency != line.currency) {
        throw fieldInvalid(path + "id");
    }
    part.open = other->amount < 0 ? -other->amount : other->amount;
    if (part.asked && *part.asked != part.open) {
        throw fieldInvalid(path + "amount");
    }
    part.asked = part.open;
    part.otherSide = id;
    parts.push_back(std::move(part));
}

Line makeTransfer(Call& call, const Line& line, MatchPart& part) {
    auto other = LineStore(call).findForUpdate(part.otherSide.value());
    if (!other) {
        throw Fault("the other line of a transfer is gone");
    }
    const bool out = line.amount < 0;
    const Line& from = out ? line : *other;
    const Line& to = out ? *other : line;
    call.checkDate(from.bookedAt);
    const Json transfer = call.command("treasury.transfer",
                                       Json::object({{"fromWalletId", encodeId("wal", from.walletId)},
                                                     {"toWalletId", encodeId("wal", to.walletId)},
                                                     {"amount", majorFromMinor(-from.amount, line.currency)},
                                                     {"date", from.bookedAt},
                                                     {"label", from.label}}));
    const Rows legs = call.db().query(OwnLegsSql, call.companyId(), decodeId("trf", transfer.textOr("id")));
    const std::string outLeg = encodeId("txn", legs[0].uuid(0));
    const std::string inLeg = encodeId("txn", legs[0].uuid(1));
    part.match.documentId = transfer.textOr("id");
    part.match.date = from.bookedAt;
    part.match.transactionId = out ? outLeg : inLeg;

    Match match;
    match.kind = "transfer";
    match.documentId = part.match.documentId;
    match.date = from.bookedAt;
    match.amount = other->amount;
    match.transactionId = out ? inLeg : outLeg;
    other->matches.push_back(std::move(match));
    return *std::move(other);
}

} // namespace svc::bank
