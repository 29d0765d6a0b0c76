#pragma once

#include <svc/tally.hpp>

namespace svc::partners {

/// By day of creation: archived, kind.
inline constexpr ListTally PartnerTally("partners", "partner");
/// A row for each tag of a partner: tag, archived, kind.
inline constexpr ListTally TagTally("partners", "tag");

} // namespace svc::partners
