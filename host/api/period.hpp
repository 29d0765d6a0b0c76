#pragma once

#include "host/http/pipeline/exchange.hpp"

#include <optional>

namespace svc::host::api {

/// The query parameters from and to as instants: `from` included, `until` not. A date is a whole day in the
/// company's time zone (api 1.5).
struct Period {
    std::optional<Instant> from;
    std::optional<Instant> until;
};

/// Throws ApiError field-invalid:from or field-invalid:to.
Period periodOf(const http::Exchange& exchange);

} // namespace svc::host::api
