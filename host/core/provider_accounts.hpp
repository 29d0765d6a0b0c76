#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host {

/// Offers `host.account`: `{ provider, account }` makes calls of the provider that come for the account, to
/// /hooks/{provider}, calls for the company too; with null no more. The plugin that takes these calls may
/// call it, and no other: permission-refused.
void offerProviderAccounts(Catalogue& catalogue);

} // namespace svc::host
