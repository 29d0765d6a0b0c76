#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host {

/// Offers `host.account`: `{ provider, account }` makes calls of the provider that come for the account, to
/// /hooks/{provider}, calls for the company too; with null no more.
void offerProviderAccounts(Catalogue& catalogue);

} // namespace svc::host
