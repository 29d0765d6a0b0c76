#pragma once

#include "host/api/context.hpp"

namespace svc::host::api {

/// Switches one-time codes of the session's person on or off, and returns what is shown once. On takes two
/// requests: the first answers `otpSecret` and `otpUri`, the second brings a code made of it as `otp` and
/// answers `recoveryCodes`. Off takes the password and a code. Throws ApiError 401 otp-invalid, and whatever
/// proveAccount throws.
Json changeCodes(const http::Exchange& exchange, ApiContext& context, bool wanted);

} // namespace svc::host::api
