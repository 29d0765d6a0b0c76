#pragma once

#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc::host {

/// One event as clients see it in the journal and as webhooks receive it (api 19).
struct EventEnvelope {
    std::string_view number; ///< decimal digits after evt_
    std::string_view type;
    Instant createdAt;
    std::string_view companyId; ///< com_…
    std::string_view object;
    std::string_view objectId;
    std::string_view data; ///< JSON, copied byte for byte
};

/// Appends the envelope. The bytes depend only on the event, so that every delivery attempt on any host signs
/// and sends the same bytes.
void appendEnvelope(std::string& out, const EventEnvelope& event);

} // namespace svc::host
