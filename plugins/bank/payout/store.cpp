#include "payout/store.hpp"

#include <svc/columns.hpp>

namespace svc::bank {
namespace {

/// Written by keep(), which does not change the line.
const Table Payouts("bank.payout", columnWrittenOnce("id", &Payout::id),
                    column("wallet_id", &Payout::walletId), column("provider", &Payout::provider),
                    column("reference", &Payout::reference), column("status", &Payout::status),
                    column("amount", &Payout::amount), column("currency", &Payout::currency),
                    column("arrives_on", &Payout::arrivesOn), column("parts", &Payout::parts),
                    column("line_id", &Payout::lineId));

constexpr std::string_view KeepPayoutSql =
    "INSERT INTO bank.payout AS p (company_id, id, wallet_id, provider, reference, status, amount, currency,"
    " arrives_on, parts, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)"
    " ON CONFLICT ON CONSTRAINT payout_reference_key DO UPDATE SET wallet_id = excluded.wallet_id,"
    " status = excluded.status, amount = CASE WHEN p.line_id IS NULL THEN excluded.amount ELSE p.amount END,"
    " arrives_on = excluded.arrives_on, parts = excluded.parts, updated_at = excluded.updated_at";
// The day of arrival is planned: banks book a day before it or some days after.
const std::string PayoutsForLineSql =
    "SELECT " + Payouts.select("p") +
    " FROM bank.payout p WHERE p.company_id = $1 AND p.amount = $3"
    " AND p.currency = $4 AND p.wallet_id <> $2 AND p.status <> 'failed' AND p.line_id IS NULL"
    " AND p.arrives_on BETWEEN $5::date - 7 AND $5::date + 2"
    " ORDER BY abs(p.arrives_on - $5::date), p.id LIMIT 5";
const std::string FindPayoutSql =
    "SELECT " + Payouts.select("p") +
    " FROM bank.payout p WHERE p.company_id = $1 AND p.id = $2 FOR NO KEY UPDATE OF p";
constexpr std::string_view TakePayoutSql =
    "UPDATE bank.payout SET line_id = $3, fees_id = $5, updated_at = $4 WHERE company_id = $1 AND id = $2";
// The fees in the row before the update, unless they are voided.
constexpr std::string_view ReleasePayoutSql =
    "UPDATE bank.payout p SET line_id = NULL, fees_id = NULL, updated_at = $3 FROM bank.payout o"
    " WHERE p.company_id = $1 AND p.line_id = $2 AND o.company_id = p.company_id AND o.id = p.id"
    " RETURNING (SELECT t.id FROM treasury.v1_transactions t WHERE t.company_id = $1 AND t.id = o.fees_id"
    " AND t.status = 'posted')";

Json partsJson(const std::vector<PayoutPart>& parts) {
    Json list = Json::array();
    for (const PayoutPart& part : parts) {
        list.push(Json::object({{"kind", toText(part.kind)},
                                {"reference", part.reference},
                                {"amount", part.amount.minor()},
                                {"fee", part.fee.minor()}}));
    }
    return list;
}

} // namespace

void PayoutStore::keep(const Payout& payout) {
    call_.db().send(KeepPayoutSql, company_, payout.id, payout.walletId, payout.provider, payout.reference,
                    toText(payout.status), payout.amount, payout.currency, payout.arrivesOn,
                    partsJson(payout.parts), call_.now().truncatedToMillis());
}

std::vector<Payout> PayoutStore::forLine(const api::BankTransaction& line) {
    std::vector<Payout> payouts;
    for (const Row row : call_.db().query(PayoutsForLineSql, company_, line.walletId, line.amount.minor(),
                                          line.currency, line.bookedAt)) {
        payouts.push_back(Payouts.read(row));
    }
    return payouts;
}

std::optional<Payout> PayoutStore::findForUpdate(PayoutId id) {
    const Rows rows = call_.db().query(FindPayoutSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(Payouts.read(rows[0]));
}

void PayoutStore::take(PayoutId id, BankLineId lineId, std::optional<TransactionId> fees) {
    call_.db().send(TakePayoutSql, company_, id, lineId, call_.now().truncatedToMillis(), fees);
}

std::vector<TransactionId> PayoutStore::release(BankLineId lineId) {
    std::vector<TransactionId> fees;
    for (const Row row :
         call_.db().query(ReleasePayoutSql, company_, lineId, call_.now().truncatedToMillis())) {
        if (const auto id = row.optionalUuid(0)) {
            fees.emplace_back(*id);
        }
    }
    return fees;
}

} // namespace svc::bank
