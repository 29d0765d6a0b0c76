#include "store/expense_store.hpp"

#include <svc/list_search.hpp>

namespace svc::purchases {
namespace {

#define EXPENSE_COLUMNS                                                                                      \
    "e.id, e.label, e.category, e.amount, e.tax, e.tax_rate, e.currency, e.wallet_id, e.transaction_id, "    \
    "e.business_unit_id, e.partner_id, e.date, e.reference, e.voided_at, e.version, e.created_at, "          \
    "e.updated_at, e.created_by_kind, e.created_by_id"

constexpr std::string_view Find =
    "SELECT " EXPENSE_COLUMNS " FROM purchases.expense e WHERE e.company_id = $1 AND e.id = $2";
constexpr std::string_view Insert =
    "INSERT INTO purchases.expense (company_id, id, label, category, amount, tax, tax_rate, currency, "
    "wallet_id,"
    " transaction_id, business_unit_id, partner_id, date, reference, created_at, updated_at, created_by_kind,"
    " created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, "
    "$17)";
constexpr std::string_view MarkExpenseVoided =
    "UPDATE purchases.expense SET voided_at = $3, updated_at = $3, version = version + 1"
    " WHERE company_id = $1 AND transaction_id = $2 AND voided_at IS NULL RETURNING id";

Expense expenseOf(const Row& row, std::uint32_t first = 0) {
    Expense expense;
    expense.id = row.uuid(first);
    expense.label = row.text(first + 1);
    expense.category = row.text(first + 2);
    expense.amount = row.integer(first + 3);
    expense.tax = row.integer(first + 4);
    expense.taxRate = row.optionalDecimal(first + 5);
    expense.currency = row.currency(first + 6);
    expense.walletId = row.uuid(first + 7);
    expense.transactionId = row.uuid(first + 8);
    expense.businessUnitId = row.optionalUuid(first + 9);
    expense.partnerId = row.optionalUuid(first + 10);
    expense.date = row.date(first + 11);
    expense.reference = row.optionalString(first + 12);
    expense.voidedAt = row.optionalInstant(first + 13);
    expense.version = row.integer(first + 14);
    expense.createdAt = row.instant(first + 15);
    expense.updatedAt = row.instant(first + 16);
    expense.createdByKind = row.optionalString(first + 17);
    expense.createdById = row.optionalUuid(first + 18);
    return expense;
}

} // namespace

ExpensePage listExpenses(Call& call, const ExpenseFilter& filter, const ArrayPage& bounds) {
    ListRequest request{"purchases.expense", "purchases.expense", "e", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("e.date >=", filter.dates.from) + params.bound("e.date <=", filter.dates.to);
    request.where += params.bound("e.category =", filter.category);
    request.where += params.bound("e.wallet_id =", filter.walletId);
    request.where += params.bound("e.partner_id =", filter.partnerId);
    request.newest = " ORDER BY e.date DESC, e.id DESC";
    request.order = filter.oldestFirst ? " ORDER BY e.date, e.id" : request.newest;
    request.limit = bounds.limit;
    request.offset = bounds.offset;
    request.text = filter.text;
    ExpensePage page;
    page.count = readList(call, request, EXPENSE_COLUMNS, [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(expenseOf(row, column));
                 }).count;
    return page;
}

std::optional<Expense> findExpense(Call& call, const Uuid& id) {
    const Rows rows = call.db().query(Find, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(expenseOf(rows[0]));
}

void insertExpense(Call& call, const Expense& e) {
    call.db().send(Insert, call.companyId(), e.id, e.label, e.category, e.amount, e.tax, e.taxRate,
                   e.currency, e.walletId, e.transactionId, e.businessUnitId, e.partnerId, e.date,
                   e.reference, e.createdAt, e.createdByKind, e.createdById);
}

std::optional<Uuid> voidExpenseOf(Call& call, const Uuid& transactionId) {
    const Rows rows = call.db().query(MarkExpenseVoided, call.companyId(), transactionId, call.now());
    return rows.empty() ? std::nullopt : std::optional(rows[0].uuid(0));
}

} // namespace svc::purchases
