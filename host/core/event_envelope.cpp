#include "host/core/event_envelope.hpp"

#include <svc/json.hpp>

namespace svc::host {

void appendEnvelope(std::string& out, const EventEnvelope& event) {
    const auto member = [&](std::string_view name, std::string_view value) {
        out += ",\"";
        out += name;
        out += "\":";
        Json::appendQuoted(out, value);
    };
    out += R"({"id":"evt_)";
    out += event.number;
    out += '"';
    member("type", event.type);
    member("createdAt", event.createdAt.toString());
    member("companyId", event.companyId);
    member("object", event.object);
    member("objectId", event.objectId);
    out += ",\"data\":";
    out += event.data;
    out += '}';
}

} // namespace svc::host
