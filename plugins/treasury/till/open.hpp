#pragma once

#include "till/store.hpp"

namespace svc::treasury {

/// The body of POST /cash-sessions, carried out.
CashSession openTill(Call& call, const api::CashSessionOpen& body);

} // namespace svc::treasury
