#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host {

/// Offers `host.account`: `{ provider, account }` makes calls of the provider that come for the account, to
/// /hooks/{provider}, calls for the company too; with null those for the account that it had before still
/// come for 90 days, as the provider may have data erased of who has left it. The plugin that takes these
/// calls may call it, and no other: permission-refused.
void offerProviderAccounts(Catalogue& catalogue);

} // namespace svc::host
