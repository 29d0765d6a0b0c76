#pragma once

#include "store/category_store.hpp"
#include "store/transaction_store.hpp"

namespace svc::treasury {

/// Records a movement outside a document: the body of POST /transactions, with `transaction.created`. A line
/// of a statement (`bank`) is reconciled from the start and may name another document.
Transaction recordMovement(Call& call, const api::TransactionCreate& body,
                           api::TransactionKind kind = api::TransactionKind::Free,
                           const std::optional<std::string>& documentKind = {},
                           const std::optional<std::string>& documentId = {});

/// Undoes such a movement, with `transaction.voided`. Refuses one that belongs to a document.
Transaction voidMovement(Call& call, TransactionId id, std::string reason, const std::optional<Date>& date);

/// History and `transaction.voided` of a movement and the one that undid it.
void tellVoided(Call& call, const Transaction& voided, const Transaction& back);

/// The category of this key; a company that has done away with the one for what has none still has it.
/// `category-unknown:<category>`.
Category categoryOf(Call& call, const std::optional<std::string>& key);

} // namespace svc::treasury
