#include "host/api/account_proof.hpp"
#include "host/api/passwords.hpp"
#include "host/api/sessions.hpp"
#include "host/auth/password.hpp"
#include "host/auth/session_token.hpp"
#include "host/db/pool.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view InsertUser =
    "INSERT INTO svc.user_account (id, email, name, language, password_hash, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT ((lower(email))) DO NOTHING";
constexpr std::string_view EmailIsTaken = "SELECT 1 FROM svc.user_account WHERE lower(email) = lower($1)";
constexpr std::string_view FindAddressee =
    "SELECT id, language FROM svc.user_account WHERE lower(email) = lower($1)";
constexpr std::string_view EndSession = "DELETE FROM svc.session WHERE id = $1 AND user_id = $2";

void logIn(http::Exchange& exchange, ApiContext& context) {
    const Json& body = *exchange.json;
    const Uuid user = proveAccount(context, Credentials::read(body.textOr("email"), body));
    exchange.reply(
        200, openSession(exchange, context, *context.services.pool.acquire(), user, body.textOr("device")));
}

std::string languageOf(const http::Exchange& exchange) {
    return exchange.json->textOr("language", exchange.language.empty() ? "en" : exchange.language);
}

mail::Message welcomeMail(const std::string& email, const std::string& url, std::string_view language) {
    if (language == "fr") {
        return {email, "Votre compte",
                "Pour ouvrir votre compte, choisissez un mot de passe (lien valable une heure) :\n" + url};
    }
    if (language == "de") {
        return {email, "Ihr Konto",
                "Um Ihr Konto zu öffnen, setzen Sie ein Passwort (Link eine Stunde gültig):\n" + url};
    }
    return {email, "Your account",
            "To open your account, choose a password (the link is good for one hour):\n" + url};
}

mail::Message knownMail(const std::string& email, const std::string& url, std::string_view language) {
    if (language == "fr") {
        return {email, "Vous avez déjà un compte",
                "Quelqu'un a voulu créer un compte avec cette adresse, qui en a déjà un. Connectez-vous, ou "
                "choisissez un nouveau mot de passe (lien valable une heure) :\n" +
                    url};
    }
    if (language == "de") {
        return {
            email, "Sie haben schon ein Konto",
            "Jemand wollte mit dieser Adresse ein Konto anlegen; es gibt schon eines. Melden Sie sich an, "
            "oder setzen Sie ein neues Passwort (Link eine Stunde gültig):\n" +
                url};
    }
    return {
        email, "You have an account already",
        "Somebody asked for an account with this address, which has one. Log in, or choose a new password "
        "(the link is good for one hour):\n" +
            url};
}

/// The requester learns nothing about the address; only the reader of its mail chooses the password. The
/// password in the request is ignored: somebody else may have sent it and wait for the owner of the address
/// to follow the link.
void signUpByMail(const http::Exchange& exchange, ApiContext& context, const std::string& email) {
    const std::string hash = auth::hashPassword(auth::randomAlphanumeric(auth::TokenLength));
    const Instant now = context.services.clock.now();
    const std::string wanted = languageOf(exchange);
    const db::Lease lease = context.services.pool.acquire();
    const bool isNew = lease
                           ->query(InsertUser, {newUuid(now).toString(), email, exchange.json->textOr("name"),
                                                wanted, hash, now.toSql()})
                           .affected() != 0;
    const db::Rows user = lease->query(FindAddressee, {email});
    if (user.empty()) {
        return;
    }
    const std::string language(user.text(0, 1));
    if (const auto link = resetLink(context, *lease, std::string(user.text(0, 0)))) {
        context.mail.queueForPerson(isNew ? welcomeMail(email, *link, language)
                                          : knownMail(email, *link, language),
                                    exchange.requestId);
    }
}

void signUp(http::Exchange& exchange, ApiContext& context) {
    if (context.options.signup == config::SignUp::Closed) {
        throw ApiError(403, "signup-disabled");
    }
    const Json& body = *exchange.json;
    const std::string email = body.textOr("email");
    const std::string& password = body["password"].text();
    if (context.options.signup == config::SignUp::Confirmed) {
        if (!auth::isStrongPassword(password)) {
            throw ApiError(400, "password-too-weak");
        }
        signUpByMail(exchange, context, email);
        exchange.reply(202, Json::object());
        return;
    }
    if (!context.services.pool.acquire()->query(EmailIsTaken, {email}).empty()) {
        throw ApiError(400, "email-taken");
    }
    if (!auth::isStrongPassword(password)) {
        throw ApiError(400, "password-too-weak");
    }
    const std::string hash = auth::hashPassword(password);
    const Instant now = context.services.clock.now();
    const Uuid id = newUuid(now);
    const db::Lease lease = context.services.pool.acquire();
    const db::Rows inserted = lease->query(
        InsertUser, {id.toString(), email, body.textOr("name"), languageOf(exchange), hash, now.toSql()});
    if (inserted.affected() == 0) {
        throw ApiError(400, "email-taken");
    }
    exchange.reply(201, openSession(exchange, context, *lease, id, body.textOr("device")));
}

void logOut(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    context.services.pool.acquire()->query(
        EndSession, {exchange.caller.sessionId.toString(), exchange.caller.id.toString()});
    replyEmpty(exchange, 204);
}

} // namespace

void addLoginHandlers(Handlers& handlers, ApiContext& context) {
    handlers["signUp"] = [&context](http::Exchange& exchange) { signUp(exchange, context); };
    handlers["logIn"] = [&context](http::Exchange& exchange) { logIn(exchange, context); };
    handlers["logOut"] = [&context](http::Exchange& exchange) { logOut(exchange, context); };
}

} // namespace svc::host::api
