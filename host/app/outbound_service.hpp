#pragma once

#include "host/app/application.hpp"
#include "host/log/metrics.hpp"
#include "host/webhooks/plugin_calls.hpp"

namespace svc::host::app {

/// The calls of plugins while the service runs: counted, and in the log without what may be secret.
class OutboundService {
public:
    OutboundService(Application& application, log::Metrics& metrics);

private:
    webhooks::AddressPolicy policy_;
    webhooks::PluginCalls calls_;
};

} // namespace svc::host::app
