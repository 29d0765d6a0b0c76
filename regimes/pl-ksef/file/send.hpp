#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// Sends the file of the submission in a session, or asks for one that was sent before. A file whose answer
/// was lost is sent again as it is: KSeF tells the duplicate by seller, kind and number, and its digest says
/// whether it is this file.
Json send(Call& call, const Json& input);
/// What has become of a file that KSeF has taken.
Json read(Call& call, const Json& input);

} // namespace svc::ksef
