#pragma once

#include "host/api/context.hpp"
#include "host/db/connection.hpp"

#include <svc/json.hpp>

#include <string>
#include <string_view>

namespace svc::host::api {

/// `{ "id", "name", "email", "language", "otpEnabled" }`.
Json userRecord(db::Connection& connection, const Uuid& user);

/// The companies of a person with the role, the permissions and the business units there (api 3.2).
Json companiesOf(db::Connection& connection, const Catalogue& catalogue, const Uuid& user);

/// `{ "user", "companies" }`.
Json meRecord(db::Connection& connection, const Catalogue& catalogue, const Uuid& user);

/// Opens a session and returns the answer of log-in: token, expiresAt, user, companies.
Json openSession(const http::Exchange& exchange, ApiContext& context, db::Connection& connection,
                 const Uuid& user, std::string_view device);

/// 401 session-invalid when it is not a session.
void requireSession(const http::Exchange& exchange);

} // namespace svc::host::api
