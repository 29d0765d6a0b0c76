// What the till does beside sales: cash paid in and out, openings and closings.
#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// A hook of movements of cash, openings and closings: has the event recorded behind the commit, in the order
/// of the events. Their transactions hold the wallet, which those of sales take behind the till.
void fileRecording(Call& call, const Event& event);
/// The job of fileRecording.
void recordCashEvent(Call& call, const Json& payload);

} // namespace svc::kassensichv
