// The mail server of the company itself (RFC 5321, 8314), with a password or by OAuth 2 (SASL XOAUTH2).
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/oauth.hpp"

namespace svc::smtp {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::SendOutputState;
using connector::textOf;
using Delivery = calls::host::MailDeliverInput;
using Delivered = calls::host::MailDeliverOutput;
using Result = calls::host::MailDeliverOutputResult;

std::string setting(std::string_view name, std::string_view otherwise = {}) {
    return Call::settings().textOr(name, otherwise);
}

connector::OAuth oauth() {
    return {setting("authorizeUrl", "https://accounts.google.com/o/oauth2/v2/auth"),
            setting("tokenUrl", "https://oauth2.googleapis.com/token")};
}

/// What only logs in at a server.
Delivery loginAt(std::string host, std::int64_t port, std::string_view security) {
    Delivery delivery{.host = std::move(host),
                      .port = port,
                      .password = std::nullopt,
                      .accessToken = std::nullopt,
                      .from = std::string(),
                      .messageId = std::string(),
                      .message = Json(nullptr)};
    fromText(security, delivery.security);
    return delivery;
}

/// The installation's mail server for mailboxes with OAuth access.
Delivery sharedServer(std::string user, std::string token) {
    Delivery delivery =
        loginAt(setting("host", "smtp.gmail.com"), Call::settings().optionalInteger("port").value_or(587),
                setting("security", "starttls"));
    delivery.user = std::move(user);
    delivery.accessToken = std::move(token);
    return delivery;
}

/// The server's code and text, or the reason why there is no answer.
std::string reasonOf(const Delivered& result) {
    constexpr std::size_t Longest = 200;
    if (!result.status) {
        return result.error.value_or("");
    }
    const std::string words = connector::fitForRefusal(result.error.value_or(""), Longest);
    return "smtp-" + std::to_string(*result.status) + (words.empty() ? "" : ':' + words);
}

/// Throws the refusal, unless the server has done what was asked.
void accepted(const Delivered& result) {
    if (result.result == Result::Done) {
        return;
    }
    const std::string status = "smtp-" + std::to_string(result.status.value_or(0));
    if (result.result == Result::LoginRefused) {
        throw ApiError(400, connector::CredentialsInvalid, {reasonOf(result)});
    }
    throw ApiError(400, "integration-unreachable", {result.status ? status : result.error.value_or("")});
}

/// Reduces the error to the server's own reply, without the text that the host puts before it.
Delivered give(Call& call, const Delivery& delivery) {
    Delivered result = calls::host::mailDeliver(call, delivery);
    if (result.status && result.error) {
        const std::size_t reply = result.error->find(std::to_string(*result.status));
        result.error->erase(0, reply == std::string::npos ? 0 : reply);
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

ConnectedAccount connectedTo(const Delivery& account) {
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

/// A message and its envelope.
struct Letter {
    std::string from;
    std::string messageId;
    Json message;
};

Delivered give(Call& call, Delivery delivery, const Letter& letter) {
    delivery.from = letter.from;
    delivery.messageId = letter.messageId;
    delivery.message = letter.message;
    return give(call, delivery);
}

/// Delivers with the stored account; an empty letter only logs in. A refused token is renewed once.
Delivered deliver(Call& call, const Letter& letter) {
    if (call.secrets().get("password")) {
        Delivery account =
            loginAt(kept(call, "host"), parseInt64(kept(call, "port")).value_or(0), kept(call, "security"));
        account.user = kept(call, "user");
        account.password = kept(call, "password");
        return give(call, account, letter);
    }
    const connector::OAuth access = oauth();
    const std::string token = access.token(call);
    Delivery account = sharedServer(kept(call, "user"), token);
    Delivered result = give(call, account, letter);
    if (result.result == Result::LoginRefused) {
        account.accessToken = access.renewed(call, token);
        result = give(call, account, letter);
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
    const std::string security = textOf(given, "security");
    const std::string password = textOf(given, "password");
    Delivery account = loginAt(textOf(given, "host"), given["port"].integer(), security);
    account.user = textOf(given, "user");
    account.password = password;
    senderOf(input.settings, account.user);
    accepted(give(call, account));
    call.transaction([&] {
        keepAccount(call, {{"host", account.host},
                           {"port", std::to_string(account.port)},
                           {"security", security},
                           {"user", account.user},
                           {"password", password}});
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
    const Delivery account = sharedServer(mailboxOf(tokens), textOf(tokens, "access_token"));
    accepted(give(call, account));
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
    const Delivered result = deliver(call, {});
    if (result.result == Result::LoginRefused) {
        accepted(result);
    }
    const bool ok = result.result == Result::Done;
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
    Letter letter;
    letter.from = senderOf(settings, user);
    const std::string address = settings.isObject() ? settings.textOr("from", user) : user;
    letter.messageId = input.key + address.substr(address.rfind('@'));
    letter.message = input.message;
    if (settings.isObject() && !letter.message.optionalText("replyTo")) {
        letter.message.set("replyTo", settings.textOr("replyTo"));
    }
    const Delivered result = deliver(call, letter);
    if (result.result == Result::LoginRefused || result.result == Result::Unreachable) {
        accepted(result);
    }
    if (result.result == Result::Done) {
        return {.state = State::Sent, .reference = letter.messageId, .error = std::nullopt};
    }
    State state = State::Unknown;
    fromText(toText(result.result), state);
    return {.state = state, .reference = std::nullopt, .error = result.error.value_or("")};
}

} // namespace svc::smtp
