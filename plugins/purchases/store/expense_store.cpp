#include "store/expense_store.hpp"

#include "store/tallies.hpp"

namespace svc::purchases {
namespace {

#define EXPENSE_COLUMNS                                                                                      \
    "e.id, e.label, e.category, e.amount, e.tax, e.tax_rate, e.currency, e.wallet_id, e.transaction_id, "    \
    "e.business_unit_id, e.partner_id, e.date, e.reference, e.voided_at, e.version, e.created_at, "          \
    "e.updated_at, e.created_by_kind, e.created_by_id"

// An absent filter is NULL. PostgreSQL plans with the values at hand, so what is absent costs nothing.
constexpr std::string_view Where =
    " FROM purchases.expense e WHERE e.company_id = $1"
    " AND ($2::date IS NULL OR e.date >= $2) AND ($3::date IS NULL OR e.date <= $3)"
    " AND ($4::text IS NULL OR e.category = $4) AND ($5::uuid IS NULL OR e.wallet_id = $5)"
    " AND ($6::uuid IS NULL OR e.partner_id = $6)";
constexpr std::string_view NoSearch = " AND $7::text IS NULL AND $8::text[] IS NULL AND $9::text[] IS NULL";
// The slower second try, when no word begins so: anywhere in the newest expenses.
constexpr std::string_view Anywhere =
    " AND $8::text[] IS NOT NULL AND $9::text[] IS NOT NULL"
    " AND (strpos(lower(e.label), lower($7)) > 0 OR strpos(lower(e.reference), lower($7)) > 0)";

constexpr std::string_view Find =
    "SELECT " EXPENSE_COLUMNS " FROM purchases.expense e WHERE e.company_id = $1 AND e.id = $2";
constexpr std::string_view Insert =
    "INSERT INTO purchases.expense (company_id, id, label, category, amount, tax, tax_rate, currency, "
    "wallet_id,"
    " transaction_id, business_unit_id, partner_id, date, reference, created_at, updated_at, created_by_kind,"
    " created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, "
    "$17)";
constexpr std::string_view MarkVoided =
    "UPDATE purchases.expense SET voided_at = $3, updated_at = $3, version = version + 1"
    " WHERE company_id = $1 AND transaction_id = $2 AND voided_at IS NULL RETURNING id";

std::optional<std::string> textAt(const Row& row, std::uint32_t column) {
    const auto text = row.optionalText(column);
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

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
    expense.reference = textAt(row, 12);
    expense.voidedAt = row.optionalInstant(13);
    expense.version = row.integer(14);
    expense.createdAt = row.instant(15);
    expense.updatedAt = row.instant(16);
    expense.createdByKind = textAt(row, 17);
    expense.createdById = row.optionalUuid(18);
    return expense;
}

} // namespace

ExpensePage listExpenses(Call& call, const ExpenseFilter& filter, const ArrayPage& page) {
    const std::vector<std::string> words =
        filter.text ? searchTokens(*filter.text) : std::vector<std::string>();
    const Param begins = filter.text ? Param(wordList(words)) : Param(nullptr);
    const Param ends = filter.text ? Param(wordEnds(words)) : Param(nullptr);
    const std::string order =
        filter.oldestFirst ? " ORDER BY e.date, e.id" : " ORDER BY e.date DESC, e.id DESC";
    const auto run = [&](const std::string& sql, auto... bounds) {
        return call.db().query(sql, call.companyId(), filter.dates.from, filter.dates.to, filter.category,
                               filter.walletId, filter.partnerId, filter.text, begins, ends, bounds...);
    };
    const auto select = [&](const std::string& where) {
        return run("SELECT " EXPENSE_COLUMNS + where + order + " LIMIT $10 OFFSET $11", page.limit,
                   page.offset);
    };
    const std::string all(Where);
    const TermTable terms = ExpenseTerms.words();
    const std::string inNewest =
        TermTable::first("e", all, " ORDER BY e.date DESC, e.id DESC", TermTable::Newest) +
        std::string(Anywhere);
    std::string where = all + std::string(NoSearch);
    TermTable::Search search;
    Rows rows;
    if (!words.empty()) {
        search = terms.search(call.db(), call.companyId(), words, "e.id", 8, 9);
        where = all + " AND $7::text IS NOT NULL" + search.all;
    } else if (filter.text) {
        where = inNewest;
    }
    if (!search.walk.empty()) {
        rows = select(TermTable::first("e", all + " AND $7::text IS NOT NULL", order, TermTable::Walk) +
                      search.walk);
    }
    if (static_cast<std::int64_t>(rows.size()) < page.limit) {
        rows = select(where);
    }
    if (rows.empty() && !words.empty() && page.offset == 0) {
        where = inNewest;
        rows = select(where);
    }
    ExpensePage result;
    for (const Row row : rows) {
        result.expenses.push_back(expenseOf(row));
    }
    const auto read = static_cast<std::int64_t>(rows.size());
    // The page itself tells the total when it is the last one.
    if (read < page.limit && (read > 0 || page.offset == 0)) {
        result.total = page.offset + read;
    } else if (!filter.partnerId && !filter.text) {
        TallyFilter counted{filter.dates.from, filter.dates.to, {}};
        if (filter.category) {
            counted.by[0] = {*filter.category};
        }
        if (filter.walletId) {
            counted.by[1] = {filter.walletId->toString()};
        }
        result.total = ExpenseTally.read(call.db(), call.companyId(), counted).documents;
    } else if (!search.walk.empty() && words.size() == 1 && !filter.dates.from && !filter.dates.to &&
               !filter.category && !filter.walletId && !filter.partnerId) {
        result.total = terms.count(call.db(), call.companyId(), words.front());
    } else {
        result.total = run("SELECT count(*)" + where)[0].integer(0);
    }
    return result;
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
    const Rows rows = call.db().query(MarkVoided, call.companyId(), transactionId, call.now());
    return rows.empty() ? std::nullopt : std::optional(rows[0].uuid(0));
}

} // namespace svc::purchases
