#pragma once

#include "host/api/context.hpp"

#include <optional>
#include <string>

namespace svc::host::api {

/// An invitation that can still be accepted.
struct OpenInvitation {
    std::string company; ///< its name
    std::string email;
    bool hasAccount = false;
};
/// That of the token in the path; nothing when there is none.
std::optional<OpenInvitation> openInvitation(const http::Exchange& exchange, ApiContext& context);

/// Makes a member of whom the invitation in the path is for, and an account where there is none. `body`: as
/// that of acceptInvitation. Returns the person.
Uuid acceptWith(const http::Exchange& exchange, ApiContext& context, const Json& body);

} // namespace svc::host::api
