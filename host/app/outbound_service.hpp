#pragma once

#include <mutex>
#include <set>
#include <string_view>

#include "host/app/application.hpp"
#include "host/log/metrics.hpp"
#include "host/webhooks/plugin_calls.hpp"

namespace svc::host::app {

/// The calls of plugins while the service runs: counted, and in the log without what may be secret.
class OutboundService {
public:
    /// `tls`: of the calls; it may be shared with others.
    OutboundService(Application& application, const webhooks::TlsContext& tls, log::Metrics& metrics);

private:
    void count(log::Metrics& metrics, std::string_view plugin, std::string_view event,
               std::string_view subject);

    webhooks::AddressPolicy policy_;
    webhooks::PluginCalls calls_;
    std::mutex mutex_;
    std::set<log::Labels> counted_; ///< what has a series
};

} // namespace svc::host::app
