// Dropbox Sign: electronic signatures of documents (API version 3).
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/digest.hpp"
#include "common/form_fields.hpp"
#include "common/signed_file.hpp"

namespace svc::dropbox_sign {
namespace {

using connector::stateOf;
using connector::textOf;

HttpCall request(Call& call, std::string_view method, std::string_view path, const std::string& key) {
    const std::string base = Call::settings().textOr("baseUrl", "https://api.hellosign.com/v3");
    return call.http().request(method, base + std::string(path)).basic(key, "");
}

std::string keptKey(Call& call) {
    return call.secrets().get("apiKey").value_or("");
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

/// Nothing is kept before the key has proved itself.
Json connect(Call& call, const Json& input) {
    const std::string key = input["credentials"].textOr("apiKey");
    const Json account = answerOf(request(call, "GET", "/account", key).send())["account"];
    const std::string id = textOf(account, "account_id");
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
    });
    return Json::object(
        {{"account", Json::object({{"id", id}, {"name", account.textOr("email_address", id)}})}});
}

Json test(Call& call, const Json&) {
    const HttpReply reply = request(call, "GET", "/account", keptKey(call)).send();
    return connector::tried(reply, codeOf(reply));
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

Instant endOf(const Json& input) {
    constexpr std::int64_t UsualDays = 60;
    const Json& days = input["settings"]["daysOpen"];
    return Instant::parse(input.textOr("plannedAt")).value() +
           (days.isNumber() ? days.integer() : UsualDays) * Instant::Day;
}

Json signature(Call& call, const Json& input) {
    const Json& file = input["file"];
    const Instant end = endOf(input);
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
    const Json made =
        answerOf(request(call, "POST", "/signature_request/send", keptKey(call)).multipart(parts).send());
    return Json::object({{"reference", textOf(made["signature_request"], "signature_request_id")},
                         {"url", nullptr},
                         {"expiresAt", end}});
}

/// The request of this key; null: there is none.
Json found(Call& call, const std::string& key) {
    const Json list = answerOf(request(call, "GET", "/signature_request/list", keptKey(call))
                                   .query("page_size", "100")
                                   .query("query", "metadata:" + key)
                                   .send());
    for (const Json& one : list["signature_requests"].items()) {
        if (one["metadata"].isObject() && one["metadata"].textOr("svc_key") == key) {
            return one;
        }
    }
    return nullptr;
}

Json read(Call& call, const std::string& id) {
    const HttpReply reply =
        request(call, "GET", "/signature_request/" + percentEncode(id), keptKey(call)).send();
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
    const bool late = endOf(input) < call.now();
    Json state = stateOf(isSet(one, "is_complete")   ? "signed"
                         : isSet(one, "is_declined") ? "declined"
                         : late                      ? "expired"
                                                     : "sent");
    state.set("reference", id).set("url", nullptr);
    if (isSet(one, "is_complete")) {
        state.set("signers", input["signers"]).set("signedAt", call.now());
    }
    return state;
}

Json signedFile(Call& call, const Json& input) {
    const std::string path = "/signature_request/files/" + percentEncode(input.textOr("reference"));
    const HttpReply reply = request(call, "GET", path, keptKey(call))
                                .query("file_type", "pdf")
                                .most(connector::MostSignedBytes)
                                .send();
    return connector::signedPdf(reply, codeOf(reply));
}

/// The JSON of the field `json`, of a form in parts or a plain one.
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

/// Signed inside: the HMAC of time and type under the API key. It wants to read a greeting.
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
    registry.command("connector.dropbox-sign.test", test);
    registry.command("connector.dropbox-sign.disconnect", disconnect);
    registry.command("connector.dropbox-sign.signature", connector::reading<signature>);
    registry.command("connector.dropbox-sign.signature_state", connector::reading<signatureState>);
    registry.command("connector.dropbox-sign.signed_file", connector::reading<signedFile>);
    registry.command("connector.dropbox-sign.hook", hook);
}

} // namespace
} // namespace svc::dropbox_sign

SVC_PLUGIN("dropbox-sign", "1.0.0", svc::dropbox_sign::start)
