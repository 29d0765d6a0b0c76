#pragma once

#include <svc/call.hpp>

#include "store/partner.hpp"

namespace svc::partners {

/// Puts the fields that are present in `body` into the partner; null clears. Refuses what the contract alone
/// cannot judge: countries, currencies, VAT prefixes, decimals of amounts, references to other records.
void applyBody(Call& call, const Json& body, Partner& partner);

} // namespace svc::partners
