// FedaPay: pages of payment in Bénin, Togo and their neighbours. API v1.
#include <algorithm>
#include <array>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/play_money.hpp"
#include "common/refunds.hpp"
#include "common/timed_signature.hpp"

namespace svc::fedapay {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;
using connector::textOf;

constexpr std::string_view Wrapper = "v1/transaction";

/// Test keys belong to a separate platform.
bool isSandboxKey(const std::string& key) {
    return key.starts_with("sk_sandbox_");
}

std::string url(const std::string& key, std::string_view path) {
    const Json& settings = Call::settings();
    const std::string base = isSandboxKey(key)
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

/// The identifier of an event or account may be a number or a text.
std::string identifierIn(const Json& record) {
    const Json id = record.isObject() ? record["id"] : Json(nullptr);
    return id.isNumber() ? std::to_string(id.integer()) : id.isString() ? id.text() : "";
}

/// The account of the key, in `{ "v1/accounts": [{ id, name }] }`; nothing is told of it when the key has
/// several. Accounts of the two platforms may have the same number.
ConnectedAccount accountOf(const std::string& key, const Json& answer) {
    const Json accounts = answer.isObject() ? answer["v1/accounts"] : Json(nullptr);
    if (!accounts.isArray() || accounts.size() != 1 || identifierIn(accounts.at(0)).empty()) {
        return {.id = std::nullopt, .name = std::nullopt};
    }
    const Json& account = accounts.at(0);
    return {.id = (isSandboxKey(key) ? "sandbox-" : "") + identifierIn(account),
            .name = account.optionalText("name")};
}

} // namespace

Json commands::describe(Call&) {
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
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& credentials = input.credentials;
    const std::string key = credentials.isObject() ? credentials.textOr("secretKey") : "";
    if (!isSandboxKey(key) && !key.starts_with("sk_live_")) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    const Json accounts = connector::jsonOf(connector::accepted(get(call, key, "/accounts")));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("secretKey", key);
        if (const auto secret = credentials.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return {.account = accountOf(key, accounts)};
}

commands::TestOutput commands::test(Call& call) {
    return connector::tried<TestOutput>(get(call, keyOf(call), "/accounts"));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

/// Two requests: the transaction, then its payment page.
commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    const std::string_view currency = input.currency.code();
    if (currency != "XOF" && currency != "GNF") {
        throw ApiError(400, "provider-refused", {"currency"});
    }
    Json body = Json::object({{"amount", input.amount.minor()}, // francs have no smaller unit
                              {"currency", Json::object({{"iso", currency}})},
                              {"description", connector::labelOf(input)},
                              {"merchant_reference", input.key},
                              {"custom_metadata", Json::object({{"document", input.document.id}})}});
    if (!input.returnUrl.empty()) {
        body.set("callback_url", input.returnUrl);
    }
    const Json made = transactionIn(post(call, "/transactions", body));
    const std::string id = std::to_string(made["id"].integer());
    const Json page = post(call, "/transactions/" + id + "/token", Json::object());
    return {.reference = id, .url = textOf(page, "url"), .expiresAt = std::nullopt};
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    constexpr std::array Paid = {"approved", "transferred", "refunded", "approved_partially_refunded",
                                 "transferred_partially_refunded"};
    const std::string key = keyOf(call);
    const HttpReply reply = get(call, key, "/transactions/" + percentEncode(input.reference.value_or("")));
    if (reply.status == 404) {
        return {.state = State::Absent};
    }
    const Json transaction = transactionIn(connector::jsonOf(connector::accepted(reply)));
    const std::string status = textOf(transaction, "status");
    if (std::find(Paid.begin(), Paid.end(), status) != Paid.end()) {
        PaymentStateOutput state{
            .state = State::Paid,
            .amount = MinorAmount(transaction["amount"].integer()),
            .paymentId = transaction.textOr("reference", std::to_string(transaction["id"].integer()))};
        using connector::GivenBack;
        connector::tellRefunds(state, status == "refunded"                      ? GivenBack::All
                                      : status.ends_with("_partially_refunded") ? GivenBack::Part
                                                                                : GivenBack::Nothing);
        return connector::paidAt(isSandboxKey(key), std::move(state));
    }
    if (status == "declined" || status == "canceled") {
        return {.state = State::Failed, .error = status};
    }
    return {.state = State::Pending};
}

Json commands::hook(Call& call, const Json& input) {
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

} // namespace svc::fedapay
