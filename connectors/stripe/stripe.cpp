// Stripe: pages of payment for sales and quotes. API version 2023-08-16.
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/refunds.hpp"
#include "common/timed_signature.hpp"

#include "amounts.hpp"
#include "client.hpp"

namespace svc::stripe {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;
using connector::jsonOf;
using connector::stateOf;
using connector::textOf;

/// A checkout session lives for at most 24 hours; the rest is a margin for retries.
constexpr std::int64_t LongestSession = 23 * Instant::Hour;

Json answerOf(const HttpReply& reply) {
    return jsonOf(connector::accepted(reply, codeOf(reply)));
}

Json get(Call& call, std::string_view path, const std::string& key = {}) {
    return answerOf(withKey(call.http().get(url(path)), key).send());
}

/// `once`: the idempotency key.
Json post(Call& call, std::string_view path, const Fields& fields, const std::string& once,
          const std::string& key = {}) {
    return answerOf(
        withKey(call.http().post(url(path)), key).once("Idempotency-Key", once).form(fields).send());
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "Stripe", "kind": "payment", "auth": "api_key", "capabilities": ["payment-link", "payouts"],
        "feeds": [{ "name": "payouts", "minutes": 360 }],
        "keysUrl": "https://dashboard.stripe.com/apikeys",
        "credentialsSchema": { "type": "object", "required": ["secretKey"], "properties": {
            "secretKey": { "type": "string", "pattern": "^(sk|rk)_(test|live)_", "format": "password" },
            "webhookSecret": { "type": "string", "pattern": "^whsec_", "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "hookHeaders": ["Stripe-Signature"], "lost": { "payment_link": "repeat" } })");
}

struct Endpoint {
    std::string id;
    std::string secret;
};

/// Registers the webhook address. Without HTTPS there is no webhook, and states are polled instead.
Endpoint registerAddress(Call& call, const std::string& address, const std::string& key) {
    Fields fields{{"url", address}, {"api_version", std::string(Version)}};
    int number = 0;
    for (const char* event : {"checkout.session.completed", "checkout.session.async_payment_succeeded",
                              "checkout.session.async_payment_failed", "checkout.session.expired",
                              "charge.refunded", "payout.paid"}) {
        fields.emplace_back("enabled_events[" + std::to_string(number++) + ']', event);
    }
    const Json endpoint = post(call, "/webhook_endpoints", fields, call.newUuid().toString(), key);
    return {textOf(endpoint, "id"), textOf(endpoint, "secret")};
}

/// Stores the key only after Stripe has accepted it, so that a wrong key does not break a working connection.
Json connect(Call& call, const Json& input) {
    const Json& credentials = input["credentials"];
    const std::string key = credentials.isObject() ? credentials.textOr("secretKey") : "";
    if (!key.starts_with("sk_") && !key.starts_with("rk_")) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    const Json account = get(call, "/account", key);
    Endpoint endpoint;
    const std::string address = input.textOr("hookUrl");
    if (const auto secret = credentials.optionalText("webhookSecret")) {
        endpoint.secret = *secret;
    } else if (address.starts_with("https://")) {
        endpoint = registerAddress(call, address, key);
    }
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("secretKey", key);
        if (!endpoint.id.empty()) {
            call.secrets().put("webhookEndpoint", endpoint.id);
        }
        if (!endpoint.secret.empty()) {
            call.secrets().put("webhook", endpoint.secret);
        }
    });
    const Json& profile = account["business_profile"];
    const auto name = profile.isObject() ? profile.optionalText("name") : std::nullopt;
    return Json::object({{"account", Json::object({{"id", textOf(account, "id")}, {"name", name}})}});
}

Json test(Call& call, const Json&) {
    const HttpReply reply = withKey(call.http().get(url("/balance")), {}).send();
    return connector::tried(reply, codeOf(reply));
}

Json disconnect(Call& call, const Json&) {
    if (const auto endpoint = call.secrets().get("webhookEndpoint")) {
        // A key that Stripe no longer knows cannot delete the webhook endpoint; the address is closed on this
        // side in any case.
        call.http()
            .remove(url("/webhook_endpoints/" + percentEncode(*endpoint)))
            .bearer("secretKey")
            .header("Stripe-Version", Version)
            .send();
    }
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

/// Payable within a day: a checkout session.
Json makeSession(Call& call, const Json& input, Currency currency, Instant expires) {
    const std::string back = input.textOr("returnUrl");
    const Json session = post(call, "/checkout/sessions",
                              {{"mode", "payment"},
                               {"success_url", back},
                               {"cancel_url", back},
                               {"client_reference_id", input["document"].textOr("id")},
                               {"expires_at", std::to_string(expires.micros() / Instant::Second)},
                               {"line_items[0][quantity]", "1"},
                               {"line_items[0][price_data][currency]", lowerCode(currency)},
                               {"line_items[0][price_data][unit_amount]",
                                std::to_string(toStripe(input["amount"].integer(), currency))},
                               {"line_items[0][price_data][product_data][name]", connector::labelOf(input)}},
                              input.textOr("key"));
    return Json::object({{"reference", textOf(session, "id")},
                         {"url", textOf(session, "url")},
                         {"expiresAt", instantOf(session["expires_at"])}});
}

/// Payable later: a payment link, which needs a price.
Json makeLink(Call& call, const Json& input, Currency currency) {
    const std::string key = input.textOr("key");
    const Json price = post(call, "/prices",
                            {{"currency", lowerCode(currency)},
                             {"unit_amount", std::to_string(toStripe(input["amount"].integer(), currency))},
                             {"product_data[name]", connector::labelOf(input)}},
                            key + "-price");
    const Json link = post(call, "/payment_links",
                           {{"line_items[0][price]", textOf(price, "id")},
                            {"line_items[0][quantity]", "1"},
                            {"metadata[document]", input["document"].textOr("id")},
                            {"after_completion[type]", "redirect"},
                            {"after_completion[redirect][url]", input.textOr("returnUrl")}},
                           key);
    return Json::object({{"reference", textOf(link, "id")},
                         {"url", textOf(link, "url")},
                         {"expiresAt", input.optionalText("expiresAt")}});
}

Json paymentLink(Call& call, const Json& input) {
    const Currency currency = Currency::parse(input.textOr("currency")).value();
    const auto text = input.optionalText("expiresAt");
    const auto wanted = text ? Instant::parse(*text) : std::nullopt;
    const auto planned = Instant::parse(input.textOr("plannedAt")).value_or(call.now());
    // Relative to the planned time, so that a later retry makes the same request.
    if (!wanted || *wanted - planned > LongestSession) {
        return makeLink(call, input, currency);
    }
    return makeSession(call, input, currency, *wanted);
}

/// The received amount, and Stripe's fee.
Json paidState(Call& call, const Json& session, Currency currencyOfOrder) {
    const auto told = session.optionalText("currency");
    const auto currency = told ? Currency::parse(upperAscii(*told)) : currencyOfOrder;
    if (!currency) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    Json state = stateOf("paid");
    state.set("amount", fromStripe(session["amount_total"].integer(), *currency));
    state.set("currency", currency->code());
    const auto intent = session.optionalText("payment_intent");
    state.set("paymentId", intent ? *intent : textOf(session, "id"));
    if (!intent) {
        return state;
    }
    const Json payment = get(call, "/payment_intents/" + percentEncode(*intent) +
                                       "?expand%5B%5D=latest_charge.balance_transaction");
    const Json& charge = payment["latest_charge"];
    if (charge.isObject()) {
        connector::tellRefunds(state, connector::GivenBack::Nothing,
                               fromStripe(charge.optionalInteger("amount_refunded").value_or(0), *currency));
    }
    const Json& balance = charge.isObject() ? charge["balance_transaction"] : charge;
    const auto settled =
        balance.isObject() ? Currency::parse(upperAscii(balance.textOr("currency"))) : std::nullopt;
    if (settled) {
        state.set("fee", fromStripe(balance["fee"].integer(), *settled));
        state.set("feeCurrency", settled->code());
    }
    return state;
}

/// The session is complete but unpaid: the money is on its way, or the payment has failed.
Json unpaidState(Call& call, const Json& session) {
    const auto intent = session.optionalText("payment_intent");
    if (!intent) {
        return stateOf("pending");
    }
    const Json payment = get(call, "/payment_intents/" + percentEncode(*intent));
    const std::string status = payment.textOr("status");
    if (status != "requires_payment_method" && status != "canceled") {
        return stateOf("pending");
    }
    Json state = stateOf("failed");
    const Json& error = payment["last_payment_error"];
    state.set("error", error.isObject() ? error.textOr("code", "payment-failed") : "payment-failed");
    return state;
}

Json sessionState(Call& call, const Json& session, Currency currency) {
    const std::string status = textOf(session, "status");
    if (status == "complete") {
        const bool paid = textOf(session, "payment_status") != "unpaid";
        return paid ? paidState(call, session, currency) : unpaidState(call, session);
    }
    return stateOf(status == "expired" ? "expired" : "pending");
}

/// Each visitor of a link gets a session. The first paid session counts, and closes the link.
Json linkState(Call& call, const Json& input, Currency currency) {
    const std::string reference = input.textOr("reference");
    const Json sessions = get(call, "/checkout/sessions?limit=100&payment_link=" + percentEncode(reference));
    Json best = stateOf("pending");
    for (const Json& session : sessions["data"].items()) {
        Json state = sessionState(call, session, currency);
        if (state.textOr("state") == "paid") {
            best = std::move(state);
            break;
        }
    }
    const auto text = input.optionalText("expiresAt");
    const auto expires = text ? Instant::parse(*text) : std::nullopt;
    const bool paid = best.textOr("state") == "paid";
    if (paid || (expires && *expires <= call.now())) {
        post(call, "/payment_links/" + percentEncode(reference), {{"active", "false"}}, reference + "-end");
        return paid ? best : stateOf("expired");
    }
    return best;
}

Json paymentState(Call& call, const Json& input) {
    const Currency currency = Currency::parse(input.textOr("currency")).value();
    const std::string reference = input.textOr("reference");
    if (reference.starts_with("plink_")) {
        return linkState(call, input, currency);
    }
    return sessionState(call, get(call, "/checkout/sessions/" + percentEncode(reference)), currency);
}

Json hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    connector::requireTimedSignature(call, incoming, "Stripe-Signature", "v1", ".");
    const Json event = incoming.json();
    Json what = Json::object({{"id", event.textOr("id")}, {"about", "nothing"}});
    const Json& data = event["data"];
    const Json object = data.isObject() ? data["object"] : Json(nullptr);
    if (event.textOr("type").starts_with("checkout.session.") && object.isObject()) {
        what.set("about", "payment");
        what.set("reference", object.textOr("payment_link", object.textOr("id")));
    } else if (event.textOr("type") == "charge.refunded" && object.isObject()) {
        what.set("about", "payment");
        what.set("paymentId", object.optionalText("payment_intent"));
    } else if (event.textOr("type").starts_with("payout.")) {
        what.set("about", "feed");
    }
    return what;
}

void start(Registry& registry) {
    registry.command("connector.stripe.describe", describe);
    registry.command("connector.stripe.connect", connector::reading<connect>);
    registry.command("connector.stripe.test", test);
    registry.command("connector.stripe.disconnect", disconnect);
    registry.command("connector.stripe.payment_link", connector::reading<paymentLink>);
    registry.command("connector.stripe.payment_state", connector::reading<paymentState>);
    registry.command("connector.stripe.fetch", connector::fetching<fetch>);
    registry.command("connector.stripe.hook", hook);
}

} // namespace
} // namespace svc::stripe

SVC_PLUGIN("stripe", "1.0.0", svc::stripe::start)
