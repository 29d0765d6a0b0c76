#pragma once

#include "host/api/context.hpp"
#include "host/db/connection.hpp"

#include <optional>
#include <string>

namespace svc::host::api {

/// The credentials that a person enters to prove an account.
struct Credentials {
    std::string email;
    std::string password;
    std::optional<std::string> code; ///< of the authenticator application, or a recovery code

    /// Reads `password` and `otp` of a request body.
    static Credentials read(std::string email, const Json& body);
};

/// The only function that proves an account, used by every route that asks for credentials. Ten failures
/// within fifteen minutes lock an address for fifteen minutes, whether it has an account or not. Returns the
/// person. Throws ApiError 401 credentials-invalid, otp-required, otp-invalid or 403 account-locked.
Uuid proveAccount(ApiContext& context, const Credentials& credentials);

/// Proves the person of a session once more, by `currentPassword` or `otp` of the body; when both are given,
/// both must be right. Counts and locks as proveAccount does. Throws 400 field-required:currentPassword
/// without either.
void proveAgain(ApiContext& context, const std::string& email, const Json& body);

/// Ends the count and the lock of a person's address: the person has proved it in another way.
void forgetFailures(db::Connection& connection, const Uuid& user);

} // namespace svc::host::api
