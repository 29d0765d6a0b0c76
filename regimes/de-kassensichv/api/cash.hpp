// What the till does beside sales: later payments, cash paid in and out, openings and closings.
#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// A hook, in the transaction of the payment.
void paymentReceived(Call& call, const Json& envelope);

/// A hook of movements of cash, openings and closings: has the event recorded behind the commit, in the order
/// of the events. Their transactions hold the wallet, which those of sales take behind the till.
void fileRecording(Call& call, const Json& envelope);
/// The job of fileRecording.
void recordCashEvent(Call& call, const Json& payload);

/// Closes the days that are over where nobody opens and closes the till.
void closeDay(Call& call, const Json& payload);

} // namespace svc::kassensichv
