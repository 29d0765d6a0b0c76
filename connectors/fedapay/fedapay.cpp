// FedaPay: pages of payment in Bénin, Togo and their neighbours. API v1.
#include <algorithm>
#include <array>

#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/refunds.hpp"
#include "common/timed_signature.hpp"

namespace svc::fedapay {
namespace {

using connector::stateOf;
using connector::textOf;

constexpr std::string_view Wrapper = "v1/transaction";

/// Test keys belong to a separate platform.
std::string url(const std::string& key, std::string_view path) {
    const Json& settings = Call::settings();
    const std::string base = key.starts_with("sk_sandbox_")
                                 ? settings.textOr("sandboxUrl", "https://sandbox-api.fedapay.com")
                                 : settings.textOr("baseUrl", "https://api.fedapay.com");
    return base + "/v1" + std::string(path);
}

std::string keyOf(Call& call) {
    return call.secrets().get("secretKey").value_or("");
}

HttpReply get(Call& call, const std::string& key, std::string_view path) {
    return call.http().get(url(key, path)).header("Authorization", "Bearer " + key).send();
}

Json post(Call& call, std::string_view path, const Json& body) {
    const std::string key = keyOf(call);
    return connector::jsonOf(connector::accepted(
        call.http().post(url(key, path)).header("Authorization", "Bearer " + key).json(body).send()));
}

/// The record inside of `{ "v1/transaction": { … } }`.
Json transactionIn(const Json& answer) {
    const Json transaction = answer.isObject() ? answer[Wrapper] : Json(nullptr);
    if (!transaction.isObject() || !transaction["id"].isNumber()) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return transaction;
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "FedaPay", "kind": "mobile_money", "auth": "api_key", "capabilities": ["payment-link"],
        "currencies": ["XOF", "GNF"],
        "keysUrl": "https://live.fedapay.com/settings/api",
        "credentialsSchema": { "type": "object", "required": ["secretKey"], "properties": {
            "secretKey": { "type": "string", "pattern": "^sk_(sandbox|live)_", "format": "password" },
            "webhookSecret": { "type": "string", "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "hookHeaders": ["X-FEDAPAY-SIGNATURE"], "lost": { "payment_link": "hold" } })");
}

/// Stores the key only after FedaPay has accepted it.
Json connect(Call& call, const Json& input) {
    const Json& credentials = input["credentials"];
    const std::string key = credentials.isObject() ? credentials.textOr("secretKey") : "";
    if (!key.starts_with("sk_sandbox_") && !key.starts_with("sk_live_")) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    connector::jsonOf(connector::accepted(get(call, key, "/accounts")));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("secretKey", key);
        if (const auto secret = credentials.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return Json::object({{"account", Json::object({{"id", nullptr}, {"name", nullptr}})}});
}

Json test(Call& call, const Json&) {
    return connector::tried(get(call, keyOf(call), "/accounts"));
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

/// Two requests: the transaction, then its payment page.
Json paymentLink(Call& call, const Json& input) {
    const std::string currency = input.textOr("currency");
    if (currency != "XOF" && currency != "GNF") {
        throw ApiError(400, "provider-refused", {"currency"});
    }
    const Json made = transactionIn(
        post(call, "/transactions",
             Json::object({{"amount", input["amount"]}, // francs have no smaller unit
                           {"currency", Json::object({{"iso", currency}})},
                           {"description", connector::labelOf(input)},
                           {"callback_url", input["returnUrl"]},
                           {"merchant_reference", input["key"]},
                           {"custom_metadata", Json::object({{"document", input["document"]["id"]}})}})));
    const std::string id = std::to_string(made["id"].integer());
    const Json page = post(call, "/transactions/" + id + "/token", Json::object());
    return Json::object({{"reference", id}, {"url", textOf(page, "url")}, {"expiresAt", nullptr}});
}

Json paymentState(Call& call, const Json& input) {
    constexpr std::array Paid = {"approved", "transferred", "refunded", "approved_partially_refunded",
                                 "transferred_partially_refunded"};
    const HttpReply reply =
        get(call, keyOf(call), "/transactions/" + percentEncode(input.textOr("reference")));
    if (reply.status == 404) {
        return stateOf("absent");
    }
    const Json transaction = transactionIn(connector::jsonOf(connector::accepted(reply)));
    const std::string status = textOf(transaction, "status");
    if (std::find(Paid.begin(), Paid.end(), status) != Paid.end()) {
        Json state = stateOf("paid");
        state.set("amount", transaction["amount"].integer());
        state.set("paymentId", transaction.textOr("reference", std::to_string(transaction["id"].integer())));
        using connector::GivenBack;
        connector::tellRefunds(state, status == "refunded"                      ? GivenBack::All
                                      : status.ends_with("_partially_refunded") ? GivenBack::Part
                                                                                : GivenBack::Nothing);
        return state;
    }
    if (status == "declined" || status == "canceled") {
        Json state = stateOf("failed");
        state.set("error", status);
        return state;
    }
    return stateOf("pending");
}

/// The identifier of an event may be a number or a text.
std::string identifierIn(const Json& record) {
    const Json& id = record["id"];
    return id.isNumber() ? std::to_string(id.integer()) : record.textOr("id");
}

Json hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    connector::requireTimedSignature(call, incoming, "X-FEDAPAY-SIGNATURE", "s", ".");
    const Json event = incoming.json();
    Json what = Json::object({{"id", identifierIn(event)}, {"about", "nothing"}});
    const Json& entity = event["entity"];
    if (event.textOr("name", event.textOr("type")).starts_with("transaction.") && entity.isObject()) {
        what.set("about", "payment");
        what.set("reference", identifierIn(entity));
    }
    return what;
}

void start(Registry& registry) {
    registry.command("connector.fedapay.describe", describe);
    registry.command("connector.fedapay.connect", connector::reading<connect>);
    registry.command("connector.fedapay.test", test);
    registry.command("connector.fedapay.disconnect", disconnect);
    registry.command("connector.fedapay.payment_link", connector::reading<paymentLink>);
    registry.command("connector.fedapay.payment_state", connector::reading<paymentState>);
    registry.command("connector.fedapay.hook", hook);
}

} // namespace
} // namespace svc::fedapay

SVC_PLUGIN("fedapay", "1.0.0", svc::fedapay::start)
