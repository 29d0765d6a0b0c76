#pragma once

#include <vector>

#include "regime/store.hpp"

namespace svc::compliance {

// Regimes see each document in the transaction that makes it: to seal it, to refuse it, or to have it sent.
// Each takes the event of the document and gives the duties of the company.

const Duties& prepareSale(Call& call, const Event& event);
const Duties& prepareRefund(Call& call, const Event& event);
const Duties& prepareCancellation(Call& call, const Event& event);

} // namespace svc::compliance
