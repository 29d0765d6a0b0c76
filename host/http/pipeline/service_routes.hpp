#pragma once

#include "host/http/front/address_set.hpp"
#include "host/http/pipeline/route.hpp"
#include "host/log/metrics.hpp"
#include "host/openapi/contract.hpp"
#include "host/openapi/document.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace svc::host::http {

/// The routes of the service itself: /health, /ready, /metrics, /openapi.json, /versions.
openapi::Contract serviceContract();

/// The data sources of these routes.
struct ServiceSources {
    std::function<bool()> ready; ///< not draining, and the database answers
    const log::Metrics& metrics;
    const AddressSet& metricsAllow;
    const openapi::ServedDocument& document;
    const std::vector<std::string>& refusedPlugins;
};
using ServiceAnswers = std::map<std::string, std::function<Answer(const ServiceRequest&)>, std::less<>>;
/// By operationId; the sources must outlive them.
ServiceAnswers serviceAnswers(ServiceSources sources);

} // namespace svc::host::http
