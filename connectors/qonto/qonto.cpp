// Qonto: transactions of a bank account (Business API, version 2).
#include <algorithm>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"
#include "common/error_code.hpp"
#include "common/oauth.hpp"
#include "common/timed_signature.hpp"

namespace svc::qonto {
namespace {

using calls::integrations::ConnectedAccount;

constexpr std::int32_t MostBytes = 8 * 1024 * 1024;
constexpr int FirstDays = 90;
/// Changes during the last run are read twice.
constexpr std::int64_t Overlap = 10 * Instant::Minute;

std::string accessServer() {
    return Call::settings().textOr("accessUrl", "https://oauth.qonto.com");
}

connector::OAuth oauth() {
    return {accessServer() + "/oauth2/auth", accessServer() + "/oauth2/token", connector::ClientProof::Body};
}

HttpCall get(Call& call, std::string_view path) {
    const std::string base = Call::settings().textOr("baseUrl", "https://thirdparty.qonto.com");
    return call.http().get(base + "/v2" + std::string(path));
}

/// Sends what `begin()` makes, with the API key, or with the OAuth token of the person who granted access.
template <class Begin>
HttpReply signedIn(Call& call, Begin begin) {
    const auto login = call.secrets().get("login");
    return login ? begin()
                       .header("Authorization", *login + ':' + call.secrets().get("secretKey").value_or(""))
                       .send()
                 : oauth().send(call, begin);
}

/// The last four characters of an IBAN; `?` for an invalid one.
std::string endingOf(const std::string& iban) {
    constexpr std::size_t Shown = 4;
    const std::string ending = iban.substr(iban.size() - std::min(iban.size(), Shown));
    const bool fits = std::all_of(ending.begin(), ending.end(),
                                  [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
    return fits && !ending.empty() ? ending : "?";
}

/// The requested account, or the only one. When there are several and none was requested, the refusal names
/// them by the last four characters of their IBANs, since a refusal may appear in the address bar of a
/// browser.
std::string ibanOf(const Json& organization, const std::string& wanted) {
    const Json& accounts = organization["bank_accounts"];
    std::string endings;
    for (const Json& account : accounts.items()) {
        const std::string iban = account.textOr("iban");
        if (wanted.empty() ? accounts.size() == 1 : iban == wanted) {
            return connector::textOf(account, "iban");
        }
        endings += (endings.empty() ? "" : ",") + endingOf(iban);
    }
    if (!wanted.empty() || endings.empty()) {
        throw ApiError(400, "provider-refused", {wanted.empty() ? "iban-needed" : "iban-unknown"});
    }
    throw ApiError(400, "provider-refused", {"iban-needed", endings});
}

/// The code of `{ errors: [{ code, detail }] }`.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& answer) {
        const Json& errors = answer["errors"];
        return errors.isArray() && !errors.empty() && errors.at(0).isObject() ? errors.at(0).textOr("code")
                                                                              : "";
    });
}

/// An account in Qonto's answer about the organization.
struct Account {
    std::string iban;
    std::string organization; ///< its name at Qonto

    ConnectedAccount shown() const { return {.id = iban, .name = organization}; }
};

Account accountOf(const HttpReply& seen, const std::string& wanted) {
    const Json answer = connector::jsonOf(connector::accepted(seen, codeOf(seen)));
    const Json& organization = answer["organization"];
    const std::string iban = ibanOf(organization, wanted);
    return {iban, organization.textOr("slug", iban)};
}

/// Amounts are unsigned hundredths of a unit in every currency; `side` has the sign.
std::int64_t amountOf(const Json& transaction, Currency currency) {
    const Decimal units =
        Decimal::parse(transaction["amount_cents"].numberText()).value_or(Decimal()).shifted(-2);
    const auto amount = connector::minorOf(units.toString(), currency);
    if (!amount) { // hundredths of a currency without decimals
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return connector::textOf(transaction, "side") == "debit" ? -*amount : *amount;
}

Json lineOf(Call& call, const Json& transaction) {
    const auto settled = Instant::parse(connector::textOf(transaction, "settled_at"));
    if (!settled) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    const auto currency = Currency::parse(transaction.textOr("currency", "EUR"));
    if (!currency) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    const Json day = call.dateOf(*settled).toString();
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

/// Sorted by time of change, so that transactions settled late are found too. A connection by OAuth gets its
/// wallet later: until then lines cannot be assigned.
Json fetchPage(Call& call, const Json& input) {
    if (input["settings"].textOr("walletId").empty()) {
        throw ApiError(400, "field-required", {"settings.walletId"});
    }
    const Json& cursor = input["cursor"];
    const bool known = cursor.isObject();
    const Date today = Date::parse(input.textOr("today")).value();
    const Date first = Date::parse(input.textOr("since")).value_or(today.addDays(-FirstDays));
    const std::string from = known ? cursor.textOr("from") : call.startOf(first).toString();
    const std::int64_t page = known && cursor["page"].isNumber() ? cursor["page"].integer() : 1;
    const std::string began = known ? cursor.textOr("began", (call.now() + -Overlap).toString())
                                    : (call.now() + -Overlap).toString();
    const std::string iban = input["settings"].textOr("iban", call.secrets().get("iban").value_or(""));
    const HttpReply reply = signedIn(call, [&] {
        return get(call, "/transactions")
            .query("iban", iban)
            .query("status[]", "completed")
            .query("updated_at_from", from)
            .query("page", std::to_string(page))
            .query("per_page", "100")
            .most(MostBytes);
    });
    const Json answer = connector::jsonOf(connector::fetched(call, reply, codeOf(reply)));
    Json lines = Json::array();
    for (const Json& transaction : answer["transactions"].items()) {
        if (connector::textOf(transaction, "status") == "completed") {
            lines.push(lineOf(call, transaction));
        }
    }
    const Json& next = answer["meta"]["next_page"];
    const bool more = next.isNumber();
    return connector::pageOf(std::move(lines),
                             more ? Json::object({{"from", from}, {"page", next}, {"began", began}})
                                  : Json::object({{"from", began}}),
                             more);
}

} // namespace

Json commands::describe(Call&) {
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

/// Stores the key only after Qonto has accepted it.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const std::string login = given.textOr("login");
    const std::string secretKey = given.textOr("secretKey");
    const Account account =
        accountOf(get(call, "/organization").header("Authorization", login + ':' + secretKey).send(),
                  input.settings.textOr("iban"));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("login", login);
        call.secrets().put("secretKey", secretKey);
        call.secrets().put("iban", account.iban);
        if (const auto secret = given.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return {.account = account.shown()};
}

Json commands::authorize(Call&, const Json& input) {
    return oauth().authorize(input, "organization.read offline_access");
}

/// `account`: the IBAN of the requested account. Stores the tokens only after the account was read.
commands::FinishOutput commands::finish(Call& call, const Json& input) {
    const Json tokens = oauth().exchange(call, input);
    const std::string token = connector::textOf(tokens, "access_token");
    const Account account =
        accountOf(get(call, "/organization").header("Authorization", "Bearer " + token).send(),
                  input.optionalText("account").value_or(""));
    call.transaction([&] {
        call.secrets().remove("*");
        connector::OAuth::keep(call, tokens);
        call.secrets().put("iban", account.iban);
    });
    return {.account = account.shown()};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply seen = signedIn(call, [&] { return get(call, "/organization"); });
    return connector::tried<TestOutput>(seen, codeOf(seen));
}

/// Revokes OAuth access at Qonto; an API key is only deleted here.
void commands::disconnect(Call& call) {
    oauth().revoke(call, accessServer() + "/oauth2/revoke");
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

/// `t=<seconds>,v1=<hex>` over the seconds, a point and the body. A webhook call only triggers a fetch.
Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    connector::requireTimedSignature(call, incoming, "X-Qonto-Signature", "v1", ".");
    return Json::object({{"id", connector::sha256Hex(incoming.body())}, {"about", "feed"}});
}

} // namespace svc::qonto
