// Plaid: transactions of bank accounts (API version 2020-09-14).
#include <svc/connector.hpp>

#include "bindings.hpp"

namespace svc::plaid {
namespace {

using calls::integrations::ConnectedAccount;
using connector::textOf;

constexpr std::int32_t MostBytes = 16 * 1024 * 1024;

struct Account {
    std::string clientId;
    std::string secret;
    bool sandbox = false;

    HttpReply post(Call& call, std::string_view path, const Json& body) const {
        const Json settings = Call::settings();
        const std::string base = sandbox ? settings.textOr("sandboxUrl", "https://sandbox.plaid.com")
                                         : settings.textOr("baseUrl", "https://production.plaid.com");
        return call.http()
            .post(base + std::string(path))
            .header("PLAID-CLIENT-ID", clientId)
            .header("PLAID-SECRET", secret)
            .header("Plaid-Version", "2020-09-14")
            .most(MostBytes)
            .json(body)
            .send();
    }
};

std::string kept(Call& call, std::string_view name) {
    return call.secrets().get(name).value_or("");
}

Account keptAccount(Call& call) {
    return {kept(call, "clientId"), kept(call, "secret"), kept(call, "environment") == "sandbox"};
}

Json withToken(const std::string& token) {
    return Json::object({{"access_token", token}});
}

std::string codeOf(const HttpReply& reply) {
    try {
        const Json error = reply.json();
        return error.isObject() ? error.textOr("error_code") : "";
    } catch (const JsonError&) {
        return "";
    }
}

/// Plaid uses status 400 also for wrong keys, and when the person has to sign in at the bank again.
const HttpReply& accepted(Call& call, const HttpReply& reply) {
    const std::string code = codeOf(reply);
    if (code == "ITEM_LOGIN_REQUIRED" || code == "INVALID_API_KEYS" || code == "INVALID_ACCESS_TOKEN" ||
        code == "ITEM_NOT_FOUND") {
        throw connector::credentialsRefused(reply, code);
    }
    return connector::fetched(call, reply, code);
}

/// The account of the settings, or the only one.
std::string accountIn(const Json& accounts, const std::string& wanted) {
    for (const Json& account : accounts.items()) {
        if (wanted.empty() ? accounts.size() == 1 : account.textOr("account_id") == wanted) {
            return textOf(account, "account_id");
        }
    }
    throw ApiError(400, "provider-refused", {wanted.empty() ? "account-needed" : "account-unknown"});
}

/// Exchanges the public token of Plaid's page for a permanent one.
commands::ConnectOutput connectAccount(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const std::string environment = given.textOr("environment", "production");
    const Account account{given.textOr("clientId"), given.textOr("secret"), environment == "sandbox"};
    const Json exchanged = connector::jsonOf(
        accepted(call, account.post(call, "/item/public_token/exchange",
                                    Json::object({{"public_token", given["publicToken"]}}))));
    const std::string token = textOf(exchanged, "access_token");
    const Json accounts =
        connector::jsonOf(accepted(call, account.post(call, "/accounts/get", withToken(token))))["accounts"];
    const std::string id = accountIn(accounts, input.settings.textOr("accountId"));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("clientId", account.clientId);
        call.secrets().put("secret", account.secret);
        call.secrets().put("environment", environment);
        call.secrets().put("accessToken", token);
        call.secrets().put("account", id);
    });
    return {.account = ConnectedAccount{.id = id, .name = textOf(exchanged, "item_id")}};
}

/// At Plaid, outgoing amounts are positive.
Json lineOf(const Json& transaction, Currency currency) {
    const std::string text = transaction["amount"].dump();
    const auto amount = connector::minorOf(text, currency);
    if (!amount) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    const std::string day = textOf(transaction, "date");
    return Json::object({{"bookedAt", day},
                         {"valueDate", transaction.textOr("authorized_date", day)},
                         {"amount", -*amount},
                         {"currency", currency.code()},
                         {"label", textOf(transaction, "name")},
                         {"counterparty", Json::object({{"name", transaction.optionalText("merchant_name")},
                                                        {"iban", nullptr}})},
                         {"reference", nullptr},
                         {"endToEndId", nullptr},
                         {"bankReference", textOf(transaction, "transaction_id")}});
}

/// Adds the booked transactions of the account as bank lines.
void addLines(Json& lines, const Json& transactions, const std::string& account) {
    for (const Json& transaction : transactions.items()) {
        const auto currency = Currency::parse(transaction.textOr("iso_currency_code"));
        const bool pending = transaction.optionalBool("pending").value_or(false);
        if (!pending && currency && transaction.textOr("account_id") == account) {
            lines.push(lineOf(transaction, *currency));
        }
    }
}

/// A changed transaction is removed and added anew.
void addRemoved(Json& removed, const Json& transactions) {
    for (const Json& transaction : transactions.items()) {
        removed.push(textOf(transaction, "transaction_id"));
    }
}

/// New, changed and removed transactions since the last run.
Json fetchPage(Call& call, const Json& input) {
    const std::string account = input["settings"].textOr("accountId", kept(call, "account"));
    const Json& cursor = input["cursor"];
    Json ask = withToken(kept(call, "accessToken"));
    ask.set("count", 500);
    if (cursor.isString()) {
        ask.set("cursor", cursor);
    }
    const Json answer =
        connector::jsonOf(accepted(call, keptAccount(call).post(call, "/transactions/sync", ask)));
    Json lines = Json::array();
    addLines(lines, answer["added"], account);
    addLines(lines, answer["modified"], account);
    Json removed = Json::array();
    addRemoved(removed, answer["modified"]);
    addRemoved(removed, answer["removed"]);
    Json page = connector::pageOf(std::move(lines), textOf(answer, "next_cursor"),
                                  answer.optionalBool("has_more").value_or(false));
    return page.set("removed", std::move(removed));
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Plaid", "kind": "bank_feed", "auth": "api_key", "capabilities": ["bank-lines"],
        "feeds": [{ "name": "bank_lines", "minutes": 180 }],
        "keysUrl": "https://dashboard.plaid.com/developers/keys",
        "credentialsSchema": { "type": "object", "required": ["clientId", "secret", "publicToken"],
            "properties": {
                "clientId": { "type": "string", "minLength": 1 },
                "secret": { "type": "string", "minLength": 1, "format": "password" },
                "publicToken": { "type": "string", "pattern": "^public-", "format": "password" },
                "environment": { "enum": ["production", "sandbox"] } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" },
                            "accountId": { "type": "string", "minLength": 1 } } } })");
}

commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    try {
        return connectAccount(call, input);
    } catch (const connector::Later& later) {
        throw ApiError(400, later.error);
    }
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply =
        keptAccount(call).post(call, "/accounts/get", withToken(kept(call, "accessToken")));
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    keptAccount(call).post(call, "/item/remove", withToken(kept(call, "accessToken")));
    call.transaction([&] { call.secrets().remove("*"); });
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

} // namespace svc::plaid
