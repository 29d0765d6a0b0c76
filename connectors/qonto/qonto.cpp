// Qonto: the lines of a bank account (Business API, version 2).
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/digest.hpp"
#include "common/timed_signature.hpp"

namespace svc::qonto {
namespace {

constexpr std::int32_t MostBytes = 8 * 1024 * 1024;
constexpr int FirstDays = 90;
/// What was changed while the last run was under way is read twice.
constexpr std::int64_t Overlap = 10 * Instant::Minute;

struct Account {
    std::string login;
    std::string secretKey;

    HttpCall get(Call& call, std::string_view path) const {
        const std::string base = Call::settings().textOr("baseUrl", "https://thirdparty.qonto.com");
        return call.http()
            .get(base + "/v2" + std::string(path))
            .header("Authorization", login + ':' + secretKey);
    }
};

Account keptAccount(Call& call) {
    return {call.secrets().get("login").value_or(""), call.secrets().get("secretKey").value_or("")};
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "Qonto", "kind": "bank_feed", "auth": "api_key", "capabilities": ["bank-lines"],
        "feeds": [{ "name": "bank_lines", "minutes": 60 }],
        "keysUrl": "https://app.qonto.com/settings/integrations",
        "credentialsSchema": { "type": "object", "required": ["login", "secretKey"], "properties": {
            "login": { "type": "string", "minLength": 1 },
            "secretKey": { "type": "string", "minLength": 1, "format": "password" },
            "webhookSecret": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" },
                            "iban": { "type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$" } } },
        "hookHeaders": ["X-Qonto-Signature"] })");
}

/// The account that is meant: the one of the settings, or the only one.
std::string ibanOf(const Json& organization, const std::string& wanted) {
    const Json& accounts = organization["bank_accounts"];
    for (const Json& account : accounts.items()) {
        if (wanted.empty() ? accounts.size() == 1 : account.textOr("iban") == wanted) {
            return connector::textOf(account, "iban");
        }
    }
    throw ApiError(400, "provider-refused", {wanted.empty() ? "iban-needed" : "iban-unknown"});
}

/// The code of `{ errors: [{ code, detail }] }`.
std::string codeOf(const HttpReply& reply) {
    try {
        const Json answer = reply.json();
        const Json errors = answer.isObject() ? answer["errors"] : Json(nullptr);
        return errors.isArray() && !errors.empty() && errors.at(0).isObject() ? errors.at(0).textOr("code")
                                                                              : "";
    } catch (const JsonError&) {
        return "";
    }
}

/// Nothing is kept before the key has proved itself.
Json connect(Call& call, const Json& input) {
    const Json& given = input["credentials"];
    const Account account{given.textOr("login"), given.textOr("secretKey")};
    const HttpReply seen = account.get(call, "/organization").send();
    const Json answer = connector::jsonOf(connector::accepted(seen, codeOf(seen)));
    const Json& organization = answer["organization"];
    const std::string iban = ibanOf(organization, input["settings"].textOr("iban"));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("login", account.login);
        call.secrets().put("secretKey", account.secretKey);
        call.secrets().put("iban", iban);
        if (const auto secret = given.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return Json::object(
        {{"account", Json::object({{"id", iban}, {"name", organization.textOr("slug", iban)}})}});
}

Json test(Call& call, const Json&) {
    const HttpReply seen = keptAccount(call).get(call, "/organization").send();
    return connector::tried(seen, codeOf(seen));
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

/// Amounts are hundredths of a unit without a sign, whatever the currency is called; the side has the sign.
std::int64_t amountOf(const Json& transaction, Currency currency) {
    const Decimal units =
        Decimal::parse(transaction["amount_cents"].numberText()).value_or(Decimal()).shifted(-2);
    const auto amount = connector::minorOf(units.toString(), currency);
    if (!amount) { // a part of a franc
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return connector::textOf(transaction, "side") == "debit" ? -*amount : *amount;
}

/// Days are those of UTC.
Json lineOf(const Json& transaction) {
    const auto settled = Instant::parse(connector::textOf(transaction, "settled_at"));
    if (!settled) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    const auto currency = Currency::parse(transaction.textOr("currency", "EUR"));
    if (!currency) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    const Json day = settled->utcDate().toString();
    return Json::object(
        {{"bookedAt", day},
         {"valueDate", day},
         {"amount", amountOf(transaction, *currency)},
         {"currency", currency->code()},
         {"label", transaction.textOr("label")},
         {"counterparty", Json::object({{"name", transaction.optionalText("label")}, {"iban", nullptr}})},
         {"reference", transaction.optionalText("reference")},
         {"endToEndId", nullptr},
         {"bankReference", connector::textOf(transaction, "id")}});
}

/// By the time of the change: what is settled late comes all the same.
Json fetch(Call& call, const Json& input) {
    const Json& cursor = input["cursor"];
    const bool known = cursor.isObject();
    const Date today = Date::parse(input.textOr("today")).value();
    const Date first = Date::parse(input.textOr("since")).value_or(today.addDays(-FirstDays));
    const std::string from = known ? cursor.textOr("from") : Instant::startOf(first).toString();
    const std::int64_t page = known && cursor["page"].isNumber() ? cursor["page"].integer() : 1;
    const std::string began = known ? cursor.textOr("began", (call.now() + -Overlap).toString())
                                    : (call.now() + -Overlap).toString();
    const std::string iban = input["settings"].textOr("iban", call.secrets().get("iban").value_or(""));
    const HttpReply reply = keptAccount(call)
                                .get(call, "/transactions")
                                .query("iban", iban)
                                .query("status[]", "completed")
                                .query("updated_at_from", from)
                                .query("page", std::to_string(page))
                                .query("per_page", "100")
                                .most(MostBytes)
                                .send();
    const Json answer = connector::jsonOf(connector::fetched(call, reply, codeOf(reply)));
    Json lines = Json::array();
    for (const Json& transaction : answer["transactions"].items()) {
        if (connector::textOf(transaction, "status") == "completed") {
            lines.push(lineOf(transaction));
        }
    }
    const Json& next = answer["meta"]["next_page"];
    const bool more = next.isNumber();
    return connector::pageOf(std::move(lines),
                             more ? Json::object({{"from", from}, {"page", next}, {"began", began}})
                                  : Json::object({{"from", began}}),
                             more);
}

/// `t=<seconds>,v1=<hex>` over the seconds, a point and the body. A call is a reason to fetch, no more.
Json hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    connector::requireTimedSignature(call, incoming, "X-Qonto-Signature", "v1", ".");
    return Json::object({{"id", connector::sha256Hex(incoming.body())}, {"about", "feed"}});
}

void start(Registry& registry) {
    registry.command("connector.qonto.describe", describe);
    registry.command("connector.qonto.connect", connector::reading<connect>);
    registry.command("connector.qonto.test", test);
    registry.command("connector.qonto.disconnect", disconnect);
    registry.command("connector.qonto.fetch", connector::fetching<fetch>);
    registry.command("connector.qonto.hook", hook);
}

} // namespace
} // namespace svc::qonto

SVC_PLUGIN("qonto", "1.0.0", svc::qonto::start)
