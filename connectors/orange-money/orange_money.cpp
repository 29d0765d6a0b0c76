// Orange Money: pages of payment of its Web Payment API v1.
#include <algorithm>
#include <array>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/access_token.hpp"
#include "common/digest.hpp"
#include "common/error_code.hpp"
#include "common/play_money.hpp"
#include "common/whole_amount.hpp"

namespace svc::orange_money {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;
using connector::textOf;

constexpr std::string_view Sandbox = "dev";
/// Secret: the payment pages for which notifications may still come, `[{ notice: notif_token, page: pay_token
/// }, …]`, newest last.
constexpr std::string_view Pages = "pages";
constexpr std::size_t MostPages = 200;
constexpr std::size_t LongestAddress = 120;

struct Account {
    std::string clientId;
    std::string clientSecret;
    std::string merchantKey;
    std::string environment; ///< dev, or the two letters of the country
};

Account keptAccount(Call& call) {
    const auto kept = [&](std::string_view name) { return call.secrets().get(name).value_or(""); };
    return {kept("clientId"), kept("clientSecret"), kept("merchantKey"), kept("environment")};
}

std::string baseUrl() {
    return Call::settings().textOr("baseUrl", "https://api.orange.com");
}

/// The code of `{ code, message }`, a number or a text, or `error` of a refused token.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& error) {
        return error["code"].isNumber() ? error["code"].dump() : error.textOr("code", error.textOr("error"));
    });
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

HttpReply askForToken(Call& call, const Account& account) {
    return call.http()
        .post(baseUrl() + "/oauth/v3/token")
        .basic(account.clientId, account.clientSecret)
        .form({{"grant_type", "client_credentials"}})
        .send();
}

/// `expires_in` may be a text.
Json tokenIn(const HttpReply& reply) {
    Json token = answerOf(reply);
    if (token.isObject() && token["expires_in"].isString()) {
        token.set("expires_in", parseInt64(token["expires_in"].text()).value_or(0));
    }
    return token;
}

Json post(Call& call, const Account& account, std::string_view operation, const Json& body) {
    const std::string url =
        baseUrl() + "/orange-money-webpay/" + account.environment + "/v1/" + std::string(operation);
    return answerOf(connector::sendWithToken(
        call, [&] { return tokenIn(askForToken(call, account)); },
        [&](const std::string& token) {
            return call.http().post(url).header("Authorization", "Bearer " + token).json(body).send();
        }));
}

/// An order identifier of at most 30 characters, different for each attempt.
std::string orderOf(const std::string& key) {
    return connector::sha256Hex(key).substr(0, 30);
}

/// `name`: the member of the input that holds the address.
std::string fittingAddress(std::string address, std::string_view name) {
    if (address.size() > LongestAddress) {
        throw ApiError(400, "provider-refused", {std::string(name) + "-too-long"});
    }
    return address;
}

/// The currencies in which Orange Money takes payments, by country: the francs CFA of West and Central
/// Africa, the Guinean franc and others. A country that is not listed is left to Orange.
bool takes(std::string_view country, std::string_view currency) {
    using Row = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Row, 16> Currencies = {{{"bf", "XOF"},
                                                 {"bw", "BWP"},
                                                 {"cd", "CDF"},
                                                 {"cd", "USD"},
                                                 {"cf", "XAF"},
                                                 {"ci", "XOF"},
                                                 {"cm", "XAF"},
                                                 {"gn", "GNF"},
                                                 {"gw", "XOF"},
                                                 {"lr", "LRD"},
                                                 {"lr", "USD"},
                                                 {"mg", "MGA"},
                                                 {"ml", "XOF"},
                                                 {"ne", "XOF"},
                                                 {"sl", "SLE"},
                                                 {"sn", "XOF"}}};
    const auto isCountry = [&](const Row& row) { return row.first == country; };
    return std::none_of(Currencies.begin(), Currencies.end(), isCountry) ||
           std::find(Currencies.begin(), Currencies.end(), Row(country, currency)) != Currencies.end();
}

Json keptPages(Call& call) {
    return Json::parse(call.secrets().get(Pages).value_or("[]"));
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Orange Money", "kind": "mobile_money", "auth": "api_key", "capabilities": ["payment-link"],
        "currencies": ["BWP", "CDF", "GNF", "LRD", "MGA", "SLE", "USD", "XAF", "XOF"],
        "keysUrl": "https://developer.orange.com/myapps",
        "credentialsSchema": { "type": "object",
            "required": ["clientId", "clientSecret", "merchantKey", "environment"], "properties": {
                "clientId": { "type": "string", "minLength": 1 },
                "clientSecret": { "type": "string", "minLength": 1, "format": "password" },
                "merchantKey": { "type": "string", "minLength": 1, "format": "password" },
                "environment": { "type": "string", "pattern": "^(dev|[a-z]{2})$" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" },
                            "language": { "enum": ["fr", "en"] } } },
        "lost": { "payment_link": "hold" } })");
}

/// Stores the credentials only after Orange has accepted them; the merchant key is checked with the first
/// payment page.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const Account account{given.textOr("clientId"), given.textOr("clientSecret"), given.textOr("merchantKey"),
                          given.textOr("environment")};
    textOf(tokenIn(askForToken(call, account)), "access_token");
    call.transaction([&] {
        call.secrets().remove("*");
        for (const char* name : {"clientId", "clientSecret", "merchantKey", "environment"}) {
            call.secrets().put(name, given.textOr(name));
        }
    });
    return {.account = ConnectedAccount{.id = account.clientId, .name = account.environment}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = askForToken(call, keptAccount(call));
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

/// The test platform has its own currency, OUV, in place of any.
commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    const Account account = keptAccount(call);
    if (!takes(account.environment, input.currency.code())) {
        throw ApiError(400, "provider-refused", {"currency"});
    }
    const std::string back = fittingAddress(input.returnUrl, "returnUrl");
    const std::string language =
        input.settings.isObject() ? input.settings.textOr("language", "fr") : std::string("fr");
    const Json made =
        post(call, account, "webpayment",
             Json::object({{"merchant_key", account.merchantKey},
                           {"currency", account.environment == Sandbox ? "OUV" : input.currency.code()},
                           {"order_id", orderOf(input.key)},
                           {"amount", connector::wholeAmount(input, 1)},
                           {"return_url", back},
                           {"cancel_url", back},
                           {"notif_url", fittingAddress(input.hookUrl, "hookUrl")},
                           {"lang", language},
                           {"reference", utf8Prefix(input.document.number.value_or(""), 30)}}));
    const std::string token = textOf(made, "pay_token");
    const std::string notice = textOf(made, "notif_token");
    const std::string url = textOf(made, "payment_url");
    call.transaction([&] {
        const Json before = keptPages(call);
        Json pages = Json::array();
        const std::size_t first = before.size() < MostPages ? 0 : before.size() - MostPages + 1;
        for (std::size_t i = first; i < before.size(); ++i) {
            pages.push(before.at(i));
        }
        pages.push(Json::object({{"notice", notice}, {"page", token}}));
        call.secrets().put(Pages, pages.dump());
    });
    return {.reference = token, .url = url, .expiresAt = std::nullopt};
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    const Account account = keptAccount(call);
    const Json told = post(call, account, "transactionstatus",
                           Json::object({{"order_id", orderOf(input.key)},
                                         {"amount", connector::wholeAmount(input, 1)},
                                         {"pay_token", input.reference}}));
    const std::string status = textOf(told, "status");
    if (status == "SUCCESS") {
        return connector::paidAt(
            account.environment == Sandbox,
            PaymentStateOutput{.state = State::Paid,
                               .amount = input.amount, // a page is always paid in full
                               .paymentId = told.textOr("txnid", input.reference.value_or(""))});
    }
    if (status == "FAILED") {
        return {.state = State::Failed, .error = "payment-failed"};
    }
    if (status == "PENDING") { // the payer has confirmed; INITIATED: not yet
        return {.state = State::Pending, .processing = true};
    }
    return {.state = status == "EXPIRED" ? State::Expired : State::Pending};
}

/// The notification token is known only to Orange, so it authenticates the call. The state of older pages is
/// polled every hour instead.
Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    const std::string notice = incoming.json().textOr("notif_token");
    const Json pages = keptPages(call);
    for (const Json& page : pages.items()) {
        if (!notice.empty() && connector::isSame(page["notice"].text(), notice)) {
            return Json::object({{"id", connector::sha256Hex(incoming.body())},
                                 {"about", "payment"},
                                 {"reference", page["page"]}});
        }
    }
    throw ApiError(400, "signature-invalid");
}

} // namespace svc::orange_money
