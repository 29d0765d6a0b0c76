// The mail server of the company itself (RFC 5321, 8314), with a password or by OAuth 2 (SASL XOAUTH2).
#include <svc/connector.hpp>
#include <svc/contracts/mail.hpp>

#include "bindings.hpp"
#include "common/oauth.hpp"

namespace svc::smtp {
namespace {

using State = commands::SendOutputState;
using connector::textOf;
using contracts::MailAccount;
using contracts::MailDelivery;
using contracts::MailResult;

std::string setting(std::string_view name, std::string_view otherwise = {}) {
    return Call::settings().textOr(name, otherwise);
}

connector::OAuth oauth() {
    return {setting("authorizeUrl", "https://accounts.google.com/o/oauth2/v2/auth"),
            setting("tokenUrl", "https://oauth2.googleapis.com/token")};
}

/// The installation's mail server for mailboxes with OAuth access.
MailAccount sharedServer(std::string user, std::string token) {
    MailAccount account;
    account.host = setting("host", "smtp.gmail.com");
    account.port = Call::settings().optionalInteger("port").value_or(587);
    account.security = setting("security", "starttls");
    account.user = std::move(user);
    account.accessToken = std::move(token);
    return account;
}

/// The server's code and text, or the reason why there is no answer.
std::string reasonOf(const MailResult& result) {
    constexpr std::size_t Longest = 200;
    if (!result.status) {
        return result.error;
    }
    const std::string words = connector::fitForRefusal(result.error, Longest);
    return "smtp-" + std::to_string(*result.status) + (words.empty() ? "" : ':' + words);
}

/// Throws the refusal, unless the server has done what was asked.
void accepted(const MailResult& result) {
    if (result.result == "done") {
        return;
    }
    const std::string status = "smtp-" + std::to_string(result.status.value_or(0));
    if (result.result == "login-refused") {
        throw ApiError(400, connector::CredentialsInvalid, {reasonOf(result)});
    }
    throw ApiError(400, "integration-unreachable", {result.status ? status : result.error});
}

/// Reduces the error to the server's own reply, without the text that the host puts before it.
MailResult give(Call& call, const MailDelivery& delivery) {
    MailResult result = contracts::deliverMail(call, delivery);
    const std::size_t reply =
        result.status ? result.error.find(std::to_string(*result.status)) : std::string::npos;
    if (reply != std::string::npos) {
        result.error.erase(0, reply);
    }
    return result;
}

/// The sender: that of the settings, else the user name when it is an address.
std::string senderOf(const Json& settings, const std::string& user) {
    const std::string address = settings.isObject() ? settings.textOr("from", user) : user;
    if (address.find('@') == std::string::npos) {
        throw ApiError(400, "field-required", {"settings.from"});
    }
    const std::string name = settings.isObject() ? settings.textOr("fromName") : "";
    return name.empty() ? address : name + " <" + address + '>';
}

void keepAccount(Call& call, const std::vector<std::pair<std::string, std::string>>& values) {
    call.secrets().remove("*");
    for (const auto& [name, value] : values) {
        call.secrets().put(name, value);
    }
}

commands::ConnectedAccount connectedTo(const MailAccount& account) {
    return {.id = account.user, .name = account.user + " at " + account.host};
}

/// The address of the mailbox, from the identity token (OpenID Connect Core 1.0, 2). The token comes directly
/// from the provider over TLS, which replaces the check of its signature (3.1.3.7, 6).
std::string mailboxOf(const Json& tokens) {
    const std::string token = textOf(tokens, "id_token");
    const auto parts = split(token, '.');
    const auto claims = parts.size() == 3 ? base64UrlDecode(parts[1]) : std::nullopt;
    if (!claims) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    const Json identity = Json::parse(*claims);
    const std::string address = identity.textOr("email", identity.textOr("preferred_username"));
    if (address.find('@') == std::string::npos) {
        throw ApiError(400, "provider-refused", {"no-address"});
    }
    return address;
}

std::string kept(Call& call, std::string_view name) {
    return call.secrets().get(name).value_or("");
}

/// Delivers with the stored account. A refused token is renewed once.
MailResult deliver(Call& call, MailDelivery delivery) {
    if (call.secrets().get("password")) {
        delivery.account.host = kept(call, "host");
        delivery.account.port = parseInt64(kept(call, "port")).value_or(0);
        delivery.account.security = kept(call, "security");
        delivery.account.user = kept(call, "user");
        delivery.account.password = kept(call, "password");
        return give(call, delivery);
    }
    const connector::OAuth access = oauth();
    const std::string token = access.token(call);
    delivery.account = sharedServer(kept(call, "user"), token);
    MailResult result = give(call, delivery);
    if (result.result == "login-refused") {
        delivery.account.accessToken = access.renewed(call, token);
        result = give(call, delivery);
    }
    return result;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Mail server", "kind": "mail", "auth": "password", "capabilities": ["mail"],
        "credentialsSchema": { "type": "object", "additionalProperties": false,
            "required": ["host", "port", "security", "user", "password"], "properties": {
            "host": { "type": "string", "minLength": 1, "maxLength": 253, "title": "Server" },
            "port": { "type": "integer", "minimum": 1, "maximum": 65535, "default": 587 },
            "security": { "type": "string", "enum": ["starttls", "tls"], "default": "starttls" },
            "user": { "type": "string", "minLength": 1, "maxLength": 255 },
            "password": { "type": "string", "minLength": 1, "maxLength": 1000, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "from": { "type": "string", "maxLength": 255, "pattern": "^[^@\\s<>,;:\"()]+@[^@\\s<>,;:\"()]+$",
                "title": "Address of the sender" },
            "fromName": { "type": "string", "maxLength": 100, "pattern": "^[^<>\"\\\\\\r\\n]*$",
                "title": "Name of the sender" },
            "replyTo": { "type": "string", "maxLength": 255, "pattern": "^[^@\\s<>,;:\"()]+@[^@\\s<>,;:\"()]+$",
                "title": "Address for answers" } } },
        "lost": { "send": "hold" } })");
}

/// Stores the account only after the server has accepted the login.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    MailAccount account;
    account.host = textOf(given, "host");
    account.port = given["port"].integer();
    account.security = textOf(given, "security");
    account.user = textOf(given, "user");
    account.password = textOf(given, "password");
    senderOf(input.settings, account.user);
    accepted(give(call, {.account = account}));
    call.transaction([&] {
        keepAccount(call, {{"host", account.host},
                           {"port", std::to_string(account.port)},
                           {"security", account.security},
                           {"user", account.user},
                           {"password", account.password}});
    });
    return {.account = connectedTo(account)};
}

/// The provider issues a refresh token only for `offline`, and when the person is asked for consent anew.
Json commands::authorize(Call&, const Json& input) {
    return oauth().authorize(input, setting("scope", "https://mail.google.com/ openid email"),
                             {{"access_type", "offline"}, {"prompt", "consent"}});
}

commands::FinishOutput commands::finish(Call& call, const Json& input) {
    const Json tokens = oauth().exchange(call, input);
    const MailAccount account = sharedServer(mailboxOf(tokens), textOf(tokens, "access_token"));
    accepted(give(call, {.account = account}));
    call.transaction([&] {
        keepAccount(call, {{"user", account.user}});
        connector::OAuth::keep(call, tokens);
    });
    return {.account = connectedTo(account)};
}

void commands::settings(Call& call, const commands::SettingsInput& input) {
    senderOf(input.settings, call.secrets().get("user").value_or(""));
}

commands::TestOutput commands::test(Call& call) {
    const MailResult result = deliver(call, {});
    if (result.result == "login-refused") {
        accepted(result);
    }
    const bool ok = result.result == "done";
    return {.ok = ok,
            .durationMs = result.durationMs,
            .error = ok ? std::nullopt : std::optional(reasonOf(result))};
}

void commands::disconnect(Call& call) {
    const std::string revokeUrl = setting("revokeUrl");
    if (!revokeUrl.empty()) {
        oauth().revoke(call, revokeUrl);
    } else {
        call.transaction([&] { call.secrets().remove("*"); });
    }
}

/// Reports the delivery state: an answer of the server with its text, a lost answer as unknown. A refusal of
/// this verb means that nothing was sent.
commands::SendOutput commands::send(Call& call, const commands::SendInput& input) {
    const Json& settings = input.settings;
    const std::string user = kept(call, "user");
    MailDelivery delivery;
    delivery.from = senderOf(settings, user);
    const std::string address = settings.isObject() ? settings.textOr("from", user) : user;
    delivery.messageId = input.key + address.substr(address.rfind('@'));
    delivery.message = input.message;
    if (settings.isObject() && !delivery.message.optionalText("replyTo")) {
        delivery.message.set("replyTo", settings.textOr("replyTo"));
    }
    const MailResult result = deliver(call, delivery);
    if (result.result == "login-refused" || result.result == "unreachable") {
        accepted(result);
    }
    if (result.result == "done") {
        return {.state = State::Sent, .reference = delivery.messageId, .error = std::nullopt};
    }
    State state = State::Unknown;
    fromText(result.result, state);
    return {.state = state, .reference = std::nullopt, .error = result.error};
}

} // namespace svc::smtp
