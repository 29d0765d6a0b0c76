#pragma once

#include "connection/store.hpp"
#include "feed/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

/// Has it anything to fetch?
bool hasFeeds(Call& call, const Provider& provider);
/// Of a provider that has just been connected: all its feeds are fetched.
void beginFeeds(Call& call, const Provider& provider, Connection& connection);
/// A person wants them now, from `since` on when it is given. The connection is locked; refuses with
/// sync-in-progress. The job, due when the provider allows it.
Uuid askForFeeds(Call& call, const Provider& provider, Connection& connection, std::optional<Date> since);
/// Files the run of a feed for its time.
void planRun(Call& call, const Feed& feed);
/// The runs of feeds that should have been long ago, such as those of which nobody was told.
void planOverdue(Call& call);
std::vector<api::IntegrationFeed> feedsOf(Call& call, const Provider& provider, const Connection* connection);

/// In the transaction of a page: hands its records to the command of the module that keeps them.
void landPage(Call& call, const Connection& connection, std::string_view feed, const Json& page);

} // namespace svc::integrations
