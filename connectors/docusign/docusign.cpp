// DocuSign: electronic signatures of documents (eSignature API version 2.1).
#include <algorithm>
#include <array>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"
#include "common/error_code.hpp"
#include "common/oauth.hpp"
#include "common/signed_file.hpp"
#include "common/signing_time.hpp"

namespace svc::docusign {
namespace {

using calls::integrations::File;
using calls::integrations::Signer;
using State = commands::SignatureStateOutputState;
using connector::textOf;

constexpr std::string_view KeyField = "svcKey"; ///< custom field with the idempotency key

constexpr std::array<std::string_view, 3> SignatureHeaders = {
    "X-DocuSign-Signature-1", "X-DocuSign-Signature-2", "X-DocuSign-Signature-3"};

std::string accountServer() {
    return Call::settings().textOr("accountUrl", "https://account.docusign.com");
}

connector::OAuth oauth() {
    return {accountServer() + "/oauth/auth", accountServer() + "/oauth/token"};
}

std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& answer) { return answer.textOr("errorCode"); });
}

Json answerOf(const HttpReply& reply) {
    Json answer = connector::jsonOf(connector::accepted(reply, codeOf(reply)));
    if (!answer.isObject()) { // null would mean that the record does not exist
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return answer;
}

/// The base address of the company's account, path included.
std::string accountUrl(Call& call) {
    const std::string base = Call::settings().textOr("baseUrl", call.secrets().get("baseUri").value_or(""));
    return base + "/restapi/v2.1/accounts/" + percentEncode(call.secrets().get("accountId").value_or(""));
}

/// The person's default account, if one is marked.
Json chosenAccount(const Json& user) {
    const Json& accounts = user["accounts"];
    for (const Json& account : accounts.items()) {
        if (accounts.size() == 1 || account.optionalBool("is_default").value_or(false)) {
            return account;
        }
    }
    throw ApiError(400, "provider-refused", {"no-account"});
}

Json signerOf(const Signer& signer, std::int64_t index, const Json& settings) {
    const auto setting = [&](std::string_view name, std::int64_t usual) {
        return settings[name].isNumber() ? settings[name].integer() : usual;
    };
    Json tabs = Json::array();
    tabs.push(Json::object({{"documentId", "1"},
                            {"pageNumber", std::to_string(setting("page", 1))},
                            {"xPosition", std::to_string(setting("x", 50) + index % 3 * 170)},
                            {"yPosition", std::to_string(setting("y", 700) + index / 3 * 60)}}));
    return Json::object({{"email", signer.email},
                         {"name", signer.name},
                         {"recipientId", std::to_string(index + 1)},
                         {"routingOrder", "1"},
                         {"tabs", Json::object({{"signHereTabs", tabs}})}});
}

/// Requests webhook calls for the final events of an envelope only; the state is read after them, as
/// DocuSign's rules demand.
Json notificationOf(const std::string& hookUrl) {
    Json events = Json::array();
    for (const char* status : {"completed", "declined", "voided"}) {
        events.push(Json::object({{"envelopeEventStatusCode", status}}));
    }
    return Json::object({{"url", hookUrl},
                         {"includeHMAC", "true"},
                         {"requireAcknowledgment", "true"},
                         {"envelopeEvents", events},
                         {"eventData", Json::object({{"version", "restv2.1"}, {"format", "json"}})}});
}

/// DocuSign counts whole days, at least one.
template <class Input>
std::int64_t daysToSign(const Input& input) {
    return std::max<std::int64_t>(1, (connector::signingEnd(input) - input.plannedAt) / Instant::Day);
}

template <class Input>
Instant endOf(const Input& input) {
    return input.plannedAt + daysToSign(input) * Instant::Day;
}

/// Sets an expiry explicitly: the account's default would not be shown to anybody.
Json expiryOf(const commands::SignatureInput& input) {
    return Json::object({{"useAccountDefaults", "false"},
                         {"expirations", Json::object({{"expireEnabled", "true"},
                                                       {"expireAfter", std::to_string(daysToSign(input))},
                                                       {"expireWarn", "0"}})}});
}

/// The envelope with this idempotency key; null: there is none.
Json found(Call& call, const commands::SignatureStateInput& input) {
    const Json list = answerOf(oauth().send(call, [&] {
        return call.http()
            .get(accountUrl(call) + "/envelopes")
            .query("from_date", (input.plannedAt + -Instant::Day).toString())
            .query("custom_field", std::string(KeyField) + '=' + input.key);
    }));
    const Json& envelopes = list["envelopes"];
    return envelopes.isArray() && envelopes.size() > 0 ? envelopes.at(0) : Json(nullptr);
}

/// Signed with each active key of the account, in a header of its own, so that keys can be exchanged.
bool isSigned(const connector::IncomingCall& incoming, const std::string& key) {
    const std::string right = base64Encode(connector::hmacSha256(key, incoming.body()));
    return std::any_of(SignatureHeaders.begin(), SignatureHeaders.end(), [&](std::string_view header) {
        return connector::isSame(right, incoming.header(header));
    });
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "DocuSign", "kind": "signature", "auth": "oauth", "capabilities": ["signature"],
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "daysOpen": { "type": "integer", "minimum": 1, "maximum": 180 },
            "page": { "type": "integer", "minimum": 1 },
            "x": { "type": "integer", "minimum": 0 },
            "y": { "type": "integer", "minimum": 0 } } },
        "hookHeaders": ["X-DocuSign-Signature-1", "X-DocuSign-Signature-2", "X-DocuSign-Signature-3"],
        "lost": { "signature": "read" } })");
}

Json commands::authorize(Call&, const Json& input) {
    return oauth().authorize(input, "signature extended");
}

/// Stores the tokens only after the account was read.
commands::FinishOutput commands::finish(Call& call, const Json& input) {
    const Json tokens = oauth().exchange(call, input);
    const Json account =
        chosenAccount(answerOf(call.http()
                                   .get(accountServer() + "/oauth/userinfo")
                                   .header("Authorization", "Bearer " + textOf(tokens, "access_token"))
                                   .send()));
    const std::string id = textOf(account, "account_id");
    const std::string base = textOf(account, "base_uri");
    call.transaction([&] {
        call.secrets().remove("*");
        connector::OAuth::keep(call, tokens);
        call.secrets().put("accountId", id);
        call.secrets().put("baseUri", base);
    });
    return {.account = {.id = id, .name = account.textOr("account_name", id)}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = oauth().send(call, [&] { return call.http().get(accountUrl(call)); });
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    oauth().revoke(call, accountServer() + "/oauth/revoke");
}

commands::SignatureOutput commands::signature(Call& call, const commands::SignatureInput& input) {
    const File& file = input.file;
    Json signers = Json::array();
    std::int64_t index = 0;
    for (const Signer& signer : input.signers) {
        signers.push(signerOf(signer, index, input.settings));
        ++index;
    }
    Json documents = Json::array();
    documents.push(Json::object({{"documentBase64", file.content},
                                 {"name", file.name},
                                 {"fileExtension", "pdf"},
                                 {"documentId", "1"}}));
    Json fields = Json::array();
    fields.push(Json::object({{"name", KeyField}, {"value", input.key}, {"show", "false"}}));
    Json envelope = Json::object({{"emailSubject", utf8Prefix(connector::labelOf(input), 100)},
                                  {"status", "sent"},
                                  {"documents", documents},
                                  {"recipients", Json::object({{"signers", signers}})},
                                  {"eventNotification", notificationOf(input.hookUrl)},
                                  {"notification", expiryOf(input)},
                                  {"customFields", Json::object({{"textCustomFields", fields}})}});
    if (input.message) {
        envelope.set("emailBlurb", *input.message);
    }
    const Json made = answerOf(
        oauth().send(call, [&] { return call.http().post(accountUrl(call) + "/envelopes").json(envelope); }));
    return {.reference = textOf(made, "envelopeId"), .url = std::nullopt, .expiresAt = endOf(input)};
}

commands::SignatureStateOutput commands::signatureState(Call& call,
                                                        const commands::SignatureStateInput& input) {
    Json envelope;
    if (input.reference) {
        const HttpReply reply = oauth().send(call, [&] {
            return call.http().get(accountUrl(call) + "/envelopes/" + percentEncode(*input.reference));
        });
        envelope = reply.status == 404 ? Json(nullptr) : answerOf(reply);
    } else {
        envelope = found(call, input);
    }
    if (envelope.isNull()) {
        return {.state = State::Absent};
    }
    const std::string status = textOf(envelope, "status");
    SignatureStateOutput state{.state = status == "completed"  ? State::Signed
                                        : status == "declined" ? State::Declined
                                        : status == "voided"   ? State::Expired
                                                               : State::Sent,
                               .reference = textOf(envelope, "envelopeId"),
                               .url = std::nullopt,
                               .expiresAt = endOf(input)};
    if (status == "completed") {
        const auto at = Instant::parse(envelope.textOr("completedDateTime"));
        state.signers = input.signers;
        state.signedAt = at.value_or(call.now());
    }
    return state;
}

/// All documents of the envelope with their signatures.
commands::SignedFileOutput commands::signedFile(Call& call, const commands::SignedFileInput& input) {
    const std::string path = "/envelopes/" + percentEncode(input.reference) + "/documents/combined";
    const HttpReply reply = oauth().send(
        call, [&] { return call.http().get(accountUrl(call) + path).most(connector::MostSignedBytes); });
    return {.content = connector::signedPdf(reply, codeOf(reply))};
}

/// Without the HMAC key of the installation the call cannot be verified and is only a hint; the state is read
/// in any case.
Json commands::hook(Call&, const Json& input) {
    const connector::IncomingCall incoming(input);
    const std::string key = Call::settings().textOr("connectKey");
    if (!key.empty() && !isSigned(incoming, key)) {
        throw ApiError(400, "signature-invalid");
    }
    const Json event = incoming.json();
    const Json& data = event["data"];
    Json what = Json::object({{"id", connector::sha256Hex(incoming.body())}, {"about", "nothing"}});
    if (data.isObject() && data["envelopeId"].isString()) {
        what.set("about", "signature").set("reference", data["envelopeId"]);
    }
    return what;
}

} // namespace svc::docusign
