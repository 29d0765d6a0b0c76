#pragma once

#include "connection/store.hpp"
#include "feed/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

/// Does the provider have feeds?
bool hasFeeds(Call& call, const Provider& provider);
/// For a newly connected provider: all its feeds are fetched.
void beginFeeds(Call& call, const Provider& provider, Connection& connection);
/// A user requests the feeds now, from `since` on if given. The connection must be locked; refuses with
/// sync-in-progress. Returns the job, which is due when the provider allows it.
Uuid askForFeeds(Call& call, const Provider& provider, Connection& connection, std::optional<Date> since);
/// Files the job of the next run of a feed.
void planRun(Call& call, const Feed& feed);
/// Files overdue runs of feeds, such as those whose job was lost.
void planOverdue(Call& call);
std::vector<api::IntegrationFeed> feedsOf(Call& call, const Provider& provider, const Connection* connection);

/// Passes the records of a page to the command of the module that stores them; runs in the transaction of the
/// page.
void landPage(Call& call, const Connection& connection, std::string_view feed,
              const verbs::FetchOutput& page);

} // namespace svc::integrations
