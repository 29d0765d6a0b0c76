#pragma once

#include "till/store.hpp"

namespace svc::treasury {

/// Carries out POST /cash-sessions.
CashSession openTill(Call& call, const api::CashSessionOpen& body);

} // namespace svc::treasury
