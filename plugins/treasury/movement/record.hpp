#pragma once

#include "movement/store/movements.hpp"

namespace svc::treasury {

/// Records a movement without a document: the body of POST /transactions, with `transaction.created`. A
/// movement for a statement line (`bank`) is reconciled from the start and may name another document.
Transaction recordMovement(Call& call, const api::TransactionCreate& body,
                           api::TransactionKind kind = api::TransactionKind::Free,
                           const std::optional<std::string>& documentKind = {},
                           const std::optional<std::string>& documentId = {});

} // namespace svc::treasury
