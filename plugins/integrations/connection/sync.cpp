#include "connection/connected.hpp"
#include "feed/plan.hpp"

namespace svc::integrations {

Answer<202, api::SyncIntegrationAnswer> syncIntegration(Request& request,
                                                        const api::SyncIntegrationParameters& parameters,
                                                        const api::SyncIntegrationBody& body) {
    Connected found = lockConnected(request, parameters.provider);
    if (!hasFeeds(request, found.provider)) {
        throw ApiError(400, "sync-unsupported");
    }
    if (found.connection.state == State::Expired) {
        throw ApiError(400, "integration-not-connected");
    }
    const Uuid job = askForFeeds(request, found.provider, found.connection, dayOf(request, body.since));
    return api::SyncIntegrationAnswer{.id = JobId(job), .status = api::SyncIntegrationAnswerStatus::Queued};
}

} // namespace svc::integrations
