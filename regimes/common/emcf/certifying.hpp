#pragma once

#include <svc/call.hpp>

#include "emcf/profile.hpp"

namespace svc::emcf {

/// regime.<id>.describe
Json describe(const Profile& profile);

/// regime.<id>.send: submits the document, compares the total that the authority has computed, then confirms.
/// A pending invoice that is not confirmed ends after two minutes; whatever is pending and unknown here is
/// cancelled.
Json send(Call& call, const Json& input, const Profile& profile);

/// regime.<id>.read: what is known of a try whose answer was lost. A confirmation cannot be asked for:
/// `held`.
Json read(Call& call, const Json& input, const Profile& profile);

} // namespace svc::emcf
