#pragma once

#include <svc/call.hpp>

namespace svc::verifactu {

/// Sends all pending records in one message, in the order of the chain, since the agency demands pauses
/// between messages. Outcomes of the other records are reported to their own submissions.
Json send(Call& call, const Json& input);

} // namespace svc::verifactu
