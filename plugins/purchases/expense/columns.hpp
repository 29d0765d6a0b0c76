#pragma once

#include <svc/columns.hpp>

#include "expense/store.hpp"

namespace svc::purchases {

inline std::optional<BusinessUnitId> unitOfExpense(const Expense& expense) {
    return expense.businessUnitId;
}

inline const Table Expenses("purchases.expense", columnWrittenOnce<Expense>("id", &Expense::id),
                            column("label", &Expense::label), column("category", &Expense::category),
                            column("amount", &Expense::amount), column("tax", &Expense::tax),
                            column("tax_rate", &Expense::taxRate), column("currency", &Expense::currency),
                            column("wallet_id", &Expense::walletId),
                            column("transaction_id", &Expense::transactionId),
                            derivedColumn("business_unit_id", &unitOfExpense),
                            column("partner_id", &Expense::partnerId), column("date", &Expense::date),
                            column("reference", &Expense::reference), column("voided_at", &Expense::voidedAt),
                            column("version", &Expense::version), column("created_at", &Expense::createdAt),
                            column("updated_at", &Expense::updatedAt),
                            actorColumns("created_by", &Expense::createdBy));

} // namespace svc::purchases
