// What the till does beside sales: later payments, cash paid in and out, openings and closings.
#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

// Hooks, in the transaction of their event.
void paymentReceived(Call& call, const Json& envelope);
void movementVoided(Call& call, const Json& envelope);
void cashMoved(Call& call, const Json& envelope);
void cashTransferred(Call& call, const Json& envelope);
void sessionOpened(Call& call, const Json& envelope);
void sessionClosed(Call& call, const Json& envelope);

/// Closes the days that are over where nobody opens and closes the till.
void closeDay(Call& call, const Json& payload);

} // namespace svc::kassensichv
