#include "host/app/outbound_service.hpp"

#include "host/log/log.hpp"

namespace svc::host::app {
namespace {

constexpr std::string_view Calls = "svc_connector_calls_total";
constexpr std::string_view CallsHelp =
    "Calls of plugins to others, by the status of the answer or why there was none.";

void record(log::Metrics& metrics, const HttpRequest& request, const std::string& place,
            const HttpAnswer& answer) {
    const std::string status = answer.status != 0 ? std::to_string(answer.status) : answer.error;
    metrics.counter(Calls, CallsHelp, {{"plugin", request.plugin}, {"status", status}}).add();
    log::info(request.requestId, "call",
              {{"plugin", request.plugin},
               {"method", request.method},
               {"to", place},
               {"status", status},
               {"durationMs", answer.durationMs},
               {"bytes", static_cast<std::int64_t>(answer.body.size())}});
}

} // namespace

OutboundService::OutboundService(Application& application, log::Metrics& metrics)
    : policy_(application.configuration().webhooks.allow),
      calls_(policy_, application.configuration().webhooks.caFile.value_or(std::filesystem::path()).string(),
             [&metrics](const HttpRequest& request, const std::string& place, const HttpAnswer& answer) {
                 record(metrics, request, place, answer);
             }) {
    metrics.counters(Calls, CallsHelp);
    application.services().outbound = &calls_;
}

} // namespace svc::host::app
