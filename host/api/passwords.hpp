#pragma once

#include "host/api/context.hpp"

#include <optional>
#include <string>

namespace svc::host::api {

/// Sets a new password with the token of a mail. Throws ApiError 400 token-invalid, password-too-weak.
void resetWith(const http::Exchange& exchange, ApiContext& context, const std::string& token,
               const std::string& wanted);

/// The address of a page where the person can set a new password once, within an hour. Nothing when the
/// person has reached the hourly limit of such links.
std::optional<std::string> resetLink(ApiContext& context, db::Connection& connection,
                                     const std::string& user);

} // namespace svc::host::api
