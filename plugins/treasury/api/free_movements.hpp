#pragma once

#include <svc/call.hpp>

#include "store/category_store.hpp"
#include "store/transaction_store.hpp"

namespace svc::treasury {

/// Records a movement outside a document: the body of POST /transactions, with `transaction.created`. `kind`
/// is `free`, or `bank` for a line of a statement, which is reconciled from the start; the body then may name
/// `documentKind` and `documentId`.
Transaction recordMovement(Call& call, const Json& body, std::string_view kind);

/// Undoes such a movement: `{ reason, date }`, with `transaction.voided`. Refuses one that belongs to a
/// document.
Transaction voidMovement(Call& call, const Uuid& id, const Json& body);

/// History and `transaction.voided` of a movement and the one that undid it.
void tellVoided(Call& call, const Transaction& voided, const Transaction& back);

/// The category of a body; a company that has done away with the one for what has none still has it.
/// `category-unknown:<category>`.
Category categoryOf(Call& call, const Json& body);

} // namespace svc::treasury
