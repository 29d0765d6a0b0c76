#include "api/own_transfers.hpp"

#include <cstdlib>

#include "api/reconciliation.hpp"
#include "domain/matching.hpp"
#include "domain/text.hpp"

namespace svc::bank {

namespace {

// Uses the index line_amount_date.
constexpr std::string_view OtherSidesSql =
    "SELECT l.id, l.booked_at, l.counterparty_name, l.counterparty_iban, w.iban, mine.iban"
    " FROM bank.line l JOIN treasury.v1_wallets w ON w.company_id = l.company_id AND w.id = l.wallet_id"
    " JOIN treasury.v1_wallets mine ON mine.company_id = l.company_id AND mine.id = $4"
    " WHERE l.company_id = $1 AND l.amount = $2 AND l.currency = $3 AND l.wallet_id <> $4"
    " AND l.status = 'unmatched' AND l.booked_at BETWEEN $5::date - 5 AND $5::date + 5"
    " ORDER BY abs(l.booked_at - $5::date), l.id LIMIT 5";

bool isAccount(std::optional<std::string_view> named, std::optional<std::string_view> own) {
    return named && own && !own->empty() && squashed(*named) == squashed(*own);
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
    for (const Row row : rows) {
        const bool account =
            isAccount(iban, row.optionalText(4)) || isAccount(row.optionalText(3), row.optionalText(5));
        if (!account && !named && own(row.optionalText(2).value_or("")) < AlikeNames) {
            // Opposite amounts alone may be a coincidence.
            continue;
        }
        const Date date = row.date(1);
        std::vector<std::string> reasons{"amount", account ? "own-account" : "own-name"};
        if (isNear(line, date)) {
            reasons.emplace_back("date");
        }
        answer.push_back(suggestWhole(line, (account ? 96 : 84) - 2 * std::abs(date.daysSince(line.bookedAt)),
                                      std::move(reasons), api::MatchableKind::Transfer,
                                      row.id<BankLineId>(0).toString(), date));
    }
}

void addOtherSide(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const Line other = lockOpen(call, BankLineId::parse(part.match.id).value_or(BankLineId()));
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
    const bool out = !isMoneyIn(line);
    const Line& from = out ? line : *other;
    const Line& to = out ? *other : line;
    call.checkDate(from.bookedAt);
    const auto transfer = calls::treasury::transfer(
        call, Json::object({{"fromWalletId", from.walletId.toString()},
                            {"toWalletId", to.walletId.toString()},
                            {"amount", majorFromMinor(magnitude(from), line.currency)},
                            {"date", from.bookedAt},
                            {"label", from.label}}));
    part.match.id = transfer.id.toString();
    part.match.date = from.bookedAt;
    part.match.transactionId = transfer.transactionIds.at(out ? 0 : 1);
    other->matches.push_back({.kind = api::MatchKind::Transfer,
                              .id = part.match.id,
                              .date = from.bookedAt,
                              .amount = other->amount,
                              .transactionId = transfer.transactionIds.at(out ? 1 : 0)});
    return *std::move(other);
}

} // namespace svc::bank
