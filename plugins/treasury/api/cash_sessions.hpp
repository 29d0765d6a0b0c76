#pragma once

#include "store/cash_session_store.hpp"

namespace svc::treasury {

/// Fills in what the business unit sold during a session that is open, or is being closed: all methods of
/// payment when the sales tell, else the cash of the till.
void readSales(Call& call, CashSession& session);

/// The body of POST /cash-sessions, carried out.
CashSession openTill(Call& call, const api::CashSessionOpen& body);

/// The body of POST /cash-sessions/{id}/close, carried out.
CashSession closeTill(Call& call, CashSessionId id, const api::CashSessionClose& body);

} // namespace svc::treasury
