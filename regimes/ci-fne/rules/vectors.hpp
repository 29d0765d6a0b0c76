#pragma once

#include <svc/json.hpp>

namespace svc::ci_fne {

/// regime.ci-fne.check: `{sale, buyer, settings}` → `{request, base, tax, total}`, the request for
/// certification and the totals that the platform computes from it: unit prices times quantities, VAT by code
/// on the sum of each; `{sale, answer, note}` → `{request}` of a refund.
Json checkVector(const Json& given);

} // namespace svc::ci_fne
