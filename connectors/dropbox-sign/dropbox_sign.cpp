// Dropbox Sign: electronic signatures of documents (API version 3).
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/digest.hpp"
#include "common/form_fields.hpp"
#include "common/oauth.hpp"
#include "common/signed_file.hpp"
#include "common/signing_time.hpp"

namespace svc::dropbox_sign {
namespace {

using connector::stateOf;
using connector::textOf;

/// The app defines the scopes, and Dropbox Sign has no PKCE.
connector::OAuth oauth() {
    const std::string server = Call::settings().textOr("accountUrl", "https://app.hellosign.com");
    return connector::OAuth(server + "/oauth/authorize", server + "/oauth/token",
                            connector::ClientProof::Body)
        .renewingAt(server + "/oauth/token?refresh");
}

HttpCall request(Call& call, std::string_view method, std::string_view path) {
    const std::string base = Call::settings().textOr("baseUrl", "https://api.hellosign.com/v3");
    return call.http().request(method, base + std::string(path));
}

/// Sends what `begin()` makes, with the API key, or with the OAuth token of the person who granted access.
template <class Begin>
HttpReply signedIn(Call& call, Begin begin) {
    const auto key = call.secrets().get("apiKey");
    return key ? begin().basic(*key, "").send() : oauth().send(call, begin);
}

/// The name of `{ error: { error_msg, error_name, error_path } }`.
std::string codeOf(const HttpReply& reply) {
    try {
        const Json answer = reply.json();
        const Json error = answer.isObject() ? answer["error"] : Json(nullptr);
        return error.isObject() ? error.textOr("error_name") : "";
    } catch (const JsonError&) {
        return "";
    }
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "Dropbox Sign", "kind": "signature", "auth": "api_key", "capabilities": ["signature"],
        "keysUrl": "https://app.hellosign.com/home/myAccount#api",
        "credentialsSchema": { "type": "object", "required": ["apiKey"], "properties": {
            "apiKey": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "testMode": { "type": "boolean" },
            "daysOpen": { "type": "integer", "minimum": 1, "maximum": 90 } } },
        "lost": { "signature": "read" } })");
}

/// The answer of `connect` and `finish`, from the answer of `/account`.
Json accountOf(const HttpReply& reply) {
    const Json account = answerOf(reply)["account"];
    const std::string id = textOf(account, "account_id");
    return Json::object(
        {{"account", Json::object({{"id", id}, {"name", account.textOr("email_address", id)}})}});
}

/// Stores the key only after Dropbox Sign has accepted it.
Json connect(Call& call, const Json& input) {
    const std::string key = input["credentials"].textOr("apiKey");
    Json account = accountOf(request(call, "GET", "/account").basic(key, "").send());
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
    });
    return account;
}

Json authorize(Call&, const Json& input) {
    return oauth().authorizePlainly(input);
}

/// Stores the tokens only after the account was read.
Json finish(Call& call, const Json& input) {
    const Json tokens = oauth().exchangePlainly(call, input);
    Json account = accountOf(request(call, "GET", "/account")
                                 .header("Authorization", "Bearer " + textOf(tokens, "access_token"))
                                 .send());
    call.transaction([&] {
        call.secrets().remove("*");
        connector::OAuth::keep(call, tokens);
    });
    return account;
}

Json test(Call& call, const Json&) {
    const HttpReply reply = signedIn(call, [&] { return request(call, "GET", "/account"); });
    return connector::tried(reply, codeOf(reply));
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

Json signature(Call& call, const Json& input) {
    const Json& file = input["file"];
    const Instant end = connector::signingEnd(input);
    std::vector<HttpPart> parts = {
        {"title", connector::labelOf(input), "", ""},
        {"subject", connector::labelOf(input), "", ""},
        {"message", input.optionalText("message").value_or(""), "", ""},
        {"metadata[svc_key]", input.textOr("key"), "", ""},
        {"expires_at", std::to_string(end.seconds()), "", ""},
        {"test_mode", input["settings"].optionalBool("testMode").value_or(false) ? "1" : "0", "", ""},
        {"files[0]", base64Decode(file.textOr("content")).value_or(""), file.textOr("name"),
         file.textOr("contentType")}};
    std::size_t index = 0;
    for (const Json& signer : input["signers"].items()) {
        const std::string name = "signers[" + std::to_string(index) + "][";
        parts.push_back({name + "name]", signer.textOr("name"), "", ""});
        parts.push_back({name + "email_address]", signer.textOr("email"), "", ""});
        ++index;
    }
    const Json made = answerOf(
        signedIn(call, [&] { return request(call, "POST", "/signature_request/send").multipart(parts); }));
    return Json::object({{"reference", textOf(made["signature_request"], "signature_request_id")},
                         {"url", nullptr},
                         {"expiresAt", end}});
}

/// The request with this idempotency key; null: there is none.
Json found(Call& call, const std::string& key) {
    const Json list = answerOf(signedIn(call, [&] {
        return request(call, "GET", "/signature_request/list")
            .query("page_size", "100")
            .query("query", "metadata:" + key);
    }));
    for (const Json& one : list["signature_requests"].items()) {
        if (one["metadata"].isObject() && one["metadata"].textOr("svc_key") == key) {
            return one;
        }
    }
    return nullptr;
}

Json read(Call& call, const std::string& id) {
    const HttpReply reply =
        signedIn(call, [&] { return request(call, "GET", "/signature_request/" + percentEncode(id)); });
    if (reply.status == 404) {
        return nullptr;
    }
    Json one = answerOf(reply)["signature_request"];
    if (!one.isObject()) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return one;
}

bool isSet(const Json& one, std::string_view name) {
    return one.optionalBool(name).value_or(false);
}

Json signatureState(Call& call, const Json& input) {
    const auto reference = input.optionalText("reference");
    const Json one = reference ? read(call, *reference) : found(call, input.textOr("key"));
    if (one.isNull()) {
        return stateOf("absent");
    }
    const std::string id = textOf(one, "signature_request_id");
    const Instant end = connector::signingEnd(input);
    const bool late = end < call.now();
    Json state = stateOf(isSet(one, "is_complete")   ? "signed"
                         : isSet(one, "is_declined") ? "declined"
                         : late                      ? "expired"
                                                     : "sent");
    state.set("reference", id).set("url", nullptr).set("expiresAt", end);
    if (isSet(one, "is_complete")) {
        state.set("signers", input["signers"]).set("signedAt", call.now());
    }
    return state;
}

/// The signed document; refused with http-409 while Dropbox Sign is still producing it.
Json signedFile(Call& call, const Json& input) {
    constexpr int NotReady = 409;
    const std::string path = "/signature_request/files/" + percentEncode(input.textOr("reference"));
    const HttpReply reply = signedIn(call, [&] {
        return request(call, "GET", path).query("file_type", "pdf").most(connector::MostSignedBytes);
    });
    if (reply.status == NotReady) {
        throw ApiError(400, "integration-unreachable", {"http-409"});
    }
    return connector::signedPdf(reply, codeOf(reply));
}

/// The JSON in the field `json` of a multipart or URL-encoded form.
Json eventIn(const connector::IncomingCall& incoming) {
    std::string text = connector::fieldOf(connector::formFields(incoming.body()), "json");
    if (text.empty()) {
        const std::size_t name = incoming.body().find("name=\"json\"");
        const std::size_t begin = name == std::string::npos ? name : incoming.body().find("\r\n\r\n", name);
        if (begin != std::string::npos) {
            const std::size_t end = incoming.body().find("\r\n--", begin + 4);
            text = incoming.body().substr(begin + 4, end == std::string::npos ? end : end - begin - 4);
        }
    }
    try {
        Json event = Json::parse(text);
        if (event.isObject() && event["event"].isObject()) {
            return event;
        }
    } catch (const JsonError&) { // NOLINT(bugprone-empty-catch): refused below
    }
    throw ApiError(400, "signature-invalid");
}

/// The signature is in the body: the HMAC of time and type under the API key. Dropbox Sign expects a fixed
/// text as the answer. With OAuth access there is no key to verify calls with, so all are refused.
Json hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    const Json told = eventIn(incoming);
    const Json& event = told["event"];
    const std::string time = event.textOr("event_time");
    const std::string type = event.textOr("event_type");
    if (!call.secrets().matches(Secrets::Hmac::Sha256, "apiKey", {time, type}, Secrets::Encoding::Hex,
                                event.textOr("event_hash"))) {
        throw ApiError(400, "signature-invalid");
    }
    Json what = Json::object({{"id", connector::sha256Hex(incoming.body())}, {"about", "nothing"}});
    what.set("answer", Json::object({{"contentType", "text/plain"}, {"text", "Hello API Event Received"}}));
    const Json& one = told["signature_request"];
    if (one.isObject() && one.optionalText("signature_request_id")) {
        what.set("about", "signature").set("reference", one["signature_request_id"]);
    }
    return what;
}

void start(Registry& registry) {
    registry.command("connector.dropbox-sign.describe", describe);
    registry.command("connector.dropbox-sign.connect", connector::reading<connect>);
    registry.command("connector.dropbox-sign.authorize", connector::reading<authorize>);
    registry.command("connector.dropbox-sign.finish", connector::reading<finish>);
    registry.command("connector.dropbox-sign.test", connector::reading<test>);
    registry.command("connector.dropbox-sign.disconnect", disconnect);
    registry.command("connector.dropbox-sign.signature", connector::reading<signature>);
    registry.command("connector.dropbox-sign.signature_state", connector::reading<signatureState>);
    registry.command("connector.dropbox-sign.signed_file", connector::reading<signedFile>);
    registry.command("connector.dropbox-sign.hook", hook);
}

} // namespace
} // namespace svc::dropbox_sign

SVC_PLUGIN("dropbox-sign", "1.0.0", svc::dropbox_sign::start)
