#pragma once

#include "host/api/context.hpp"

#include <string>

namespace svc::host::api {

/// Sets a new password with the token of a mail. Throws ApiError 400 token-invalid, password-too-weak.
void resetWith(const http::Exchange& exchange, ApiContext& context, const std::string& token,
               const std::string& wanted);

} // namespace svc::host::api
