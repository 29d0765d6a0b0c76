#pragma once

#include <vector>

#include "regime/store.hpp"

namespace svc::compliance {

// Regimes see each document in the transaction that creates it: to seal it, refuse it, or have it sent. Each
// function takes the event of the document and returns the duties of the company.

const Duties& prepareSale(Call& call, const Event& event);
const Duties& prepareRefund(Call& call, const Event& event);
const Duties& prepareCancellation(Call& call, const Event& event);

} // namespace svc::compliance
