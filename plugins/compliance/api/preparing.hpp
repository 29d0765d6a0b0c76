#pragma once

#include <vector>

#include "store/regimes.hpp"

namespace svc::compliance {

// Regimes see each document in the transaction that makes it: to seal it, to refuse it, or to have it sent.
// Each takes the event of the document.

void prepareSale(Call& call, const std::vector<RegimeSettings>& enabled, const Event& event);
void prepareRefund(Call& call, const std::vector<RegimeSettings>& enabled, const Event& event);
void prepareCancellation(Call& call, const std::vector<RegimeSettings>& enabled, const Event& event);

} // namespace svc::compliance
