// Yousign: electronic signatures of documents (API version 3).
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/signed_file.hpp"
#include "common/signing_time.hpp"

namespace svc::yousign {
namespace {

using connector::stateOf;
using connector::textOf;

struct Account {
    std::string apiKey;
    bool sandbox = false;

    HttpCall request(Call& call, std::string_view method, std::string_view path) const {
        const Json& settings = Call::settings();
        const std::string base = sandbox ? settings.textOr("sandboxUrl", "https://api-sandbox.yousign.app/v3")
                                         : settings.textOr("baseUrl", "https://api.yousign.app/v3");
        return call.http()
            .request(method, base + "/signature_requests" + std::string(path))
            .header("Authorization", "Bearer " + apiKey);
    }
};

Account keptAccount(Call& call) {
    return {call.secrets().get("apiKey").value_or(""), call.secrets().get("environment") == "sandbox"};
}

/// The first field that Yousign refuses, of `{ detail, invalid_params: [{ name, reason }] }`.
std::string codeOf(const HttpReply& reply) {
    try {
        const Json error = reply.json();
        const Json& fields = error.isObject() ? error["invalid_params"] : error;
        return fields.isArray() && fields.size() > 0 ? "field-" + fields.at(0).textOr("name", "unknown") : "";
    } catch (const JsonError&) {
        return "";
    }
}

Json answerOf(const HttpReply& reply) {
    Json answer = connector::jsonOf(connector::accepted(reply, codeOf(reply)));
    if (!answer.isObject()) { // null would mean that the record does not exist
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return answer;
}

Json describe(Call&, const Json&) {
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

HttpReply tryOut(Call& call, const Account& account) {
    return account.request(call, "GET", "").query("limit", "1").send();
}

/// Stores the key only after Yousign has accepted it.
Json connect(Call& call, const Json& input) {
    const Json& given = input["credentials"];
    const std::string environment = given.textOr("environment", "live");
    const Account account{given.textOr("apiKey"), environment == "sandbox"};
    answerOf(tryOut(call, account));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", account.apiKey);
        call.secrets().put("environment", environment);
        if (const auto secret = given.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return Json::object({{"account", Json::object({{"id", nullptr}, {"name", environment}})}});
}

Json test(Call& call, const Json&) {
    return connector::tried(tryOut(call, keptAccount(call)));
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

/// The last day for signing.
Date lastDay(const Json& input) {
    return (connector::signingEnd(input) - 1).utcDate();
}

Instant endOf(const Json& input) {
    return Instant::startOf(lastDay(input).addDays(1));
}

/// Yousign requires two names: the last word counts as the family name.
Json personOf(const Json& signer, const Json& settings) {
    const std::string name = signer.textOr("name");
    const std::size_t space = name.find_last_of(' ');
    const bool one = space == std::string::npos;
    return Json::object({{"first_name", one ? name : name.substr(0, space)},
                         {"last_name", one ? name : name.substr(space + 1)},
                         {"email", signer["email"]},
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

Json draft(Call& call, const Account& account, const Json& input) {
    Json body = Json::object({{"name", utf8Prefix(connector::labelOf(input), 128)},
                              {"delivery_mode", "email"},
                              {"external_id", input["key"]},
                              {"timezone", "Europe/Paris"},
                              {"expiration_date", lastDay(input)}});
    if (const auto message = input.optionalText("message")) {
        body.set("email_custom_note", *message);
    }
    return answerOf(account.request(call, "POST", "").json(body).send());
}

std::string upload(Call& call, const Account& account, const std::string& path, const Json& file) {
    const std::string content = base64Decode(file.textOr("content")).value_or("");
    return textOf(
        answerOf(account.request(call, "POST", path + "/documents")
                     .multipart({{"nature", "signable_document", "", ""},
                                 {"file", content, file.textOr("name"), file.textOr("contentType")}})
                     .send()),
        "id");
}

/// Four requests; the signers are notified by the last one. An interrupted sequence leaves only a draft at
/// Yousign.
Json signature(Call& call, const Json& input) {
    const Account account = keptAccount(call);
    const Json& settings = input["settings"];
    const std::string id = textOf(draft(call, account, input), "id");
    const std::string path = '/' + percentEncode(id);
    const std::string document = upload(call, account, path, input["file"]);
    std::int64_t index = 0;
    for (const Json& signer : input["signers"].items()) {
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
    return Json::object({{"reference", id}, {"url", nullptr}, {"expiresAt", endOf(input)}});
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

Json read(Call& call, const Account& account, const std::string& id) {
    const HttpReply reply = account.request(call, "GET", '/' + percentEncode(id)).send();
    return reply.status == 404 ? Json(nullptr) : answerOf(reply);
}

Json signatureState(Call& call, const Json& input) {
    const Account account = keptAccount(call);
    const auto reference = input.optionalText("reference");
    const Json request =
        reference ? read(call, account, *reference) : found(call, account, input.textOr("key"));
    if (request.isNull()) {
        return stateOf("absent");
    }
    const std::string status = textOf(request, "status");
    Json state = stateOf(status == "done"                               ? "signed"
                         : status == "declined" || status == "rejected" ? "declined"
                         : status == "expired"                          ? "expired"
                         : status == "canceled" || status == "deleted"  ? "expired"
                                                                        : "sent");
    state.set("reference", textOf(request, "id")).set("url", nullptr).set("expiresAt", endOf(input));
    if (status == "done") {
        state.set("signers", input["signers"]).set("signedAt", call.now());
    }
    return state;
}

/// The signed document.
Json signedFile(Call& call, const Json& input) {
    const std::string path = '/' + percentEncode(input.textOr("reference")) + "/documents/download";
    const HttpReply reply =
        keptAccount(call).request(call, "GET", path).most(connector::MostSignedBytes).send();
    return connector::signedPdf(reply);
}

Json hook(Call& call, const Json& input) {
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

void start(Registry& registry) {
    registry.command("connector.yousign.describe", describe);
    registry.command("connector.yousign.connect", connector::reading<connect>);
    registry.command("connector.yousign.test", test);
    registry.command("connector.yousign.disconnect", disconnect);
    registry.command("connector.yousign.signature", connector::reading<signature>);
    registry.command("connector.yousign.signature_state", connector::reading<signatureState>);
    registry.command("connector.yousign.signed_file", connector::reading<signedFile>);
    registry.command("connector.yousign.hook", hook);
}

} // namespace
} // namespace svc::yousign

SVC_PLUGIN("yousign", "1.0.0", svc::yousign::start)
