#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// Sends the file of the submission in a session, or reads the status of a file that was sent before. A file
/// whose answer was lost is sent again unchanged: KSeF detects the duplicate by seller, kind and number, and
/// the digest shows whether it is this file.
Json send(Call& call, const Json& input);
/// Reads the status of a file that KSeF has taken.
Json read(Call& call, const Json& input);

} // namespace svc::ksef
