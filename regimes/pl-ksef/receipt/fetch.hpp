#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// Job: `{ document, session, settings }`. Fetches the receipt (UPO) of an accepted file, verifies it and
/// keeps it with the document.
void fetchReceiptJob(Call& call, const Json& payload);

} // namespace svc::ksef
