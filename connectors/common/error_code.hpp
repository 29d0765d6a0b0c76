/// The provider's own code for a refusal.
#pragma once

#include <string>

#include <svc/connector.hpp>

namespace svc::connector {

/// What `read` finds in the JSON object of an answer. Empty when the body is none, such as an HTML page, or
/// has another form than `read` expects.
template <class Read>
std::string codeIn(const HttpReply& reply, Read read) {
    try {
        const Json body = reply.json();
        return body.isObject() ? read(body) : std::string();
    } catch (const JsonError&) {
        return "";
    }
}

} // namespace svc::connector
