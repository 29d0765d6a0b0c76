#include "till/store.hpp"

#include <svc/list_search.hpp>

#include "till/columns.hpp"

namespace svc::treasury {

namespace {

const std::string SessionColumns = Sessions.select("r") + ", " + MovedInSession.select("m") +
                                   ", r.date, coalesce(r.sales_count, 0), coalesce(r.sales_total, 0)";

// The sums of an open session are computed from its movements. A reversed payment reduces the payments,
// whatever its direction.
constexpr std::string_view SessionSums =
    " LEFT JOIN LATERAL (SELECT"
    " coalesce(r.cash_payments, sum(CASE t.direction WHEN 'in' THEN t.amount ELSE -t.amount END)"
    " FILTER (WHERE t.kind = 'sale_payment'), 0)::bigint AS cash_payments,"
    " coalesce(r.cash_refunds, sum(CASE t.direction WHEN 'out' THEN t.amount ELSE -t.amount END)"
    " FILTER (WHERE t.kind = 'sale_refund'), 0)::bigint AS cash_refunds,"
    " coalesce(r.paid_in, sum(t.amount) FILTER (WHERE t.direction = 'in'"
    " AND t.kind NOT IN ('sale_payment', 'sale_refund')), 0)::bigint AS paid_in,"
    " coalesce(r.paid_out, sum(t.amount) FILTER (WHERE t.direction = 'out'"
    " AND t.kind NOT IN ('sale_payment', 'sale_refund')), 0)::bigint AS paid_out"
    " FROM treasury.transaction t WHERE r.status = 'open' AND t.company_id = r.company_id"
    " AND t.cash_session_id = r.id) m ON true";

const std::string FindSessionSql = "SELECT " + SessionColumns + " FROM treasury.cash_session r" +
                                   std::string(SessionSums) + " WHERE r.company_id = $1 AND r.id = $2";

constexpr std::string_view OpenOfSql =
    "SELECT open_session_id FROM treasury.wallet_balance WHERE company_id = $1 AND wallet_id = $2";

constexpr std::string_view InsertSessionSql =
    "INSERT INTO treasury.cash_session (company_id, id, wallet_id, business_unit_id, status, currency, date,"
    " opened_at, expected_opening, opening, opening_count, note, created_at, updated_at, created_by_kind,"
    " created_by_id) VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $9, $10, $11, $7, $7, $12, $13)";
constexpr std::string_view CloseSql =
    "UPDATE treasury.cash_session SET status = 'closed', closed_at = $3, closed_by_kind = $4, closed_by_id = "
    "$5,"
    " cash_payments = $6, cash_refunds = $7, paid_in = $8, paid_out = $9, counted = $10, count = $11,"
    " sales_count = $12, sales_total = $13, by_method = $14, note = $15, version = $16, updated_at = $3"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view DepositSql =
    "UPDATE treasury.cash_session SET deposit_transfer_id = $3 WHERE company_id = $1 AND id = $2";
constexpr std::string_view HoldTillSql =
    "UPDATE treasury.wallet_balance SET open_session_id = $3 WHERE company_id = $1 AND wallet_id = $2";

/// Reads SessionColumns, the first of which is at `at`.
CashSession sessionAt(const Row& row, std::uint32_t at) {
    CashSession s;
    Sessions.readInto(row, at, s);
    at += Sessions.width();
    MovedInSession.readInto(row, at, s);
    at += MovedInSession.width();
    s.date = row.date(at);
    s.sales = {.count = row.integer(at + 1), .total = MinorAmount(row.integer(at + 2))};
    if (s.byMethod.isNull()) {
        s.byMethod = Json::array();
    }
    s.openedBy = s.createdBy;
    addUp(s);
    return s;
}

} // namespace

void addUp(CashSession& s) {
    const std::int64_t expected = s.openingAmount.minor() + s.cashPayments.minor() - s.cashRefunds.minor() +
                                  s.paidIn.minor() - s.paidOut.minor();
    s.expectedAmount = MinorAmount(expected);
    s.difference =
        s.countedAmount ? std::optional(MinorAmount(s.countedAmount->minor() - expected)) : std::nullopt;
}

std::optional<CashSession> CashSessionStore::find(CashSessionId id) {
    const Rows rows = call_.db().query(FindSessionSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(sessionAt(rows[0], 0));
}

CashSessionPage CashSessionStore::list(const api::ListCashSessionsParameters& parameters) {
    ListRequest list = lists::cashSession(call_, parameters);
    list.joins = SessionSums;
    CashSessionPage page;
    page.total = readList(call_, list, SessionColumns, [&](const Row& row, std::uint32_t column) {
                     page.sessions.push_back(sessionAt(row, column));
                 }).count;
    return page;
}

std::optional<CashSessionId> CashSessionStore::openOf(WalletId walletId) {
    const Rows rows = call_.db().query(OpenOfSql, company_, walletId);
    const auto id = rows.empty() ? std::nullopt : rows[0].optionalUuid(0);
    return id ? std::optional(CashSessionId(*id)) : std::nullopt;
}

void CashSessionStore::open(const CashSession& s) {
    call_.db().send(InsertSessionSql, company_, s.id, s.walletId, s.businessUnitId, s.currency, s.date,
                    s.openedAt, s.expectedOpeningAmount.minor(), s.openingAmount.minor(), s.openingCount,
                    s.note, s.createdBy.kindText(), s.createdBy.optionalId());
    call_.db().send(HoldTillSql, company_, s.walletId, s.id);
}

void CashSessionStore::close(const CashSession& s) {
    call_.db().send(CloseSql, company_, s.id, s.closedAt, s.closedBy.kindText(), s.closedBy.optionalId(),
                    s.cashPayments.minor(), s.cashRefunds.minor(), s.paidIn.minor(), s.paidOut.minor(),
                    s.countedAmount.value().minor(), s.count, s.sales.count, s.sales.total.minor(),
                    s.byMethod, s.note, s.version);
    call_.db().send(HoldTillSql, company_, s.walletId, nullptr);
}

void CashSessionStore::setDeposit(const CashSession& s) {
    call_.db().send(DepositSql, company_, s.id, s.depositTransferId);
}

} // namespace svc::treasury
