#include "store/cash_session_store.hpp"

#include <svc/list_search.hpp>

namespace svc::treasury {

namespace {

#define SVC_SESSION_COLUMNS                                                                                  \
    "s.id, s.wallet_id, s.business_unit_id, s.currency, s.date, s.opened_at, s.closed_at, "                  \
    "s.closed_by_kind, "                                                                                     \
    "s.closed_by_id, s.expected_opening, s.opening, s.opening_count, coalesce(s.cash_payments, "             \
    "m.payments), "                                                                                          \
    "coalesce(s.cash_refunds, m.refunds), coalesce(s.paid_in, m.paid_in), coalesce(s.paid_out, "             \
    "m.paid_out), "                                                                                          \
    "s.counted, s.count, s.sales_count, s.sales_total, s.by_method, s.deposit_transfer_id, s.note, "         \
    "s.version, s.created_at, s.updated_at, s.created_by_kind, s.created_by_id"

// A payment taken back counts against payments, whatever its direction.
#define SVC_SESSION_SUMS                                                                                     \
    " LEFT JOIN LATERAL (SELECT"                                                                             \
    " coalesce(sum(CASE t.direction WHEN 'in' THEN t.amount ELSE -t.amount END)"                             \
    " FILTER (WHERE t.kind = 'sale_payment'), 0)::bigint AS payments,"                                       \
    " coalesce(sum(CASE t.direction WHEN 'out' THEN t.amount ELSE -t.amount END)"                            \
    " FILTER (WHERE t.kind = 'sale_refund'), 0)::bigint AS refunds,"                                         \
    " coalesce(sum(t.amount) FILTER (WHERE t.direction = 'in'"                                               \
    " AND t.kind NOT IN ('sale_payment', 'sale_refund')), 0)::bigint AS paid_in,"                            \
    " coalesce(sum(t.amount) FILTER (WHERE t.direction = 'out'"                                              \
    " AND t.kind NOT IN ('sale_payment', 'sale_refund')), 0)::bigint AS paid_out"                            \
    " FROM treasury.transaction t WHERE s.status = 'open' AND t.company_id = s.company_id"                   \
    " AND t.cash_session_id = s.id) m ON true"

constexpr std::string_view FindSessionSql =
    "SELECT " SVC_SESSION_COLUMNS " FROM treasury.cash_session s" SVC_SESSION_SUMS
    " WHERE s.company_id = $1 AND s.id = $2";

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

/// Reads SVC_SESSION_COLUMNS, the first of which is at `at`.
CashSession sessionAt(const Row& row, std::uint32_t at) {
    CashSession s;
    s.id = row.uuid(at++);
    s.walletId = row.uuid(at++);
    s.businessUnitId = row.uuid(at++);
    s.currency = row.currency(at++);
    s.date = row.date(at++);
    s.openedAt = row.instant(at++);
    s.closedAt = row.optionalInstant(at++);
    s.closedByKind = row.optionalString(at++);
    s.closedById = row.optionalUuid(at++);
    s.expectedOpening = row.integer(at++);
    s.opening = row.integer(at++);
    s.openingCount = row.json(at++);
    s.sums.cashPayments = row.integer(at++);
    s.sums.cashRefunds = row.integer(at++);
    s.sums.paidIn = row.integer(at++);
    s.sums.paidOut = row.integer(at++);
    s.counted = row.optionalInteger(at++);
    s.count = row.json(at++);
    s.sales.count = row.optionalInteger(at++).value_or(0);
    s.sales.total = row.optionalInteger(at++).value_or(0);
    s.sales.byMethod = row.isNull(at) ? Json::array() : row.json(at);
    ++at;
    s.depositTransferId = row.optionalUuid(at++);
    s.note = row.optionalString(at++);
    s.version = row.integer(at++);
    s.createdAt = row.instant(at++);
    s.updatedAt = row.instant(at++);
    s.createdByKind = row.optionalString(at++);
    s.createdById = row.optionalUuid(at);
    return s;
}

} // namespace

std::optional<CashSession> CashSessionStore::find(const Uuid& id) {
    const Rows rows = call_.db().query(FindSessionSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(sessionAt(rows[0], 0));
}

CashSessionPage CashSessionStore::list(const CashSessionFilter& filter) {
    ListRequest request{{}, "treasury.cash_session", "s", ListParams(company_)};
    ListParams& params = request.params;
    request.joins = SVC_SESSION_SUMS;
    request.where = params.bound("s.date >=", filter.dates.from) + params.bound("s.date <=", filter.dates.to);
    request.where += params.among("s.status", filter.statuses);
    request.where += params.bound("s.wallet_id =", filter.walletId);
    request.where += params.bound("s.business_unit_id =", filter.businessUnitId);
    request.order = filter.oldestFirst ? " ORDER BY s.date, s.id" : " ORDER BY s.date DESC, s.id DESC";
    request.limit = filter.limit;
    request.offset = filter.offset;
    CashSessionPage page;
    page.total = readList(call_, request, SVC_SESSION_COLUMNS, [&](const Row& row, std::uint32_t column) {
                     page.sessions.push_back(sessionAt(row, column));
                 }).count;
    return page;
}

std::optional<Uuid> CashSessionStore::openOf(const Uuid& walletId) {
    const Rows rows = call_.db().query(OpenOfSql, company_, walletId);
    return rows.empty() ? std::nullopt : rows[0].optionalUuid(0);
}

void CashSessionStore::open(const CashSession& s) {
    call_.db().send(InsertSessionSql, company_, s.id, s.walletId, s.businessUnitId, s.currency, s.date,
                    s.openedAt, s.expectedOpening, s.opening, s.openingCount, s.note, s.createdByKind,
                    s.createdById);
    call_.db().send(HoldTillSql, company_, s.walletId, s.id);
}

void CashSessionStore::close(const CashSession& s) {
    call_.db().send(CloseSql, company_, s.id, s.closedAt, s.closedByKind, s.closedById, s.sums.cashPayments,
                    s.sums.cashRefunds, s.sums.paidIn, s.sums.paidOut, s.counted, s.count, s.sales.count,
                    s.sales.total, s.sales.byMethod, s.note, s.version);
    call_.db().send(HoldTillSql, company_, s.walletId, nullptr);
}

void CashSessionStore::setDeposit(const CashSession& s) {
    call_.db().send(DepositSql, company_, s.id, s.depositTransferId);
}

} // namespace svc::treasury
