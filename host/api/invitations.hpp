#pragma once

#include "host/api/context.hpp"

#include <optional>
#include <string>

namespace svc::host::api {

/// An invitation that is neither accepted nor expired.
struct OpenInvitation {
    std::string company; ///< name of the company
    std::string email;
    bool hasAccount = false;
};
/// The invitation of the token in the path; nothing when there is none.
std::optional<OpenInvitation> openInvitation(const http::Exchange& exchange, ApiContext& context);

/// Makes the invited person a member, and creates the account when the address has none. `body`: as in
/// acceptInvitation. Returns the person.
Uuid acceptWith(const http::Exchange& exchange, ApiContext& context, const Json& body);

} // namespace svc::host::api
