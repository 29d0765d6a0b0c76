#pragma once

#include <svc/columns.hpp>

#include "till/store.hpp"

namespace svc::treasury {

/// Written by open() and close().
inline const Table Sessions(
    "treasury.cash_session", columnWrittenOnce("id", &api::CashSession::id),
    column("wallet_id", &api::CashSession::walletId),
    column("business_unit_id", &api::CashSession::businessUnitId),
    column("status", &api::CashSession::status), column("currency", &api::CashSession::currency),
    column("opened_at", &api::CashSession::openedAt), column("closed_at", &api::CashSession::closedAt),
    actorColumns("closed_by", &api::CashSession::closedBy),
    column("expected_opening", &api::CashSession::expectedOpeningAmount),
    column("opening", &api::CashSession::openingAmount),
    column("opening_count", &api::CashSession::openingCount),
    column("counted", &api::CashSession::countedAmount), column("count", &api::CashSession::count),
    column("by_method", &api::CashSession::byMethod),
    column("deposit_transfer_id", &api::CashSession::depositTransferId),
    column("note", &api::CashSession::note), column("version", &api::CashSession::version),
    column("created_at", &api::CashSession::createdAt), column("updated_at", &api::CashSession::updatedAt),
    actorColumns("created_by", &api::CashSession::createdBy));
/// Sums of the session's movements from SessionSums: positive amounts, with reversals subtracted.
inline const Table MovedInSession("sums", columnWrittenOnce("cash_payments", &api::CashSession::cashPayments),
                                  column("cash_refunds", &api::CashSession::cashRefunds),
                                  column("paid_in", &api::CashSession::paidIn),
                                  column("paid_out", &api::CashSession::paidOut));

} // namespace svc::treasury
