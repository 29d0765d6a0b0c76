// Stripe: pages of payment for sales and quotes. API version 2023-08-16.
#include <algorithm>
#include <iterator>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/play_money.hpp"
#include "common/refunds.hpp"
#include "common/timed_signature.hpp"

#include "amounts.hpp"
#include "client.hpp"

namespace svc::stripe {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;
using calls::integrations::ConnectedAccount;
using commands::PaymentLinkOutput;
using State = commands::PaymentStateOutputState;
using commands::PaymentStateOutput;
using connector::jsonOf;
using connector::textOf;

/// A checkout session lives for half an hour to 24 hours; the rest is a margin for retries.
constexpr std::int64_t ShortestSession = 40 * Instant::Minute;
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

/// Ends the webhook of the stored connection, with `key` or else the stored one. A key that Stripe no longer
/// knows cannot end it; the address is closed on this side in any case.
void removeEndpoint(Call& call, const std::string& endpoint, const std::string& key = {}) {
    withKey(call.http().remove(url("/webhook_endpoints/" + percentEncode(endpoint))), key).send();
}

/// Payable within a day: a checkout session.
PaymentLinkOutput makeSession(Call& call, const commands::PaymentLinkInput& input, Instant expires) {
    const Json session = post(call, "/checkout/sessions",
                              {{"mode", "payment"},
                               {"success_url", input.returnUrl},
                               {"cancel_url", input.returnUrl},
                               {"client_reference_id", input.document.id},
                               {"expires_at", std::to_string(expires.micros() / Instant::Second)},
                               {"line_items[0][quantity]", "1"},
                               {"line_items[0][price_data][currency]", lowerCode(input.currency)},
                               {"line_items[0][price_data][unit_amount]",
                                std::to_string(toStripe(input.amount.minor(), input.currency))},
                               {"line_items[0][price_data][product_data][name]", connector::labelOf(input)}},
                              input.key);
    return {.reference = textOf(session, "id"),
            .url = textOf(session, "url"),
            .expiresAt = instantOf(session["expires_at"])};
}

/// Payable for longer, or for less than a session may be open: a payment link, which needs a price.
PaymentLinkOutput makeLink(Call& call, const commands::PaymentLinkInput& input) {
    const Json price = post(call, "/prices",
                            {{"currency", lowerCode(input.currency)},
                             {"unit_amount", std::to_string(toStripe(input.amount.minor(), input.currency))},
                             {"product_data[name]", connector::labelOf(input)}},
                            input.key + "-price");
    Fields fields{{"line_items[0][price]", textOf(price, "id")},
                  {"line_items[0][quantity]", "1"},
                  {"metadata[document]", input.document.id}};
    if (!input.returnUrl.empty()) {
        fields.emplace_back("after_completion[type]", "redirect");
        fields.emplace_back("after_completion[redirect][url]", input.returnUrl);
    }
    const Json link = post(call, "/payment_links", fields, input.key);
    return {.reference = textOf(link, "id"), .url = textOf(link, "url"), .expiresAt = input.expiresAt};
}

/// The received amount, and Stripe's fee.
PaymentStateOutput paidState(Call& call, const Json& session, Currency currencyOfOrder) {
    const auto told = session.optionalText("currency");
    const auto currency = told ? Currency::parse(upperAscii(*told)) : currencyOfOrder;
    if (!currency) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    const auto intent = session.optionalText("payment_intent");
    PaymentStateOutput state{.state = State::Paid,
                             .amount = MinorAmount(fromStripe(session["amount_total"].integer(), *currency)),
                             .currency = currency,
                             .paymentId = intent ? *intent : textOf(session, "id")};
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
        state.fee = MinorAmount(fromStripe(balance["fee"].integer(), *settled));
        state.feeCurrency = settled;
    }
    return state;
}

/// The session is complete but unpaid: the money is on its way, or the payment has failed.
PaymentStateOutput unpaidState(Call& call, const Json& session) {
    const auto intent = session.optionalText("payment_intent");
    if (!intent) {
        return {.state = State::Pending, .processing = true};
    }
    const Json payment = get(call, "/payment_intents/" + percentEncode(*intent));
    const std::string status = payment.textOr("status");
    if (status != "requires_payment_method" && status != "canceled") {
        return {.state = State::Pending, .processing = true};
    }
    const Json& error = payment["last_payment_error"];
    return {.state = State::Failed,
            .error = error.isObject() ? error.textOr("code", "payment-failed") : "payment-failed"};
}

PaymentStateOutput sessionState(Call& call, const Json& session, Currency currency) {
    const std::string status = textOf(session, "status");
    if (status == "complete") {
        const bool paid = textOf(session, "payment_status") != "unpaid";
        return paid ? paidState(call, session, currency) : unpaidState(call, session);
    }
    return {.state = status == "expired" ? State::Expired : State::Pending};
}

/// A page of sessions, newest first. `of`: whose sessions, as a parameter of the list.
Json sessionsOf(Call& call, const std::string& of, const std::string& after) {
    return get(call, "/checkout/sessions?limit=100&" + of + startingAfter(after));
}

/// What the call of Stripe names: a session, or the payment intent of one. Null when it is none of the link.
Json namedSession(Call& call, const std::string& named, const std::string& link) {
    Json session(nullptr);
    if (named.starts_with("cs_")) {
        session = get(call, "/checkout/sessions/" + percentEncode(named));
    } else if (named.starts_with("pi_")) {
        const Json sessions = sessionsOf(call, "payment_intent=" + percentEncode(named), {});
        session = sessions["data"].size() > 0 ? sessions["data"].at(0) : session;
    }
    return session.isObject() && session.textOr("payment_link") == link ? session : Json(nullptr);
}

/// What the sessions of a link tell.
struct LinkSessions {
    std::vector<PaymentStateOutput> paid; ///< newest first
    bool processing = false;              ///< money is on its way

    void take(PaymentStateOutput state) {
        processing = processing || state.processing.value_or(false);
        if (state.state == State::Paid) {
            paid.push_back(std::move(state));
        }
    }
};

LinkSessions readSessions(Call& call, const std::string& link, Currency currency) {
    LinkSessions found;
    std::string after;
    for (int page = 0; page < MostPages; ++page) {
        const Json sessions = sessionsOf(call, "payment_link=" + percentEncode(link), after);
        for (const Json& session : sessions["data"].items()) {
            after = textOf(session, "id");
            found.take(sessionState(call, session, currency));
        }
        if (!sessions.optionalBool("has_more").value_or(false) || after.empty()) {
            return found;
        }
    }
    // To take more sessions for unpaid would be a guess.
    throw ApiError(400, "integration-unreachable", {"too-many-sessions"});
}

calls::integrations::FurtherPayment furtherOf(const PaymentStateOutput& paid) {
    return {.paymentId = paid.paymentId.value(),
            .amount = paid.amount.value(),
            .currency = paid.currency,
            .refunded = paid.refunded,
            .partlyRefunded = paid.partlyRefunded,
            .fee = paid.fee,
            .feeCurrency = paid.feeCurrency};
}

/// The oldest payment, with the others. `paid`: newest first.
PaymentStateOutput paidLink(std::vector<PaymentStateOutput> paid) {
    PaymentStateOutput first = std::move(paid.back());
    paid.pop_back();
    if (!paid.empty()) {
        first.others.emplace();
        std::transform(paid.rbegin(), paid.rend(), std::back_inserter(*first.others), furtherOf);
    }
    return first;
}

/// Each visitor of a link gets a session. The first paid session closes the link; whoever had a session by
/// then can still pay.
PaymentStateOutput linkState(Call& call, const std::string& reference,
                             const commands::PaymentStateInput& input) {
    const bool ended = input.expiresAt && *input.expiresAt <= call.now();
    const Json named = namedSession(call, input.named.value_or(""), reference);
    LinkSessions sessions;
    if (named.isObject()) {
        sessions.take(sessionState(call, named, input.currency));
    }
    if (sessions.paid.empty() && (ended || !named.isObject())) {
        sessions = readSessions(call, reference, input.currency);
    }
    if (ended || !sessions.paid.empty()) {
        post(call, "/payment_links/" + percentEncode(reference), {{"active", "false"}}, reference + "-end");
    }
    if (!sessions.paid.empty()) {
        return paidLink(std::move(sessions.paid));
    }
    if (sessions.processing) {
        return {.state = State::Pending, .processing = true};
    }
    return {.state = ended ? State::Expired : State::Pending};
}

} // namespace

Json commands::describe(Call&) {
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

/// Stores the key only after Stripe has accepted it, so that a wrong key does not break a working connection.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& credentials = input.credentials;
    const std::string key = credentials.isObject() ? credentials.textOr("secretKey") : "";
    if (!key.starts_with("sk_") && !key.starts_with("rk_")) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    const Json account = get(call, "/account", key);
    Endpoint endpoint;
    const std::string address = input.hookUrl.value_or("");
    if (const auto secret = credentials.optionalText("webhookSecret")) {
        endpoint.secret = *secret;
    } else if (address.starts_with("https://")) {
        endpoint = registerAddress(call, address, key);
    }
    const auto earlier = call.secrets().get("webhookEndpoint"); // of a connection that has expired
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
    if (earlier) {
        removeEndpoint(call, *earlier, key);
    }
    const Json& profile = account["business_profile"];
    const auto name = profile.isObject() ? profile.optionalText("name") : std::nullopt;
    return {.account = ConnectedAccount{.id = textOf(account, "id"), .name = name}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = withKey(call.http().get(url("/balance")), {}).send();
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    if (const auto endpoint = call.secrets().get("webhookEndpoint")) {
        removeEndpoint(call, *endpoint);
    }
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    // Relative to the planned time, so that a later retry makes the same request. A session must know where
    // its payer goes afterwards.
    const std::int64_t open = input.expiresAt ? *input.expiresAt - input.plannedAt : 0;
    if (input.returnUrl.empty() || open < ShortestSession || open > LongestSession) {
        return makeLink(call, input);
    }
    return makeSession(call, input, *input.expiresAt);
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    const std::string reference = input.reference.value_or("");
    const bool isLink = reference.starts_with("plink_");
    return connector::paidAt(
        isTestKey(call.secrets().get("secretKey").value_or("")),
        isLink ? linkState(call, reference, input)
               : sessionState(call, get(call, "/checkout/sessions/" + percentEncode(reference)),
                              input.currency));
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPayouts>(call, input);
}

Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    connector::requireTimedSignature(call, incoming, "Stripe-Signature", "v1", ".");
    const Json event = incoming.json();
    Json what = Json::object({{"id", event.textOr("id")}, {"about", "nothing"}});
    const Json& data = event["data"];
    const Json object = data.isObject() ? data["object"] : Json(nullptr);
    if (event.textOr("type").starts_with("checkout.session.") && object.isObject()) {
        what.set("about", "payment");
        what.set("reference", object.textOr("payment_link", object.textOr("id")));
        what.set("named", object.optionalText("id"));
    } else if (event.textOr("type") == "charge.refunded" && object.isObject()) {
        what.set("about", "payment");
        what.set("paymentId", object.optionalText("payment_intent"));
        what.set("named", object.optionalText("payment_intent"));
    } else if (event.textOr("type").starts_with("payout.")) {
        what.set("about", "feed");
    }
    return what;
}

} // namespace svc::stripe
