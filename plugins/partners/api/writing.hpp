#pragma once

#include <vector>

#include <svc/call.hpp>

#include "store/partner.hpp"

namespace svc::partners {

/// Creates a partner from a body of POST …/partners: plan, record, history, event.
Partner create(Call& call, const Json& body);

/// The steps of a creation, for many at once. The partner of a body; nothing is written.
Partner fromBody(Call& call, const Json& body);
/// Counts so many active partners more, and refuses with `plan-limit:partners:<allowed>`.
void countNew(Call& call, std::int64_t count);
/// The same for an import, which holds no lock until its end; `before`: what it has counted already.
void countImported(Call& call, std::int64_t count, std::int64_t before);
/// Records, history, events.
void add(Call& call, const std::vector<Partner>& partners);

/// Changes `partner` (locked by the caller) by a body of PATCH …/partners/{partnerId}. When nothing changes,
/// nothing is written and no event is emitted.
Partner change(Call& call, Partner partner, const Json& body);

} // namespace svc::partners
