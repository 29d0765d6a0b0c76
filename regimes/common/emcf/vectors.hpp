#pragma once

#include <svc/json.hpp>

#include "emcf/profile.hpp"

namespace svc::emcf {

/// regime.<id>.check: `{document, buyer, original, settings}`, a document as sales.get gives it (for a credit
/// note with `original`, the code of its invoice) → `{request, total, tax}`: the request, and the totals that
/// the authority must compute too.
Json checkVector(const Profile& profile, const Json& given);

} // namespace svc::emcf
