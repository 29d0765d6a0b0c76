#pragma once

#include <mutex>
#include <set>
#include <string_view>

#include "host/app/application.hpp"
#include "host/log/metrics.hpp"
#include "host/webhooks/plugin_calls.hpp"

namespace svc::host::app {

/// Outgoing calls of plugins while the service runs: counted, and logged without possible secrets.
class OutboundService {
public:
    /// `tls`: for the calls; may be shared.
    OutboundService(Application& application, const webhooks::TlsContext& tls, log::Metrics& metrics);

private:
    void count(log::Metrics& metrics, std::string_view plugin, std::string_view event,
               std::string_view subject);

    webhooks::AddressPolicy policy_;
    webhooks::PluginCalls calls_;
    std::mutex mutex_;
    std::set<log::Labels> counted_; ///< labels that have a time series
};

} // namespace svc::host::app
