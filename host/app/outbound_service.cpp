#include "host/app/outbound_service.hpp"

#include "host/log/log.hpp"

namespace svc::host::app {
namespace {

constexpr std::string_view Calls = "svc_connector_calls_total";
constexpr std::string_view CallsHelp =
    "Calls of plugins to others, by the status of the answer or why there was none.";
constexpr std::string_view Events = "svc_plugin_events_total";
constexpr std::string_view EventsHelp =
    "What plugins count, such as calls of providers with a wrong signature.";

void record(log::Metrics& metrics, const HttpRequest& request, const std::string& place,
            const HttpAnswer& answer) {
    const std::string status = answer.status != 0 ? std::to_string(answer.status) : answer.error;
    metrics.counter(Calls, CallsHelp, {{"plugin", request.plugin}, {"status", status}}).add();
    metrics
        .histogram("svc_connector_call_seconds", "How long calls of plugins to others took.",
                   {{"plugin", request.plugin}})
        .observe(answer.durationMs * 1000);
    log::info(request.requestId, "call",
              {{"plugin", request.plugin},
               {"method", request.method},
               {"to", place},
               {"status", status},
               {"durationMs", answer.durationMs},
               {"bytes", static_cast<std::int64_t>(answer.body.size())}});
}

} // namespace

OutboundService::OutboundService(Application& application, const webhooks::TlsContext& tls,
                                 log::Metrics& metrics)
    : policy_(application.configuration().webhooks.allow),
      calls_(policy_, tls,
             application.configuration().webhooks.caFile.value_or(std::filesystem::path()).string(),
             application.clock(),
             [&metrics](const HttpRequest& request, const std::string& place, const HttpAnswer& answer) {
                 record(metrics, request, place, answer);
             }) {
    metrics.counters(Calls, CallsHelp);
    metrics.counters(Events, EventsHelp);
    metrics.collect([this](log::Exposition& out) {
        out.family("svc_circuits_open", "gauge",
                   "Places that plugins do not call for a while, for they did not answer.");
        for (const auto& [plugin, count] : calls_.circuits().open()) {
            out.sample("svc_circuits_open", {{"plugin", plugin}}, count);
        }
    });
    application.services().outbound = &calls_;
    application.services().count = [this, &metrics](std::string_view plugin, std::string_view event,
                                                    std::string_view subject) {
        count(metrics, plugin, event, subject);
    };
}

/// Limits the number of time series, whatever subjects a plugin uses.
void OutboundService::count(log::Metrics& metrics, std::string_view plugin, std::string_view event,
                            std::string_view subject) {
    constexpr std::size_t Most = 500;
    log::Labels labels{
        {"plugin", std::string(plugin)}, {"event", std::string(event)}, {"subject", std::string(subject)}};
    {
        const std::lock_guard lock(mutex_);
        if (counted_.size() >= Most && counted_.count(labels) == 0) {
            labels = {{"plugin", std::string(plugin)}, {"event", "other"}, {"subject", "other"}};
        } else {
            counted_.insert(labels);
        }
    }
    metrics.counter(Events, EventsHelp, labels).add();
}

} // namespace svc::host::app
