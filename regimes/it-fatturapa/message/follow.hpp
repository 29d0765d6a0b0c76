#pragma once

#include <svc/call.hpp>

#include "file/store.hpp"

namespace svc::it_fatturapa {

/// Queues a job that asks the intermediary for the answer of the public buyer, from `due` on.
void awaitBuyer(Call& call, const StoredFile& file, Instant due);

} // namespace svc::it_fatturapa
