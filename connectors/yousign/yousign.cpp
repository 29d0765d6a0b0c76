// Yousign: electronic signatures of documents (API version 3).
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/error_code.hpp"
#include "common/signed_file.hpp"
#include "common/signing_time.hpp"

namespace svc::yousign {
namespace {

using calls::integrations::ConnectedAccount;
using calls::integrations::File;
using calls::integrations::Signer;
using State = commands::SignatureStateOutputState;
using connector::textOf;

struct Account {
    std::string apiKey;
    bool sandbox = false;

    HttpCall request(Call& call, std::string_view method, std::string_view path) const {
        return ask(call, method, "/signature_requests" + std::string(path));
    }
    HttpCall ask(Call& call, std::string_view method, const std::string& path) const {
        const Json& settings = Call::settings();
        const std::string base = sandbox ? settings.textOr("sandboxUrl", "https://api-sandbox.yousign.app/v3")
                                         : settings.textOr("baseUrl", "https://api.yousign.app/v3");
        return call.http().request(method, base + path).header("Authorization", "Bearer " + apiKey);
    }
};

Account keptAccount(Call& call) {
    return {call.secrets().get("apiKey").value_or(""), call.secrets().get("environment") == "sandbox"};
}

/// The first field that Yousign refuses, of `{ detail, invalid_params: [{ name, reason }] }`.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& error) {
        const Json& fields = error["invalid_params"];
        return fields.isArray() && fields.size() > 0 ? "field-" + fields.at(0).textOr("name", "unknown") : "";
    });
}

Json answerOf(const HttpReply& reply) {
    Json answer = connector::jsonOf(connector::accepted(reply, codeOf(reply)));
    if (!answer.isObject()) { // null would mean that the record does not exist
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return answer;
}

HttpReply tryOut(Call& call, const Account& account) {
    return account.request(call, "GET", "").query("limit", "1").send();
}

/// The workspace in which the requests of the key are made; nothing is told of it to a key that may not read
/// it. Another key of the account has the same one.
std::optional<std::string> workspaceOf(Call& call, const Account& account) {
    const HttpReply reply = account.ask(call, "GET", "/workspaces/default").send();
    if (reply.status == 403 || reply.status == 404) {
        return std::nullopt;
    }
    return answerOf(reply).optionalText("id");
}

/// The last day for signing.
template <class Input>
Date lastDay(const Input& input) {
    return (connector::signingEnd(input) - 1).utcDate();
}

template <class Input>
Instant endOf(const Input& input) {
    return Instant::startOf(lastDay(input).addDays(1));
}

/// Yousign requires two names: the last word counts as the family name.
Json personOf(const Signer& signer, const Json& settings) {
    const std::string& name = signer.name;
    const std::size_t space = name.find_last_of(' ');
    const bool one = space == std::string::npos;
    return Json::object({{"first_name", one ? name : name.substr(0, space)},
                         {"last_name", one ? name : name.substr(space + 1)},
                         {"email", signer.email},
                         {"locale", settings.textOr("locale", "fr")}});
}

/// The position of a signature, in points from the upper left corner; three in a row.
Json fieldOf(const std::string& document, std::int64_t index, const Json& settings) {
    const auto setting = [&](std::string_view name, std::int64_t usual) {
        return settings[name].isNumber() ? settings[name].integer() : usual;
    };
    return Json::object({{"document_id", document},
                         {"type", "signature"},
                         {"page", setting("page", 1)},
                         {"x", setting("x", 50) + index % 3 * 170},
                         {"y", setting("y", 700) + index / 3 * 60}});
}

Json draft(Call& call, const Account& account, const commands::SignatureInput& input) {
    Json body = Json::object({{"name", utf8Prefix(connector::labelOf(input), 128)},
                              {"delivery_mode", "email"},
                              {"external_id", input.key},
                              {"timezone", "Europe/Paris"},
                              {"expiration_date", lastDay(input)}});
    if (input.message) {
        body.set("email_custom_note", *input.message);
    }
    return answerOf(account.request(call, "POST", "").json(body).send());
}

std::string upload(Call& call, const Account& account, const std::string& path, const File& file) {
    const std::string content = base64Decode(file.content).value_or("");
    return textOf(answerOf(account.request(call, "POST", path + "/documents")
                               .multipart({{"nature", "signable_document", "", ""},
                                           {"file", content, file.name, file.contentType}})
                               .send()),
                  "id");
}

/// The request with this idempotency key; drafts were never sent to anybody.
Json found(Call& call, const Account& account, const std::string& key) {
    const Json list =
        answerOf(account.request(call, "GET", "").query("external_id", key).query("limit", "100").send());
    for (const Json& request : list["data"].items()) {
        if (textOf(request, "status") != "draft" && request.textOr("external_id") == key) {
            return request;
        }
    }
    return nullptr;
}

Json readRequest(Call& call, const Account& account, const std::string& id) {
    const HttpReply reply = account.request(call, "GET", '/' + percentEncode(id)).send();
    return reply.status == 404 ? Json(nullptr) : answerOf(reply);
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Yousign", "kind": "signature", "auth": "api_key", "capabilities": ["signature"],
        "keysUrl": "https://yousign.app/auth/workspace/developer/api",
        "credentialsSchema": { "type": "object", "required": ["apiKey"], "properties": {
            "apiKey": { "type": "string", "minLength": 1, "format": "password" },
            "environment": { "enum": ["live", "sandbox"] },
            "webhookSecret": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "locale": { "enum": ["fr", "en", "de", "it", "nl", "es", "pl"] },
            "authentication": { "enum": ["no_otp", "otp_email"] },
            "daysOpen": { "type": "integer", "minimum": 1, "maximum": 180 },
            "page": { "type": "integer", "minimum": 1 },
            "x": { "type": "integer", "minimum": 0 },
            "y": { "type": "integer", "minimum": 0 } } },
        "hookHeaders": ["X-Yousign-Signature-256"], "lost": { "signature": "read" } })");
}

/// Stores the key only after Yousign has accepted it.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const std::string environment = given.textOr("environment", "live");
    const Account account{given.textOr("apiKey"), environment == "sandbox"};
    answerOf(tryOut(call, account));
    const auto workspace = workspaceOf(call, account);
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", account.apiKey);
        call.secrets().put("environment", environment);
        if (const auto secret = given.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return {.account = ConnectedAccount{.id = workspace, .name = environment}};
}

commands::TestOutput commands::test(Call& call) {
    return connector::tried<TestOutput>(tryOut(call, keptAccount(call)));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

/// Four requests; the signers are notified by the last one. An interrupted sequence leaves only a draft at
/// Yousign.
commands::SignatureOutput commands::signature(Call& call, const commands::SignatureInput& input) {
    const Account account = keptAccount(call);
    const Json& settings = input.settings;
    const std::string id = textOf(draft(call, account, input), "id");
    const std::string path = '/' + percentEncode(id);
    const std::string document = upload(call, account, path, input.file);
    std::int64_t index = 0;
    for (const Signer& signer : input.signers) {
        answerOf(account.request(call, "POST", path + "/signers")
                     .json(Json::object(
                         {{"info", personOf(signer, settings)},
                          {"signature_level", "electronic_signature"},
                          {"signature_authentication_mode", settings.textOr("authentication", "no_otp")},
                          {"fields", Json::array({fieldOf(document, index, settings)})}}))
                     .send());
        ++index;
    }
    answerOf(account.request(call, "POST", path + "/activate").send());
    return {.reference = id, .url = std::nullopt, .expiresAt = endOf(input)};
}

commands::SignatureStateOutput commands::signatureState(Call& call,
                                                        const commands::SignatureStateInput& input) {
    const Account account = keptAccount(call);
    const Json request =
        input.reference ? readRequest(call, account, *input.reference) : found(call, account, input.key);
    if (request.isNull()) {
        return {.state = State::Absent};
    }
    const std::string status = textOf(request, "status");
    SignatureStateOutput state{.state = status == "done"                               ? State::Signed
                                        : status == "declined" || status == "rejected" ? State::Declined
                                        : status == "expired"                          ? State::Expired
                                        : status == "canceled" || status == "deleted"  ? State::Expired
                                                                                       : State::Sent,
                               .reference = textOf(request, "id"),
                               .url = std::nullopt,
                               .expiresAt = endOf(input)};
    if (status == "done") {
        state.signers = input.signers;
        state.signedAt = call.now();
    }
    return state;
}

/// The signed document.
commands::SignedFileOutput commands::signedFile(Call& call, const commands::SignedFileInput& input) {
    const std::string path = '/' + percentEncode(input.reference) + "/documents/download";
    const HttpReply reply =
        keptAccount(call).request(call, "GET", path).most(connector::MostSignedBytes).send();
    return {.content = connector::signedPdf(reply)};
}

Json commands::hook(Call& call, const Json& input) {
    constexpr std::string_view Prefix = "sha256=";
    const connector::IncomingCall incoming(input);
    const std::string sent = incoming.header("X-Yousign-Signature-256");
    if (!sent.starts_with(Prefix) ||
        !call.secrets().matches(Secrets::Hmac::Sha256, "webhook", {incoming.body()}, Secrets::Encoding::Hex,
                                sent.substr(Prefix.size()))) {
        throw ApiError(400, "signature-invalid");
    }
    const Json event = incoming.json();
    Json what = Json::object({{"id", event.textOr("event_id")}, {"about", "nothing"}});
    const Json& data = event["data"];
    if (data.isObject() && data["signature_request"].isObject()) {
        what.set("about", "signature");
        what.set("reference", data["signature_request"].textOr("id"));
    }
    return what;
}

} // namespace svc::yousign
