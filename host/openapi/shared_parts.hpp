#pragma once

#include "host/core/catalogue.hpp"
#include "host/openapi/contract.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::host::openapi {

// Components of the document that all routes share, and which of them an operation needs.
Json sharedParameters();
Json sharedHeaders();
Json sharedResponses();
std::vector<std::string_view> sharedParametersOf(const Operation& operation);
std::vector<std::string_view> sharedHeadersOf(const Operation& operation, std::string_view status);
std::vector<std::pair<std::string_view, std::string_view>> sharedAnswersOf(const Operation& operation);

/// The entry of an event type under `webhooks`: the envelope with the type's own `data`.
Json webhookOf(const EventType& type);

} // namespace svc::host::openapi
