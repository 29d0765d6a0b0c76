#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host {

/// Offers `host.account`: `{ provider, account }` routes webhooks of the provider for this account, received
/// at /hooks/{provider}, to the company. With null the company leaves its account; webhooks for an account
/// that it has left are still routed to it for at least 90 days, as the provider may require the erasure of
/// data. Only the plugin that receives provider webhooks may call it; others get permission-refused.
void offerProviderAccounts(Catalogue& catalogue);

} // namespace svc::host
