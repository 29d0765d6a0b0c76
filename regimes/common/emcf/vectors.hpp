#pragma once

#include <svc/json.hpp>

#include "emcf/profile.hpp"

namespace svc::emcf {

/// regime.<id>.check: `{document, buyer, original, settings}`, a document as sales.get gives it (with
/// `original`, the code of its invoice, a credit note) → `{request, total, tax}`, what is submitted and the
/// totals that the authority has to compute too.
Json checkVector(const Profile& profile, const Json& given);

} // namespace svc::emcf
