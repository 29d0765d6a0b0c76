#pragma once

#include <svc/call.hpp>

#include "store/partner.hpp"

namespace svc::partners {

/// Creates a partner from a body of POST …/partners: plan, record, history, event.
Partner create(Call& call, const Json& body);

/// Changes `partner` (locked by the caller) by a body of PATCH …/partners/{partnerId}. When nothing changes,
/// nothing is written and no event is emitted.
Partner change(Call& call, Partner partner, const Json& body);

} // namespace svc::partners
