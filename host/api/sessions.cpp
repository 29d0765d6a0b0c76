#include "host/api/sessions.hpp"

#include "host/api/role_records.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/session_token.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view ReadUser =
    "SELECT id, name, email, language, otp_enabled FROM svc.user_account WHERE id = $1";
constexpr std::string_view ReadCompanies =
    "SELECT c.company_id, c.name, array_to_string(m.business_unit_ids, ' '), r.id, r.name, r.built_in,"
    " array_to_string(r.permissions, ' ') FROM svc.member m"
    " JOIN svc.role r ON r.company_id = m.company_id AND r.id = m.role_id"
    " JOIN svc.company c ON c.company_id = m.company_id"
    " WHERE m.user_id = $1 AND m.state = 'active' ORDER BY lower(c.name), c.ordinal";
constexpr std::string_view InsertSession = "INSERT INTO svc.session (token_digest, id, user_id, device, "
                                           "address, created_at, last_used_at, expires_at)"
                                           " VALUES ($1, $2, $3, $4, $5, $6, $6, $7)";
// Deletes expired sessions of the person whenever that person opens a new one.
constexpr std::string_view DeleteEnded =
    "DELETE FROM svc.session WHERE user_id = $1 AND (expires_at <= $2 OR last_used_at <= $3)";

} // namespace

Json userRecord(db::Connection& connection, const Uuid& user) {
    const db::Rows rows = connection.query(ReadUser, {user.toString()});
    if (rows.empty()) {
        throw ApiError(401, "session-invalid");
    }
    return Json::object({{"id", idJson("usr", rows.cell(0, 0))},
                         {"name", rows.text(0, 1)},
                         {"email", rows.text(0, 2)},
                         {"language", rows.text(0, 3)},
                         {"otpEnabled", boolJson(rows.text(0, 4))}});
}

Json companiesOf(db::Connection& connection, const Catalogue& catalogue, const Uuid& user) {
    const db::Rows rows = connection.query(ReadCompanies, {user.toString()});
    Json companies = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        Json units = Json::array();
        for (const std::string& unit : wordsOf(rows.cell(row, 2))) {
            units.push(idJson("bus", unit));
        }
        const Json role = roleSummary(catalogue, rows, row, 3);
        companies.push(Json::object({{"id", idJson("com", rows.cell(row, 0))},
                                     {"name", rows.text(row, 1)},
                                     {"role", Json::object({{"id", role["id"]}, {"name", role["name"]}})},
                                     {"permissions", role["permissions"]},
                                     {"businessUnitIds", std::move(units)}}));
    }
    return companies;
}

Json meRecord(db::Connection& connection, const Catalogue& catalogue, const Uuid& user) {
    return Json::object(
        {{"user", userRecord(connection, user)}, {"companies", companiesOf(connection, catalogue, user)}});
}

Json openSession(const http::Exchange& exchange, ApiContext& context, db::Connection& connection,
                 const Uuid& user, std::string_view device) {
    const Instant now = context.services.clock.now();
    const Instant limit = now + auth::SessionAbsolute;
    const std::string token = auth::makeSessionToken();
    connection.query(DeleteEnded, {user.toString(), now.toSql(), (now - auth::SessionIdle).toSql()});
    connection.query(InsertSession, {auth::digestParameter(token), newUuid(now).toString(), user.toString(),
                                     device.empty() ? db::Param() : db::Param(device), exchange.address,
                                     now.toSql(), limit.toSql()});
    return Json::object({{"token", token},
                         {"expiresAt", auth::sessionEnd(now, limit)},
                         {"user", userRecord(connection, user)},
                         {"companies", companiesOf(connection, context.services.catalogue, user)}});
}

void requireSession(const http::Exchange& exchange) {
    if (exchange.caller.kind != http::Caller::Kind::Session) {
        throw ApiError(401, "session-invalid");
    }
}

} // namespace svc::host::api
