#pragma once

#include <svc/columns.hpp>

#include "expense/store.hpp"

namespace svc::purchases {

inline std::optional<BusinessUnitId> unitOfExpense(const Expense& expense) {
    return expense.businessUnitId;
}

template <class Value>
constexpr Column<Expense, Value, false> expenseColumn(std::string_view name, Value api::Expense::*member) {
    return {name, member};
}

inline const Table Expenses(
    "purchases.expense", Column<Expense, ExpenseId, true>{"id", &api::Expense::id},
    expenseColumn("label", &api::Expense::label), expenseColumn("category", &api::Expense::category),
    expenseColumn("amount", &api::Expense::amount), expenseColumn("tax", &api::Expense::tax),
    expenseColumn("tax_rate", &api::Expense::taxRate), expenseColumn("currency", &api::Expense::currency),
    expenseColumn("wallet_id", &api::Expense::walletId),
    expenseColumn("transaction_id", &api::Expense::transactionId),
    derivedColumn("business_unit_id", &unitOfExpense), expenseColumn("partner_id", &api::Expense::partnerId),
    expenseColumn("date", &api::Expense::date), expenseColumn("reference", &api::Expense::reference),
    expenseColumn("voided_at", &api::Expense::voidedAt), expenseColumn("version", &api::Expense::version),
    expenseColumn("created_at", &api::Expense::createdAt),
    expenseColumn("updated_at", &api::Expense::updatedAt),
    ActorColumns<Expense>{"created_by", &api::Expense::createdBy});

} // namespace svc::purchases
