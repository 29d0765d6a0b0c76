// Wave: pages of payment in West Africa. Checkout API v1.
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/timed_signature.hpp"

namespace svc::wave {
namespace {

using connector::stateOf;
using connector::textOf;

std::string url(std::string_view path) {
    return Call::settings().textOr("baseUrl", "https://api.wave.com") + "/v1" + std::string(path);
}

/// The code of `{ code, message, details }`.
std::string codeOf(const HttpReply& reply) {
    try {
        const Json error = reply.json();
        return error.isObject() ? error.textOr("code") : "";
    } catch (const JsonError&) {
        return "";
    }
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "Wave", "kind": "mobile_money", "auth": "api_key", "capabilities": ["payment-link", "push-to-phone"],
        "keysUrl": "https://business.wave.com/dev-portal",
        "credentialsSchema": { "type": "object", "required": ["apiKey"], "properties": {
            "apiKey": { "type": "string", "pattern": "^wave_", "format": "password" },
            "webhookSecret": { "type": "string", "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "hookHeaders": ["Wave-Signature"], "lost": { "payment_link": "repeat", "push_to_phone": "repeat" } })");
}

/// Wave does not name an account: a key belongs to one wallet. Stores the key only after Wave has accepted
/// it.
Json connect(Call& call, const Json& input) {
    const Json& credentials = input["credentials"];
    const std::string key = credentials.isObject() ? credentials.textOr("apiKey") : "";
    if (!key.starts_with("wave_")) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    answerOf(call.http().get(url("/balance")).header("Authorization", "Bearer " + key).send());
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
        if (const auto secret = credentials.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return Json::object({{"account", Json::object({{"id", nullptr}, {"name", nullptr}})}});
}

Json test(Call& call, const Json&) {
    const HttpReply reply = call.http().get(url("/balance")).bearer("apiKey").send();
    return connector::tried(reply, codeOf(reply));
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

/// The request for a payment page with the amount of the document.
Json pageOf(const Json& input) {
    const Currency currency = Currency::parse(input.textOr("currency")).value();
    const std::string back = input.textOr("returnUrl");
    return Json::object({{"amount", connector::majorText(input["amount"].integer(), currency)},
                         {"currency", currency.code()},
                         {"client_reference", input["document"].textOr("id")},
                         {"success_url", back},
                         {"error_url", back}});
}

/// Wave determines how long its page is open, about half an hour.
Json makePage(Call& call, const Json& input, Json page) {
    const Json session = answerOf(call.http()
                                      .post(url("/checkout/sessions"))
                                      .bearer("apiKey")
                                      .once("Idempotency-Key", input.textOr("key"))
                                      .json(std::move(page))
                                      .send());
    const auto expires = Instant::parse(session.textOr("when_expires"));
    return Json::object({{"reference", textOf(session, "id")},
                         {"url", textOf(session, "wave_launch_url")},
                         {"expiresAt", expires ? Json(*expires) : Json(nullptr)}});
}

Json paymentLink(Call& call, const Json& input) {
    return makePage(call, input, pageOf(input));
}

/// A page that only this phone can pay. Wave does not notify the phone, so the answer has the address of the
/// page.
Json pushToPhone(Call& call, const Json& input) {
    Json page = pageOf(input);
    page.set("restrict_payer_mobile", input.textOr("phone"));
    return makePage(call, input, std::move(page));
}

Json paymentState(Call& call, const Json& input) {
    const HttpReply reply = call.http()
                                .get(url("/checkout/sessions/" + percentEncode(input.textOr("reference"))))
                                .bearer("apiKey")
                                .send();
    if (reply.status == 404) {
        return stateOf("absent");
    }
    const Json session = answerOf(reply);
    const std::string payment = textOf(session, "payment_status");
    if (payment == "succeeded") {
        const auto currency = Currency::parse(session.textOr("currency", input.textOr("currency")));
        const auto amount = currency ? connector::minorOf(session.textOr("amount"), *currency) : std::nullopt;
        if (!amount) {
            throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
        }
        Json state = stateOf("paid");
        state.set("amount", *amount);
        state.set("currency", currency->code());
        state.set("paymentId", session.textOr("transaction_id", textOf(session, "id")));
        return state;
    }
    if (textOf(session, "checkout_status") == "expired") {
        return stateOf("expired");
    }
    if (payment == "cancelled") {
        const Json& error = session["last_payment_error"];
        Json state = stateOf("failed");
        state.set("error", error.isObject() ? error.textOr("code", "payment-failed") : "payment-failed");
        return state;
    }
    return stateOf("pending");
}

Json hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    connector::requireTimedSignature(call, incoming, "Wave-Signature", "v1", "");
    const Json event = incoming.json();
    Json what = Json::object({{"id", event.textOr("id")}, {"about", "nothing"}});
    const Json& data = event["data"];
    if (event.textOr("type").starts_with("checkout.session.") && data.isObject()) {
        what.set("about", "payment");
        what.set("reference", data.textOr("id"));
    }
    return what;
}

void start(Registry& registry) {
    registry.command("connector.wave.describe", describe);
    registry.command("connector.wave.connect", connector::reading<connect>);
    registry.command("connector.wave.test", test);
    registry.command("connector.wave.disconnect", disconnect);
    registry.command("connector.wave.payment_link", connector::reading<paymentLink>);
    registry.command("connector.wave.push_to_phone", connector::reading<pushToPhone>);
    registry.command("connector.wave.payment_state", connector::reading<paymentState>);
    registry.command("connector.wave.hook", hook);
}

} // namespace
} // namespace svc::wave

SVC_PLUGIN("wave", "1.0.0", svc::wave::start)
