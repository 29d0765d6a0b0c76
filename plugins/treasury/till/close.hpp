#pragma once

#include "till/store.hpp"

namespace svc::treasury {

/// Carries out POST /cash-sessions/{id}/close.
CashSession closeTill(Call& call, CashSessionId id, const api::CashSessionClose& body);

} // namespace svc::treasury
