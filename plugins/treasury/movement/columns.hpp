#pragma once

#include <svc/columns.hpp>

#include "movement/store/movements.hpp"

namespace svc::treasury {

/// Written by insertNow() and insertLate(), together with the balance.
inline const Table Movements(
    "treasury.transaction", columnWrittenOnce("id", &api::Transaction::id),
    column("wallet_id", &api::Transaction::walletId), column("kind", &api::Transaction::kind),
    column("direction", &api::Transaction::direction), column("amount", &api::Transaction::amount),
    column("currency", &api::Transaction::currency), column("category", &api::Transaction::category),
    column("label", &api::Transaction::label), column("partner_id", &api::Transaction::partnerId),
    column("tax_rate", &api::Transaction::taxRate), column("date", &api::Transaction::date),
    column("status", &api::Transaction::status), column("balance_after", &api::Transaction::balanceAfter),
    column("document_kind", &api::Transaction::documentKind),
    column("document_id", &api::Transaction::documentId), column("reconciled", &api::Transaction::reconciled),
    column("reference", &api::Transaction::reference), column("voided_at", &api::Transaction::voidedAt),
    column("void_reason", &api::Transaction::voidReason), column("version", &api::Transaction::version),
    column("created_at", &api::Transaction::createdAt), column("updated_at", &api::Transaction::updatedAt),
    actorColumns("created_by", &api::Transaction::createdBy));
/// The columns that the API does not show.
inline const Table MovementsInside("treasury.transaction",
                                   columnWrittenOnce("reverses_id", &Transaction::reversesId),
                                   column("base_amount", &Transaction::baseAmount),
                                   column("needs_session", &Transaction::needsSession),
                                   column("entry_id", &Transaction::entryId),
                                   column("posting", &Transaction::posting));

} // namespace svc::treasury
