#pragma once

#include <svc/call.hpp>

namespace svc::ci_fne {

/// One call certifies. Nothing can be asked afterwards, and nothing makes a second call harmless: what is
/// lost is held for a person.
Json send(Call& call, const Json& input);

} // namespace svc::ci_fne
