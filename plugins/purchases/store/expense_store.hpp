#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/http.hpp>

namespace svc::purchases {

/// A charge paid at once from a wallet. Amounts are minor units of the currency of the wallet.
struct Expense {
    Uuid id;
    std::string label;
    std::string category;
    std::int64_t amount = 0;
    std::int64_t tax = 0; ///< contained in the amount
    std::optional<Decimal> taxRate;
    Currency currency;
    Uuid walletId;
    Uuid transactionId;
    std::optional<Uuid> businessUnitId;
    std::optional<Uuid> partnerId;
    Date date;
    std::optional<std::string> reference;
    std::optional<Instant> voidedAt;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

struct ExpenseFilter {
    DateRange dates;
    std::optional<std::string> category;
    std::optional<Uuid> walletId;
    std::optional<Uuid> partnerId;
    std::optional<std::string> text;
    bool oldestFirst = false;
};

struct ExpensePage {
    std::vector<Expense> rows;
    std::int64_t count = 0; ///< of all rows that match
};

ExpensePage listExpenses(Call& call, const ExpenseFilter& filter, const ArrayPage& bounds);
std::optional<Expense> findExpense(Call& call, const Uuid& id);
void insertExpense(Call& call, const Expense& expense);
/// Marks the expense of a movement that is voided; its id, or nothing when the movement has none.
std::optional<Uuid> voidExpenseOf(Call& call, const Uuid& transactionId);

} // namespace svc::purchases
