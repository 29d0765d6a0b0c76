// Dropbox Sign: electronic signatures of documents (API version 3).
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"
#include "common/error_code.hpp"
#include "common/form_fields.hpp"
#include "common/oauth.hpp"
#include "common/signed_file.hpp"
#include "common/signing_time.hpp"

namespace svc::dropbox_sign {
namespace {

using calls::integrations::ConnectedAccount;
using calls::integrations::File;
using calls::integrations::Signer;
using State = commands::SignatureStateOutputState;
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
    return connector::codeIn(reply, [](const Json& answer) {
        const Json& error = answer["error"];
        return error.isObject() ? error.textOr("error_name") : "";
    });
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

/// The account in the answer of `/account`.
ConnectedAccount accountOf(const HttpReply& reply) {
    const Json account = answerOf(reply)["account"];
    const std::string id = textOf(account, "account_id");
    return {.id = id, .name = account.textOr("email_address", id)};
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

Json readRequest(Call& call, const std::string& id) {
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

} // namespace

Json commands::describe(Call&) {
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

/// Stores the key only after Dropbox Sign has accepted it.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const std::string key = input.credentials.textOr("apiKey");
    auto account = accountOf(request(call, "GET", "/account").basic(key, "").send());
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
    });
    return {.account = std::move(account)};
}

Json commands::authorize(Call&, const Json& input) {
    return oauth().authorizePlainly(input);
}

/// Stores the tokens only after the account was read.
commands::FinishOutput commands::finish(Call& call, const Json& input) {
    const Json tokens = oauth().exchangePlainly(call, input);
    auto account = accountOf(request(call, "GET", "/account")
                                 .header("Authorization", "Bearer " + textOf(tokens, "access_token"))
                                 .send());
    call.transaction([&] {
        call.secrets().remove("*");
        connector::OAuth::keep(call, tokens);
    });
    return {.account = std::move(account)};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = signedIn(call, [&] { return request(call, "GET", "/account"); });
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::SignatureOutput commands::signature(Call& call, const commands::SignatureInput& input) {
    const File& file = input.file;
    const Instant end = connector::signingEnd(input);
    std::vector<HttpPart> parts = {
        {"title", connector::labelOf(input), "", ""},
        {"subject", connector::labelOf(input), "", ""},
        {"message", input.message.value_or(""), "", ""},
        {"metadata[svc_key]", input.key, "", ""},
        {"expires_at", std::to_string(end.seconds()), "", ""},
        {"test_mode", input.settings.optionalBool("testMode").value_or(false) ? "1" : "0", "", ""},
        {"files[0]", base64Decode(file.content).value_or(""), file.name, file.contentType}};
    std::size_t index = 0;
    for (const Signer& signer : input.signers) {
        const std::string name = "signers[" + std::to_string(index) + "][";
        parts.push_back({name + "name]", signer.name, "", ""});
        parts.push_back({name + "email_address]", signer.email, "", ""});
        ++index;
    }
    const Json made = answerOf(
        signedIn(call, [&] { return request(call, "POST", "/signature_request/send").multipart(parts); }));
    return {.reference = textOf(made["signature_request"], "signature_request_id"),
            .url = std::nullopt,
            .expiresAt = end};
}

commands::SignatureStateOutput commands::signatureState(Call& call,
                                                        const commands::SignatureStateInput& input) {
    const Json one = input.reference ? readRequest(call, *input.reference) : found(call, input.key);
    if (one.isNull()) {
        return {.state = State::Absent};
    }
    const std::string id = textOf(one, "signature_request_id");
    const Instant end = connector::signingEnd(input);
    const bool late = end < call.now();
    SignatureStateOutput state{.state = isSet(one, "is_complete")   ? State::Signed
                                        : isSet(one, "is_declined") ? State::Declined
                                        : late                      ? State::Expired
                                                                    : State::Sent,
                               .reference = id,
                               .url = std::nullopt,
                               .expiresAt = end};
    if (isSet(one, "is_complete")) {
        state.signers = input.signers;
        state.signedAt = call.now();
    }
    return state;
}

/// The signed document; refused with http-409 while Dropbox Sign is still producing it.
commands::SignedFileOutput commands::signedFile(Call& call, const commands::SignedFileInput& input) {
    constexpr int NotReady = 409;
    const std::string path = "/signature_request/files/" + percentEncode(input.reference);
    const HttpReply reply = signedIn(call, [&] {
        return request(call, "GET", path).query("file_type", "pdf").most(connector::MostSignedBytes);
    });
    if (reply.status == NotReady) {
        throw ApiError(400, "integration-unreachable", {"http-409"});
    }
    return {.content = connector::signedPdf(reply, codeOf(reply))};
}

/// The signature is in the body: the HMAC of time and type under the API key. Dropbox Sign expects a fixed
/// text as the answer. With OAuth access there is no key to verify calls with, so all are refused.
Json commands::hook(Call& call, const Json& input) {
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

} // namespace svc::dropbox_sign
