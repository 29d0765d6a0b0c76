// Events of the till besides sales: cash paid in and out, openings and closings.
#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// A hook of cash movements, openings and closings. It queues a job that records the event after the commit,
/// in the order of events. The lock order forbids to record at once: these transactions already hold the
/// wallet, while sales lock the till before the wallet.
void fileRecording(Call& call, const Event& event);
/// The job of fileRecording.
void recordCashEvent(Call& call, const Json& payload);

} // namespace svc::kassensichv
