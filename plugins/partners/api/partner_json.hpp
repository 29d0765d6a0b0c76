#pragma once

#include <svc/json.hpp>

#include "store/partner.hpp"

namespace svc::partners {

/// The fields that a client writes, as the API shows them: what history and `changed` compare.
Json writtenFields(const Partner& partner);
/// The whole record of the API.
Json toJson(const Partner& partner);
/// Data of partner.created; partner.updated adds `changed`.
Json eventData(const Partner& partner);

} // namespace svc::partners
