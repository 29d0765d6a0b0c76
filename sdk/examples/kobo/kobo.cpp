// Kobo Pay: pages of payment.
#include <svc/connector.hpp>

#include "bindings.hpp"

namespace svc::kobo {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;

std::string url(std::string_view path) {
    return Call::settings().textOr("baseUrl", "https://api.kobo.example") + "/v1" + std::string(path);
}

/// The code of `{ error: { code } }`, which people find again in the provider's own pages.
std::string codeOf(const HttpReply& reply) {
    try {
        return reply.json()["error"].textOr("code");
    } catch (const JsonError&) {
        return "";
    }
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Kobo Pay", "kind": "payment", "auth": "api_key", "capabilities": ["payment-link"],
        "keysUrl": "https://kobo.example/keys",
        "credentialsSchema": { "type": "object", "required": ["apiKey"], "properties": {
            "apiKey": { "type": "string", "format": "password" },
            "webhookSecret": { "type": "string", "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "hookHeaders": ["Kobo-Signature"], "lost": { "payment_link": "repeat" } })");
}

/// A key is kept when it has proved itself; until then the one before stays.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const std::string key = input.credentials.textOr("apiKey");
    const Json account =
        answerOf(call.http().get(url("/account")).header("Authorization", "Bearer " + key).send());
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
        if (const auto secret = input.credentials.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return {.account =
                ConnectedAccount{.id = connector::textOf(account, "id"), .name = account.textOr("name")}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = call.http().get(url("/account")).bearer("apiKey").send();
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

/// The same key asks for the same page: a lost answer is asked for again.
commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    const Json page = answerOf(
        call.http()
            .post(url("/payments"))
            .bearer("apiKey")
            .once("Idempotency-Key", input.key)
            .json(Json::object({{"amount", connector::majorText(input.amount.minor(), input.currency)},
                                {"currency", input.currency.code()},
                                {"label", connector::labelOf(input)},
                                {"return_url", input.returnUrl}}))
            .send());
    return {.reference = connector::textOf(page, "id"),
            .url = connector::textOf(page, "page_url"),
            .expiresAt = std::nullopt};
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    const std::string path = "/payments/" + percentEncode(input.reference.value_or(""));
    const HttpReply reply = call.http().get(url(path)).bearer("apiKey").send();
    if (reply.status == 404) {
        return {.state = State::Absent};
    }
    const Json payment = answerOf(reply);
    const std::string status = connector::textOf(payment, "status");
    if (status != "paid") {
        return {.state = status == "refused"   ? State::Failed
                         : status == "expired" ? State::Expired
                                               : State::Pending};
    }
    const auto currency = Currency::parse(payment.textOr("currency"));
    const auto amount = currency ? connector::minorOf(payment.textOr("amount"), *currency) : std::nullopt;
    if (!amount) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return {.state = State::Paid,
            .amount = MinorAmount(*amount),
            .currency = currency,
            .paymentId = connector::textOf(payment, "id")};
}

/// Says only that something has happened to a payment: its state is read from Kobo Pay afterwards.
Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    if (!call.secrets().matches(Secrets::Hmac::Sha256, "webhook", {incoming.body()}, Secrets::Encoding::Hex,
                                incoming.header("Kobo-Signature"))) {
        throw ApiError(400, "signature-invalid");
    }
    const Json event = incoming.json();
    return Json::object(
        {{"id", event.textOr("id")}, {"about", "payment"}, {"reference", event.textOr("payment")}});
}

} // namespace svc::kobo
