#pragma once

#include <svc/call.hpp>

#include "emcf/profile.hpp"

namespace svc::emcf {

/// regime.<id>.describe
Json describe(const Profile& profile);

/// regime.<id>.send: submits the document, compares the total that the authority computed, then confirms. A
/// pending invoice expires after two minutes without confirmation; pending invoices that are not stored here
/// are cancelled.
Json send(Call& call, const Json& input, const Profile& profile);

/// regime.<id>.read: the state of an attempt whose answer was lost. The authority cannot be asked whether a
/// confirmation was done: then `held`.
Json read(Call& call, const Json& input, const Profile& profile);

} // namespace svc::emcf
