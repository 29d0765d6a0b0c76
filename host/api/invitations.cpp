#include "host/api/invitations.hpp"

#include "host/api/account_proof.hpp"
#include "host/api/security_notices.hpp"
#include "host/api/sessions.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/password.hpp"
#include "host/db/pool.hpp"
#include "host/db/transaction.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view FindInvitation =
    "SELECT m.company_id, m.id, m.email, u.id, c.language, c.name"
    " FROM svc.member m JOIN svc.company c ON c.company_id = m.company_id"
    " LEFT JOIN svc.user_account u ON lower(u.email) = lower(m.email)"
    " WHERE m.invitation_digest = $1 AND m.state = 'invited' AND m.invitation_expires_at > $2";
constexpr std::string_view InsertInvited =
    "INSERT INTO svc.user_account (id, email, name, language, password_hash, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT ((lower(email))) DO NOTHING";
// Returns no row when the invitation was accepted concurrently.
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

db::Rows lookUp(const http::Exchange& exchange, ApiContext& context) {
    return context.services.pool.acquire()->query(
        FindInvitation, {auth::digestParameter(exchange.parameters.find("token")->second),
                         context.services.clock.now().toSql()});
}

db::Rows findInvitation(const http::Exchange& exchange, ApiContext& context) {
    db::Rows invitation = lookUp(exchange, context);
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

// Sent after the commit, and failures are ignored: a mail that cannot be sent must not keep the new member
// out.
void tellOfNewMember(const http::Exchange& exchange, ApiContext& context, const db::Rows& invitation) {
    db::Transaction transaction(context.services.pool, invitation.text(0, 0));
    const std::vector<Recipient> owners = recipientsIn(transaction.query(OwnersSql, {invitation.text(0, 0)}));
    transaction.rollback();
    for (const Recipient& owner : owners) {
        context.mail.queueForPerson(securityMail(owner, SecurityChange::MemberJoined, invitation.text(0, 2),
                                                 context.services.clock.now()),
                                    exchange.requestId);
    }
}

/// The person of an account that was there before the invitation. A link shows who was invited, not who opens
/// it: the owner proves the account as at log-in, or by a session of it; otherwise whoever invites an address
/// could guess its password here, or get in without the one-time code.
Uuid invitedPerson(const http::Exchange& exchange, ApiContext& context, const db::Rows& invitation,
                   const Json& body) {
    if (exchange.caller.kind == http::Caller::Kind::Session) {
        if (invitation.cell(0, 3) != exchange.caller.id.toString()) {
            throw ApiError(403, "forbidden");
        }
        return exchange.caller.id;
    }
    if (!body.optionalText("password")) {
        throw ApiError(401, "credentials-invalid");
    }
    return proveAccount(context, Credentials::read(std::string(invitation.text(0, 2)), body));
}

} // namespace

std::optional<OpenInvitation> openInvitation(const http::Exchange& exchange, ApiContext& context) {
    const db::Rows invitation = lookUp(exchange, context);
    if (invitation.empty()) {
        return std::nullopt;
    }
    return OpenInvitation{std::string(invitation.text(0, 5)), std::string(invitation.text(0, 2)),
                          !invitation.isNull(0, 3)};
}

Uuid acceptWith(const http::Exchange& exchange, ApiContext& context, const Json& body) {
    const Instant now = context.services.clock.now();
    const db::Rows invitation = findInvitation(exchange, context);
    const bool isSession = exchange.caller.kind == http::Caller::Kind::Session;
    const bool hasAccount = isSession || !invitation.isNull(0, 3);
    const NewPerson person = hasAccount ? NewPerson() : newPerson(body);
    const Uuid user = hasAccount ? invitedPerson(exchange, context, invitation, body) : newUuid(now);
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
    tellOfNewMember(exchange, context, invitation);
    return user;
}

void addInvitationHandlers(Handlers& handlers, ApiContext& context) {
    handlers["acceptInvitation"] = [&context](http::Exchange& exchange) {
        const Json body = exchange.json.value_or(Json::object());
        const Uuid user = acceptWith(exchange, context, body);
        const db::Lease lease = context.services.pool.acquire();
        exchange.reply(200, openSession(exchange, context, *lease, user, body.textOr("device")));
    };
}

} // namespace svc::host::api
