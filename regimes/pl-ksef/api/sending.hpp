#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// Sends the file of the submission in a session, or asks for one that was sent before. A file whose answer
/// was lost is sent again as it is: KSeF tells the duplicate by seller, kind and number, and its digest says
/// whether it is this file.
Json send(Call& call, const Json& input);
/// What has become of a file that KSeF has taken.
Json read(Call& call, const Json& input);

/// Job: `{ reference, settings }`. Closes a session once nothing in it is waited for.
void closeSessionJob(Call& call, const Json& payload);
/// Job: `{ document, session, settings }`. Fetches the receipt (UPO) of an accepted file, verifies it and
/// keeps it with the document.
void fetchReceiptJob(Call& call, const Json& payload);

} // namespace svc::ksef
