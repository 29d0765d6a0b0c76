#include "store/payout_store.hpp"

namespace svc::bank {
namespace {

#define SVC_PAYOUT_COLUMNS                                                                                   \
    "p.id, p.wallet_id, p.provider, p.reference, p.status, p.amount, p.currency, p.arrives_on, p.parts,"     \
    " p.line_id"

constexpr std::string_view KeepPayoutSql =
    "INSERT INTO bank.payout AS p (company_id, id, wallet_id, provider, reference, status, amount, currency,"
    " arrives_on, parts, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)"
    " ON CONFLICT ON CONSTRAINT payout_reference_key DO UPDATE SET wallet_id = excluded.wallet_id,"
    " status = excluded.status, amount = CASE WHEN p.line_id IS NULL THEN excluded.amount ELSE p.amount END,"
    " arrives_on = excluded.arrives_on, parts = excluded.parts, updated_at = excluded.updated_at";
// The day of arrival is that of the plan: banks book a day before or some days after it.
constexpr std::string_view PayoutsForLineSql =
    "SELECT " SVC_PAYOUT_COLUMNS " FROM bank.payout p WHERE p.company_id = $1 AND p.amount = $3"
    " AND p.currency = $4 AND p.wallet_id <> $2 AND p.status <> 'failed' AND p.line_id IS NULL"
    " AND p.arrives_on BETWEEN $5::date - 7 AND $5::date + 2"
    " ORDER BY abs(p.arrives_on - $5::date), p.id LIMIT 5";
constexpr std::string_view FindPayoutSql =
    "SELECT " SVC_PAYOUT_COLUMNS
    " FROM bank.payout p WHERE p.company_id = $1 AND p.id = $2 FOR NO KEY UPDATE OF p";
constexpr std::string_view TakePayoutSql =
    "UPDATE bank.payout SET line_id = $3, updated_at = $4 WHERE company_id = $1 AND id = $2";
constexpr std::string_view ReleasePayoutSql =
    "UPDATE bank.payout SET line_id = NULL, updated_at = $3 WHERE company_id = $1 AND line_id = $2";

Json toJson(const std::vector<PayoutPart>& parts) {
    Json list = Json::array();
    for (const PayoutPart& part : parts) {
        list.push(Json::object({{"kind", part.kind},
                                {"reference", part.reference},
                                {"amount", part.amount},
                                {"fee", part.fee}}));
    }
    return list;
}

Payout payoutAt(const Row& row) {
    Payout payout;
    payout.id = row.uuid(0);
    payout.walletId = row.uuid(1);
    payout.provider = row.text(2);
    payout.reference = row.text(3);
    payout.status = row.text(4);
    payout.amount = row.integer(5);
    payout.currency = row.currency(6);
    payout.arrivesOn = row.date(7);
    const Json parts = row.json(8);
    for (const Json& part : parts.items()) {
        payout.parts.push_back(
            {part.textOr("kind"), part.textOr("reference"), part["amount"].integer(), part["fee"].integer()});
    }
    payout.lineId = row.optionalUuid(9);
    return payout;
}

} // namespace

void PayoutStore::keep(const Payout& payout) {
    call_.db().send(KeepPayoutSql, company_, payout.id, payout.walletId, payout.provider, payout.reference,
                    payout.status, payout.amount, payout.currency, payout.arrivesOn, toJson(payout.parts),
                    call_.now().truncatedToMillis());
}

std::vector<Payout> PayoutStore::forLine(const Uuid& walletId, std::int64_t amount, Currency currency,
                                         Date date) {
    std::vector<Payout> payouts;
    for (const Row row : call_.db().query(PayoutsForLineSql, company_, walletId, amount, currency, date)) {
        payouts.push_back(payoutAt(row));
    }
    return payouts;
}

std::optional<Payout> PayoutStore::findForUpdate(const Uuid& id) {
    const Rows rows = call_.db().query(FindPayoutSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(payoutAt(rows[0]));
}

void PayoutStore::take(const Uuid& id, const Uuid& lineId) {
    call_.db().send(TakePayoutSql, company_, id, lineId, call_.now().truncatedToMillis());
}

void PayoutStore::release(const Uuid& lineId) {
    call_.db().send(ReleasePayoutSql, company_, lineId, call_.now().truncatedToMillis());
}

} // namespace svc::bank
