// PayPal: pages of payment for sales and quotes. Orders API v2.
#include <svc/connector.hpp>
#include <svc/json_writer.hpp>

#include "bindings.hpp"
#include "common/access_token.hpp"
#include "common/error_code.hpp"
#include "common/play_money.hpp"
#include "common/refunds.hpp"
#include "common/whole_amount.hpp"

namespace svc::paypal {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;
using connector::textOf;

struct Account {
    std::string clientId;
    std::string clientSecret;
    bool sandbox = false;

    std::string url(std::string_view path) const {
        const Json& settings = Call::settings();
        return (sandbox ? settings.textOr("sandboxUrl", "https://api-m.sandbox.paypal.com")
                        : settings.textOr("baseUrl", "https://api-m.paypal.com")) +
               std::string(path);
    }
};

Account keptAccount(Call& call) {
    const auto kept = [&](std::string_view name) { return call.secrets().get(name).value_or(""); };
    return {kept("clientId"), kept("clientSecret"), kept("environment") == "sandbox"};
}

/// The code of `{ name, message, details: [{ issue }] }`, or of a refused token, `{ error }`.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& error) {
        const Json& details = error["details"];
        if (details.isArray() && details.size() > 0 && details.at(0).isObject()) {
            return details.at(0).textOr("issue", error.textOr("name"));
        }
        return error.textOr("name", error.textOr("error"));
    });
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

HttpReply askForToken(Call& call, const Account& account) {
    return call.http()
        .post(account.url("/v1/oauth2/token"))
        .basic(account.clientId, account.clientSecret)
        .form({{"grant_type", "client_credentials"}})
        .send();
}

/// PayPal limits requests for tokens, so the token is stored.
template <class Send>
HttpReply signedIn(Call& call, const Account& account, Send send) {
    return connector::sendWithToken(
        call, [&] { return answerOf(askForToken(call, account)); }, send);
}

HttpReply get(Call& call, const Account& account, std::string_view path) {
    return signedIn(call, account, [&](const std::string& token) {
        return call.http().get(account.url(path)).header("Authorization", "Bearer " + token).send();
    });
}

HttpReply post(Call& call, const Account& account, std::string_view path, const std::string& body,
               const std::string& once) {
    return signedIn(call, account, [&](const std::string& token) {
        return call.http()
            .post(account.url(path))
            .header("Authorization", "Bearer " + token)
            .once("PayPal-Request-Id", once)
            .body("application/json", body)
            .send();
    });
}

/// The address of the payment page among the links of an order.
std::string pageOf(const Json& order) {
    for (const Json& link : order["links"].items()) {
        const std::string relation = link.textOr("rel");
        if (relation == "payer-action" || relation == "approve") {
            return textOf(link, "href");
        }
    }
    throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
}

/// The text of an amount. PayPal refuses decimals of forints and Taiwan dollars, which have two in ISO 4217:
/// so does this, with `provider-refused:amount`.
std::string valueOf(const commands::PaymentLinkInput& input) {
    const std::string_view code = input.currency.code();
    return code == "HUF" || code == "TWD" ? std::to_string(connector::wholeAmount(input, 1))
                                          : connector::majorText(input.amount.minor(), input.currency);
}

/// Minor units of `{ currency_code, value }`; nothing for an invalid amount.
std::optional<std::pair<std::int64_t, Currency>> minorIn(const Json& money) {
    const auto currency = money.isObject() ? Currency::parse(money.textOr("currency_code")) : std::nullopt;
    const auto amount = currency ? connector::minorOf(money.textOr("value"), *currency) : std::nullopt;
    return amount ? std::optional(std::pair(*amount, *currency)) : std::nullopt;
}

/// The total of completed refunds of an order: pending refunds may still fail.
std::int64_t refundedIn(const Json& payments) {
    std::int64_t sum = 0;
    const Json& refunds = payments["refunds"];
    if (refunds.isArray()) {
        for (const Json& refund : refunds.items()) {
            const auto amount = refund.isObject() && refund.textOr("status") == "COMPLETED"
                                    ? minorIn(refund["amount"])
                                    : std::nullopt;
            sum += amount ? amount->first : 0;
        }
    }
    return sum;
}

/// Did the payer pay with this capture, even if the money was given back since?
bool isPaid(const std::string& status) {
    return status == "COMPLETED" || status == "REFUNDED" || status == "PARTIALLY_REFUNDED";
}

/// The capture that counts: after a declined one the payer may have paid otherwise.
const Json& decisive(const Json& captures) {
    const Json* best = &captures.at(0);
    for (const Json& capture : captures.items()) {
        const std::string status = textOf(capture, "status");
        if (isPaid(status)) {
            return capture;
        }
        if (status == "PENDING") {
            best = &capture;
        }
    }
    return *best;
}

/// The amounts of an order: captured, PayPal's fee, and refunded.
commands::PaymentStateOutput capturedState(const Json& order) {
    const Json& units = order["purchase_units"];
    const Json payments = units.isArray() && units.size() > 0 && units.at(0).isObject()
                              ? units.at(0)["payments"]
                              : Json(nullptr);
    const Json captures = payments.isObject() ? payments["captures"] : Json(nullptr);
    if (!captures.isArray() || captures.size() == 0) {
        return {.state = State::Pending};
    }
    const Json& capture = decisive(captures);
    const std::string status = textOf(capture, "status");
    if (status == "DECLINED" || status == "FAILED") {
        return {.state = State::Failed, .error = lowerAscii(status)};
    }
    if (!isPaid(status)) {
        return {.state = State::Pending, .processing = true};
    }
    const auto amount = minorIn(capture["amount"]);
    if (!amount) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    commands::PaymentStateOutput state{.state = State::Paid,
                                       .amount = MinorAmount(amount->first),
                                       .currency = amount->second,
                                       .paymentId = textOf(capture, "id")};
    using connector::GivenBack;
    connector::tellRefunds(state,
                           status == "REFUNDED"             ? GivenBack::All
                           : status == "PARTIALLY_REFUNDED" ? GivenBack::Part
                                                            : GivenBack::Nothing,
                           refundedIn(payments));
    const Json& breakdown = capture["seller_receivable_breakdown"];
    if (const auto fee = breakdown.isObject() ? minorIn(breakdown["paypal_fee"]) : std::nullopt) {
        state.fee = MinorAmount(fee->first);
        state.feeCurrency = fee->second;
    }
    return state;
}

/// Why the money of an approved order is not taken: the document lacks less by now, or the payer has approved
/// after the end of the link. Empty: take it.
std::string reasonToLeave(Call& call, const commands::PaymentStateInput& input, const Json& order) {
    if (input.due && input.due->minor() < input.amount.minor()) {
        return "not-due";
    }
    const Instant approved = Instant::parse(order.textOr("update_time")).value_or(call.now());
    return input.expiresAt && *input.expiresAt < approved ? "approved-too-late" : "";
}

/// The idempotency key of a capture: another one for each approval, since PayPal may repeat its answer to a
/// card that was declined before the payer has chosen another one. An order is never captured twice.
std::string captureKey(const Json& order, const std::string& reference) {
    const auto approved = Instant::parse(order.textOr("update_time"));
    return reference + "-capture" + (approved ? '-' + std::to_string(approved->seconds()) : "");
}

/// PayPal verifies its own webhook calls: it gets the headers and the raw body of the event.
void verify(Call& call, const connector::IncomingCall& incoming) {
    const auto webhook = call.secrets().get("webhookId");
    const std::string signature = incoming.header("PAYPAL-TRANSMISSION-SIG");
    if (!webhook || signature.empty()) {
        throw ApiError(400, "signature-invalid");
    }
    JsonWriter body;
    body.beginObject();
    body.member("auth_algo", incoming.header("PAYPAL-AUTH-ALGO"));
    body.member("cert_url", incoming.header("PAYPAL-CERT-URL"));
    body.member("transmission_id", incoming.header("PAYPAL-TRANSMISSION-ID"));
    body.member("transmission_sig", signature);
    body.member("transmission_time", incoming.header("PAYPAL-TRANSMISSION-TIME"));
    body.member("webhook_id", *webhook);
    body.name("webhook_event");
    body.raw(incoming.body());
    body.endObject();
    const Json verdict = answerOf(post(call, keptAccount(call), "/v1/notifications/verify-webhook-signature",
                                       body.take(), incoming.header("PAYPAL-TRANSMISSION-ID")));
    if (verdict.textOr("verification_status") != "SUCCESS") {
        throw ApiError(400, "signature-invalid");
    }
}

/// The order of an event about an order or a capture.
std::string orderIn(std::string_view type, const Json& resource) {
    if (type.starts_with("CHECKOUT.ORDER.")) {
        return resource.textOr("id");
    }
    const Json& data = resource["supplementary_data"];
    const Json related = data.isObject() ? data["related_ids"] : Json(nullptr);
    return type.starts_with("PAYMENT.CAPTURE.") && related.isObject() ? related.textOr("order_id") : "";
}

/// The capture of a refund: its link `up` ends with the identifier. Empty when there is none.
std::string captureOf(const Json& refund) {
    constexpr std::string_view Captures = "/payments/captures/";
    const Json& links = refund["links"];
    if (links.isArray()) {
        for (const Json& link : links.items()) {
            const std::string address = link.isObject() ? link.textOr("href") : "";
            const std::size_t begin = address.find(Captures);
            if (begin != std::string::npos && link.textOr("rel") == "up") {
                return address.substr(begin + Captures.size());
            }
        }
    }
    return "";
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "PayPal", "kind": "payment", "auth": "api_key", "capabilities": ["payment-link"],
        "currencies": ["AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "JPY",
                       "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RUB", "SEK", "SGD", "THB", "TWD", "USD"],
        "keysUrl": "https://developer.paypal.com/dashboard/applications",
        "credentialsSchema": { "type": "object", "required": ["clientId", "clientSecret", "environment"],
            "properties": {
                "clientId": { "type": "string", "minLength": 1 },
                "clientSecret": { "type": "string", "minLength": 1, "format": "password" },
                "environment": { "type": "string", "enum": ["sandbox", "live"] },
                "webhookId": { "type": "string" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "hookHeaders": ["PAYPAL-AUTH-ALGO", "PAYPAL-CERT-URL", "PAYPAL-TRANSMISSION-ID",
                        "PAYPAL-TRANSMISSION-SIG", "PAYPAL-TRANSMISSION-TIME"],
        "lost": { "payment_link": "repeat" } })");
}

/// Stores the credentials only after PayPal has accepted them.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& credentials = input.credentials;
    const auto given = [&](std::string_view name) {
        return credentials.isObject() ? credentials.textOr(name) : std::string();
    };
    const std::string environment = given("environment");
    if (given("clientId").empty() || given("clientSecret").empty() ||
        (environment != "sandbox" && environment != "live")) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    const Account account{given("clientId"), given("clientSecret"), environment == "sandbox"};
    const Json token = answerOf(askForToken(call, account));
    call.transaction([&] {
        call.secrets().remove("*");
        for (const char* name : {"clientId", "clientSecret", "environment", "webhookId"}) {
            if (!given(name).empty()) {
                call.secrets().put(name, given(name));
            }
        }
    });
    return {.account = ConnectedAccount{.id = token.optionalText("app_id"), .name = std::nullopt}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = askForToken(call, keptAccount(call));
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    const Json amount = Json::object({{"currency_code", input.currency.code()}, {"value", valueOf(input)}});
    const Json unit = Json::object({{"reference_id", input.document.id},
                                    {"custom_id", input.document.id},
                                    {"description", connector::labelOf(input)},
                                    {"amount", amount}});
    Json page = Json::object({{"user_action", "PAY_NOW"}});
    if (!input.returnUrl.empty()) {
        page.set("return_url", input.returnUrl).set("cancel_url", input.returnUrl);
    }
    const Json body = Json::object(
        {{"intent", "CAPTURE"},
         {"purchase_units", Json::array({unit})},
         {"payment_source", Json::object({{"paypal", Json::object({{"experience_context", page}})}})}});
    const Json order = answerOf(post(call, keptAccount(call), "/v2/checkout/orders", body.dump(), input.key));
    return {.reference = textOf(order, "id"), .url = pageOf(order), .expiresAt = input.expiresAt};
}

/// An order that its payer has approved holds no money yet: this call captures it, once. One that is left
/// ends by itself at PayPal, and its payer pays nothing.
commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    const Account account = keptAccount(call);
    const std::string reference = input.reference.value_or("");
    const std::string path = "/v2/checkout/orders/" + percentEncode(reference);
    const HttpReply reply = get(call, account, path);
    if (reply.status == 404) {
        return {.state = State::Expired}; // PayPal deletes orders that nobody approves
    }
    Json order = answerOf(reply);
    std::string status = textOf(order, "status");
    if (status == "APPROVED") {
        const std::string left = reasonToLeave(call, input, order);
        if (!left.empty()) {
            return {.state = State::Expired, .error = left};
        }
        const HttpReply captured = post(call, account, path + "/capture", "{}", captureKey(order, reference));
        if (captured.status == 422 && codeOf(captured) != "ORDER_ALREADY_CAPTURED") {
            return {.state = State::Pending}; // such as a declined card: the payer may choose another one
        }
        order = captured.status == 422 ? answerOf(get(call, account, path)) : answerOf(captured);
        status = textOf(order, "status");
    }
    if (status == "VOIDED") {
        return {.state = State::Failed, .error = "voided"};
    }
    if (status == "COMPLETED") {
        return connector::paidAt(account.sandbox, capturedState(order));
    }
    return {.state = input.expiresAt && *input.expiresAt < call.now() ? State::Expired : State::Pending};
}

Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    const Json event = incoming.json();
    verify(call, incoming);
    Json what = Json::object({{"id", event.textOr("id")}, {"about", "nothing"}});
    const Json& resource = event["resource"];
    const std::string type = event.textOr("event_type");
    const std::string order = resource.isObject() ? orderIn(type, resource) : "";
    const bool givenBack = type == "PAYMENT.CAPTURE.REFUNDED" || type == "PAYMENT.CAPTURE.REVERSED";
    const std::string capture = resource.isObject() && givenBack ? captureOf(resource) : "";
    if (!order.empty()) {
        what.set("about", "payment");
        what.set("reference", order);
    } else if (!capture.empty()) {
        what.set("about", "payment");
        what.set("paymentId", capture);
    }
    return what;
}

} // namespace svc::paypal
