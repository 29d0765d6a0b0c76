#include "store/expense_store.hpp"

#include "store/tallies.hpp"

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

Expense expenseOf(const Row& row) {
    Expense expense;
    expense.id = row.uuid(0);
    expense.label = row.text(1);
    expense.category = row.text(2);
    expense.amount = row.integer(3);
    expense.tax = row.integer(4);
    expense.taxRate = row.optionalDecimal(5);
    expense.currency = row.currency(6);
    expense.walletId = row.uuid(7);
    expense.transactionId = row.uuid(8);
    expense.businessUnitId = row.optionalUuid(9);
    expense.partnerId = row.optionalUuid(10);
    expense.date = row.date(11);
    expense.reference = row.optionalString(12);
    expense.voidedAt = row.optionalInstant(13);
    expense.version = row.integer(14);
    expense.createdAt = row.instant(15);
    expense.updatedAt = row.instant(16);
    expense.createdByKind = row.optionalString(17);
    expense.createdById = row.optionalUuid(18);
    return expense;
}

void readRows(Database& db, FoundDocuments found, std::string_view order, const ArrayPage& bounds,
              ExpensePage& page) {
    const std::string limit = found.params.place(bounds.limit);
    const std::string offset = found.params.place(bounds.offset);
    page.rows.clear();
    for (const Row row : db.query("SELECT " EXPENSE_COLUMNS + found.from + std::string(order) + " LIMIT " +
                                      limit + " OFFSET " + offset,
                                  found.params.values())) {
        page.rows.push_back(expenseOf(row));
    }
}

/// Of what is filtered by anything but partner and text.
std::int64_t keptCountOf(Call& call, const ExpenseFilter& filter) {
    const TallyFilter counted{
        filter.dates.from, filter.dates.to, {oneWord(filter.category), oneWord(filter.walletId)}};
    return ExpenseTally.read(call.db(), call.companyId(), counted).documents;
}

/// The number of all expenses of which the page has some.
void count(Call& call, const FoundDocuments& found, const ExpenseFilter& filter, const ArrayPage& bounds,
           ExpensePage& page) {
    const auto read = static_cast<std::int64_t>(page.rows.size());
    if (found.kept) {
        page.count = found.kept->documents;
    } else if (read < bounds.limit && (read > 0 || bounds.offset == 0)) {
        // The page itself tells it: it is the last one.
        page.count = bounds.offset + read;
    } else if (filter.partnerId || filter.text) {
        page.count = call.db().query("SELECT count(*)" + found.from, found.params.values())[0].integer(0);
    } else {
        page.count = keptCountOf(call, filter);
    }
}

} // namespace

ExpensePage listExpenses(Call& call, const ExpenseFilter& filter, const ArrayPage& bounds) {
    ListParams params(call.companyId());
    FoundDocuments all{params, " FROM purchases.expense e WHERE company_id = $1"};
    all.from += all.params.bound("date >=", filter.dates.from);
    all.from += all.params.bound("date <=", filter.dates.to);
    all.from += all.params.bound("category =", filter.category);
    all.from += all.params.bound("wallet_id =", filter.walletId);
    all.from += all.params.bound("partner_id =", filter.partnerId);
    const std::string_view newest = " ORDER BY e.date DESC, e.id DESC";
    const std::string_view order = filter.oldestFirst ? " ORDER BY e.date, e.id" : newest;
    const auto read = [&](ExpensePage& page, const FoundDocuments& found) {
        if (found.rows) {
            readRows(call.db(), found, order, bounds, page);
        }
        if (found.summary) {
            count(call, found, filter, bounds, page);
        }
    };
    if (filter.text) {
        SearchedList list{all.params, all.from, "e", order, newest, bounds.limit};
        if (!filter.partnerId) {
            list.counted = {
                filter.dates.from, filter.dates.to, {oneWord(filter.category), oneWord(filter.walletId)}};
        }
        return ExpenseTerms.words().find<ExpensePage>(call, *filter.text, list, read);
    }
    ExpensePage page;
    if (!filter.partnerId && filter.category && filter.walletId) {
        page.count = keptCountOf(call, filter);
        const ArrayPage left{rowsLeft(page.count, bounds.offset, bounds.limit), bounds.offset};
        readRows(call.db(), all, order, left, page);
        return page;
    }
    read(page, all);
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
    ExpenseTerms.add(call, e.id, documentWords(e.label + ' ' + e.reference.value_or("")));
    TallyRow counted;
    counted.date = e.date;
    counted.by = {e.category, e.walletId.toString(), "", "", ""};
    ExpenseTally.add(call, counted);
}

std::optional<Uuid> voidExpenseOf(Call& call, const Uuid& transactionId) {
    const Rows rows = call.db().query(MarkExpenseVoided, call.companyId(), transactionId, call.now());
    return rows.empty() ? std::nullopt : std::optional(rows[0].uuid(0));
}

} // namespace svc::purchases
