#include "host/api/sessions.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/password.hpp"
#include "host/db/pool.hpp"
#include "host/db/transaction.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view FindInvitation =
    "SELECT m.company_id, m.id, m.email, m.invitation_mail_digest = $1, u.id, u.password_hash, c.language"
    " FROM svc.member m JOIN svc.company c ON c.company_id = m.company_id"
    " LEFT JOIN svc.user_account u ON lower(u.email) = lower(m.email)"
    " WHERE (m.invitation_digest = $1 OR m.invitation_mail_digest = $1) AND m.state = 'invited'"
    " AND m.invitation_expires_at > $2";
constexpr std::string_view InsertInvited =
    "INSERT INTO svc.user_account (id, email, name, language, password_hash, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT ((lower(email))) DO NOTHING";
// No row when somebody else was faster.
constexpr std::string_view Accept =
    "UPDATE svc.member SET state = 'active', user_id = $3, accepted_at = $4, updated_at = $4, version = "
    "version + 1,"
    " invitation_digest = NULL, invitation_mail_digest = NULL, invitation_expires_at = NULL"
    " WHERE company_id = $1 AND id = $2 AND state = 'invited'";

/// Does the bearer of this invitation control the account of its address? The link of the mail shows it; for
/// the one that was handed over, the password does. Else whoever invites an address could enter its account.
bool provesAccount(const db::Rows& invitation, const Json& body) {
    if (invitation.cell(0, 3) == "t") {
        return true;
    }
    const Json* password = body.find("password");
    return password != nullptr && password->isString() &&
           auth::verifyPassword(password->text(), invitation.text(0, 5));
}

struct NewPerson {
    std::string name;
    std::string hash;
};

NewPerson newPerson(const Json& body) {
    for (const char* field : {"name", "password"}) {
        if (!body.optionalText(field)) {
            throw fieldRequired(field);
        }
    }
    if (!auth::isStrongPassword(body["password"].text())) {
        throw ApiError(400, "password-too-weak");
    }
    return {body.textOr("name"), auth::hashPassword(body["password"].text())};
}

void acceptInvitation(http::Exchange& exchange, ApiContext& context) {
    const Json body = exchange.json.value_or(Json::object());
    const Instant now = context.services.clock.now();
    const std::string digest = auth::digestParameter(exchange.parameters.find("token")->second);
    const db::Rows invitation = context.services.pool.acquire()->query(FindInvitation, {digest, now.toSql()});
    if (invitation.empty()) {
        throw ApiError(400, "token-invalid");
    }
    const bool hasAccount = !invitation.isNull(0, 4);
    if (hasAccount && !provesAccount(invitation, body)) {
        throw ApiError(401, "credentials-invalid");
    }
    const NewPerson person = hasAccount ? NewPerson() : newPerson(body);
    const Uuid user = hasAccount ? Uuid::parse(invitation.text(0, 4)).value_or(Uuid()) : newUuid(now);
    {
        db::Transaction transaction(context.services.pool);
        if (!hasAccount && transaction
                                   .query(InsertInvited, {user.toString(), invitation.text(0, 2), person.name,
                                                          invitation.text(0, 6), person.hash, now.toSql()})
                                   .affected() == 0) {
            throw ApiError(400, "token-invalid");
        }
        if (transaction
                .query(Accept, {invitation.text(0, 0), invitation.text(0, 1), user.toString(), now.toSql()})
                .affected() == 0) {
            throw ApiError(400, "token-invalid");
        }
        transaction.commit();
    }
    const db::Lease lease = context.services.pool.acquire();
    exchange.reply(200, openSession(exchange, context, *lease, user, body.textOr("device")));
}

} // namespace

void addInvitationHandlers(Handlers& handlers, ApiContext& context) {
    handlers["acceptInvitation"] = [&context](http::Exchange& exchange) {
        acceptInvitation(exchange, context);
    };
}

} // namespace svc::host::api
