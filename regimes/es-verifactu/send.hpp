#pragma once

#include <svc/call.hpp>

namespace svc::verifactu {

/// Sends all records that wait, in the order of the chain, in one message: the agency wants pauses between
/// messages. What it says of the others is told when their own submissions ask.
Json send(Call& call, const Json& input);

} // namespace svc::verifactu
