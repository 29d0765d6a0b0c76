#pragma once

#include <svc/call.hpp>

#include "store/line_store.hpp"

namespace svc::bank {

/// The four moves of a bank line (api 11.2). Each locks the line, so of two people one is refused.
Line matchLine(Call& call, const Uuid& id, const Json& body);
Line ignoreLine(Call& call, const Uuid& id, const Json& body);
Line reopenLine(Call& call, const Uuid& id, const Json& body);
/// Records the line as a movement of its own, and gives that too.
std::pair<Line, Json> recordLine(Call& call, const Uuid& id, const Json& body);

/// A movement was voided elsewhere: the line that it was recorded for is open again. Refuses for a part of a
/// match.
void movementVoided(Call& call, std::string_view transactionId);

} // namespace svc::bank
