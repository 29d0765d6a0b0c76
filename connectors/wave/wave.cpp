// Wave: pages of payment in West Africa. Checkout API v1.
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/account_identity.hpp"
#include "common/error_code.hpp"
#include "common/timed_signature.hpp"

namespace svc::wave {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;
using connector::textOf;

std::string url(std::string_view path) {
    return Call::settings().textOr("baseUrl", "https://api.wave.com") + "/v1" + std::string(path);
}

/// The code of `{ code, message, details }`.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& answer) { return answer.textOr("code"); });
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

/// The request for a payment page with the amount of the document.
template <class Input>
Json pageOf(const Input& input) {
    return Json::object({{"amount", connector::majorText(input.amount.minor(), input.currency)},
                         {"currency", input.currency.code()},
                         {"client_reference", input.document.id},
                         {"success_url", input.returnUrl},
                         {"error_url", input.returnUrl}});
}

/// Wave determines how long its page is open, about half an hour.
template <class Output>
Output makePage(Call& call, const std::string& key, Json page) {
    const Json session = answerOf(call.http()
                                      .post(url("/checkout/sessions"))
                                      .bearer("apiKey")
                                      .once("Idempotency-Key", key)
                                      .json(std::move(page))
                                      .send());
    return {.reference = textOf(session, "id"),
            .url = textOf(session, "wave_launch_url"),
            .expiresAt = Instant::parse(session.textOr("when_expires"))};
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Wave", "kind": "mobile_money", "auth": "api_key", "capabilities": ["payment-link", "push-to-phone"],
        "currencies": ["GMD", "SLE", "UGX", "XAF", "XOF"],
        "keysUrl": "https://business.wave.com/dev-portal",
        "credentialsSchema": { "type": "object", "required": ["apiKey"], "properties": {
            "apiKey": { "type": "string", "pattern": "^wave_", "format": "password" },
            "webhookSecret": { "type": "string", "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "hookHeaders": ["Wave-Signature"], "lost": { "payment_link": "repeat", "push_to_phone": "repeat" } })");
}

/// Wave does not name an account, but a key belongs to one wallet. Stores the key only after Wave has
/// accepted it.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& credentials = input.credentials;
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
    return {.account = ConnectedAccount{.id = connector::identityFrom(call, "apiKey"), .name = std::nullopt}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = call.http().get(url("/balance")).bearer("apiKey").send();
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    return makePage<PaymentLinkOutput>(call, input.key, pageOf(input));
}

/// A page that only this phone can pay. Wave does not notify the phone, so the answer has the address of the
/// page.
commands::PushToPhoneOutput commands::pushToPhone(Call& call, const commands::PushToPhoneInput& input) {
    Json page = pageOf(input);
    page.set("restrict_payer_mobile", input.phone);
    return makePage<PushToPhoneOutput>(call, input.key, std::move(page));
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    const HttpReply reply = call.http()
                                .get(url("/checkout/sessions/" + percentEncode(input.reference.value_or(""))))
                                .bearer("apiKey")
                                .send();
    if (reply.status == 404) {
        return {.state = State::Absent};
    }
    const Json session = answerOf(reply);
    const std::string payment = textOf(session, "payment_status");
    if (payment == "succeeded") {
        const auto currency = Currency::parse(session.textOr("currency", input.currency.code()));
        const auto amount = currency ? connector::minorOf(session.textOr("amount"), *currency) : std::nullopt;
        if (!amount) {
            throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
        }
        return {.state = State::Paid,
                .amount = MinorAmount(*amount),
                .currency = currency,
                .paymentId = session.textOr("transaction_id", textOf(session, "id"))};
    }
    if (textOf(session, "checkout_status") == "expired") {
        return {.state = State::Expired};
    }
    if (payment == "cancelled") {
        const Json& error = session["last_payment_error"];
        return {.state = State::Failed,
                .error = error.isObject() ? error.textOr("code", "payment-failed") : "payment-failed"};
    }
    return {.state = State::Pending};
}

Json commands::hook(Call& call, const Json& input) {
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

} // namespace svc::wave
