#pragma once

#include "till/store.hpp"

namespace svc::treasury {

/// The body of POST /cash-sessions/{id}/close, carried out.
CashSession closeTill(Call& call, CashSessionId id, const api::CashSessionClose& body);

} // namespace svc::treasury
