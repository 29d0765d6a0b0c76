#include "host/api/account_proof.hpp"
#include "host/api/sessions.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/password.hpp"
#include "host/db/pool.hpp"
#include "host/db/transaction.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view FindInvitation =
    "SELECT m.company_id, m.id, m.email, u.id, c.language"
    " FROM svc.member m JOIN svc.company c ON c.company_id = m.company_id"
    " LEFT JOIN svc.user_account u ON lower(u.email) = lower(m.email)"
    " WHERE m.invitation_digest = $1 AND m.state = 'invited' AND m.invitation_expires_at > $2";
constexpr std::string_view InsertInvited =
    "INSERT INTO svc.user_account (id, email, name, language, password_hash, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT ((lower(email))) DO NOTHING";
// No row when somebody else was faster.
constexpr std::string_view Accept =
    "UPDATE svc.member SET state = 'active', user_id = $3, accepted_at = $4, updated_at = $4, version = "
    "version + 1,"
    " invitation_digest = NULL, invitation_expires_at = NULL"
    " WHERE company_id = $1 AND id = $2 AND state = 'invited'";

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

db::Rows findInvitation(const http::Exchange& exchange, ApiContext& context) {
    db::Rows invitation = context.services.pool.acquire()->query(
        FindInvitation, {auth::digestParameter(exchange.parameters.find("token")->second),
                         context.services.clock.now().toSql()});
    if (invitation.empty()) {
        throw ApiError(400, "token-invalid");
    }
    return invitation;
}

void becomeMember(db::Transaction& transaction, const db::Rows& invitation, const Uuid& user, Instant now) {
    if (transaction
            .query(Accept, {invitation.text(0, 0), invitation.text(0, 1), user.toString(), now.toSql()})
            .affected() == 0) {
        throw ApiError(400, "token-invalid");
    }
}

// A link says who was invited, not who opens it: an account that exists is proved as at log-in, or whoever
// invites an address could guess its password here, or enter without the one-time code.
void acceptInvitation(http::Exchange& exchange, ApiContext& context) {
    const Json body = exchange.json.value_or(Json::object());
    const Instant now = context.services.clock.now();
    const db::Rows invitation = findInvitation(exchange, context);
    const bool hasAccount = !invitation.isNull(0, 3);
    if (hasAccount && !body.optionalText("password")) {
        throw ApiError(401, "credentials-invalid");
    }
    const NewPerson person = hasAccount ? NewPerson() : newPerson(body);
    const Uuid user = hasAccount
                          ? proveAccount(context, Credentials::read(std::string(invitation.text(0, 2)), body))
                          : newUuid(now);
    {
        db::Transaction transaction(context.services.pool);
        if (!hasAccount && transaction
                                   .query(InsertInvited, {user.toString(), invitation.text(0, 2), person.name,
                                                       invitation.text(0, 4), person.hash, now.toSql()})
                                   .affected() == 0) {
            throw ApiError(400, "token-invalid");
        }
        becomeMember(transaction, invitation, user, now);
        transaction.commit();
    }
    const db::Lease lease = context.services.pool.acquire();
    exchange.reply(200, openSession(exchange, context, *lease, user, body.textOr("device")));
}

void joinCompany(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const db::Rows invitation = findInvitation(exchange, context);
    if (invitation.cell(0, 3) != exchange.caller.id.toString()) {
        throw ApiError(403, "forbidden");
    }
    {
        db::Transaction transaction(context.services.pool);
        becomeMember(transaction, invitation, exchange.caller.id, context.services.clock.now());
        transaction.commit();
    }
    exchange.reply(
        200, meRecord(*context.services.pool.acquire(), context.services.catalogue, exchange.caller.id));
}

} // namespace

void addInvitationHandlers(Handlers& handlers, ApiContext& context) {
    handlers["acceptInvitation"] = [&context](http::Exchange& exchange) {
        acceptInvitation(exchange, context);
    };
    handlers["joinCompany"] = [&context](http::Exchange& exchange) { joinCompany(exchange, context); };
}

} // namespace svc::host::api
