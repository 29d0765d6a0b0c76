// GoCardless Bank Account Data, formerly Nordigen: the transactions of bank accounts to which a person has
// granted access for a limited time (API version 2).
#include <algorithm>

#include <svc/connector.hpp>

#include "access.hpp"
#include "bindings.hpp"
#include "lines.hpp"

namespace svc::gocardless_bad {
namespace {

using connector::jsonOf;
using connector::textOf;

constexpr std::int32_t MostBytes = 16 * 1024 * 1024;
/// Days that each run reads again, since banks book late.
constexpr int Overlap = 14;
/// Limits of the contract.
constexpr std::int64_t LongestAccess = 90;   // days
constexpr std::int64_t LongestHistory = 730; // days

/// How well a bank of the list matches the name that a person entered: 0 not at all, 3 by its identifier.
int likeness(const Json& bank, const std::string& wanted) {
    const std::string name = lowerAscii(bank.textOr("name"));
    const std::string asked = lowerAscii(wanted);
    if (bank.textOr("id") == wanted) {
        return 3;
    }
    if (lowerAscii(bank.textOr("bic")) == asked || name == asked) {
        return 2;
    }
    return name.find(asked) != std::string::npos ? 1 : 0;
}

/// The only bank of the country with the best match.
Json bankOf(const Json& banks, const std::string& wanted) {
    Json found;
    int best = 0;
    bool several = false;
    for (const Json& bank : banks.items()) {
        const int how = likeness(bank, wanted);
        if (how > best) {
            best = how;
            found = bank;
            several = false;
        } else if (how == best && how > 0) {
            several = true;
        }
    }
    if (best == 0 || several) {
        throw ApiError(400, "provider-refused", {best == 0 ? "bank-unknown" : "bank-ambiguous"});
    }
    return found;
}

/// The requests for a consent, with a token that is not stored yet.
struct Asking {
    Call& call;
    std::string token;

    HttpReply get(std::string_view path, const std::string& country) const {
        return call.http()
            .get(url(path))
            .query("country", country)
            .header("Authorization", "Bearer " + token)
            .most(MostBytes)
            .send();
    }
    HttpReply post(std::string_view path, const Json& body) const {
        return call.http().post(url(path)).header("Authorization", "Bearer " + token).json(body).send();
    }
};

/// The agreement that the person will consent to. Some banks give transactions only together with other data:
/// then all scopes are requested.
std::string agreementFor(const Asking& asking, const Json& bank, const Json& settings) {
    constexpr int BadRequest = 400;
    const std::int64_t history = parseInt64(bank.textOr("transaction_total_days")).value_or(LongestAccess);
    Json body = Json::object(
        {{"institution_id", textOf(bank, "id")},
         {"max_historical_days", std::clamp<std::int64_t>(history, 1, LongestHistory)},
         {"access_valid_for_days", settings.optionalInteger("accessDays").value_or(LongestAccess)},
         {"access_scope", Json::array({"transactions"})}});
    HttpReply reply = asking.post("/agreements/enduser/", body);
    if (reply.status == BadRequest && jsonOf(reply).contains("access_scope")) {
        body.set("access_scope", Json::array({"balances", "details", "transactions"}));
        reply = asking.post("/agreements/enduser/", body);
    }
    return textOf(jsonOf(accepted(asking.call, reply)), "id");
}

HttpReply requisition(Call& call) {
    const std::string path = "/requisitions/" + percentEncode(kept(call, "requisition")) + '/';
    return send(call, [&] { return call.http().get(url(path)); });
}

/// Refuses a consent that was not granted, or belongs to another connection.
void checkLinked(const Json& requisition, const std::string& state) {
    const std::string status = textOf(requisition, "status");
    if (requisition.textOr("reference") != state) {
        throw ApiError(400, "provider-refused", {"consent-replaced"});
    }
    if (status != "LN") {
        throw ApiError(400, "provider-refused",
                       {status == "EX"   ? "consent-expired"
                        : status == "RJ" ? "consent-refused"
                                         : "consent-unfinished"});
    }
}

/// The account of the settings, or the only one.
Json accountOf(Call& call, const Json& requisition, const std::string& iban) {
    const Json& ids = requisition["accounts"];
    for (const Json& id : ids.items()) {
        if (iban.empty() && ids.size() != 1) {
            break;
        }
        const std::string path = "/accounts/" + percentEncode(id.text()) + '/';
        Json account = jsonOf(accepted(call, send(call, [&] { return call.http().get(url(path)); })));
        if (iban.empty() || account.textOr("iban") == iban) {
            return account.set("id", id);
        }
    }
    throw ApiError(400, "provider-refused", {iban.empty() ? "iban-needed" : "iban-unknown"});
}

/// The first day to request, within the history that the bank gives.
Date firstDay(Call& call, const Json& input) {
    const Date today = Date::parse(input.textOr("today")).value();
    const std::int64_t history = std::clamp<std::int64_t>(
        parseInt64(kept(call, "historyDays")).value_or(LongestAccess), 1, LongestHistory);
    const Date oldest = today.addDays(-history);
    const Json& cursor = input["cursor"];
    const auto wanted = Date::parse(cursor.isObject() ? cursor.textOr("from") : input.textOr("since"));
    const Date first = wanted.value_or(today.addDays(-LongestAccess));
    return std::min(today, std::max(oldest, first));
}

/// One request returns all days. The answer has the number of requests left on this day.
Json fetchPage(Call& call, const Json& input) {
    const std::string account = kept(call, "account");
    const std::string path = "/accounts/" + percentEncode(account) + "/transactions/";
    const std::string from = firstDay(call, input).toString();
    const HttpReply reply =
        send(call, [&] { return call.http().get(url(path)).query("date_from", from).most(MostBytes); });
    const Json answer = jsonOf(accepted(call, reply));
    Lines lines(account);
    for (const Json& transaction : answer["transactions"]["booked"].items()) {
        lines.add(transaction);
    }
    const Date next = Date::parse(input.textOr("today")).value().addDays(-Overlap);
    Json page = connector::pageOf(lines.take(), Json::object({{"from", next}}));
    if (const auto until = exhaustedUntil(call, reply)) {
        page.set("retryAt", *until);
    }
    return page;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "GoCardless Bank Account Data", "kind": "bank_feed", "auth": "api_key", "consent": true,
        "capabilities": ["bank-lines"], "feeds": [{ "name": "bank_lines", "minutes": 360 }],
        "keysUrl": "https://bankaccountdata.gocardless.com/user-secrets/",
        "credentialsSchema": { "type": "object", "required": ["secretId", "secretKey"], "properties": {
            "secretId": { "type": "string", "minLength": 1 },
            "secretKey": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId", "country", "bank"],
            "additionalProperties": false, "properties": {
                "walletId": { "type": "string", "pattern": "^wal_" },
                "country": { "type": "string", "pattern": "^[A-Z]{2}$" },
                "bank": { "type": "string", "minLength": 1, "maxLength": 200 },
                "iban": { "type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$" },
                "accessDays": { "type": "integer", "minimum": 1, "maximum": 90 } } } })");
}

/// Checks the API secrets, and creates the requisition to which a person consents at the bank.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    return atOnce([&]() -> ConnectOutput {
        const Json& given = input.credentials;
        const Json& settings = input.settings;
        const Json tokens = newTokens(call, given.textOr("secretId"), given.textOr("secretKey"));
        const Asking asking{call, textOf(tokens, "access")};
        const Json bank =
            bankOf(jsonOf(accepted(call, asking.get("/institutions/", settings.textOr("country")))),
                   settings.textOr("bank"));
        const std::string agreement = agreementFor(asking, bank, settings);
        const Json requisition =
            jsonOf(accepted(call, asking.post("/requisitions/", Json::object({{"redirect", input.redirectUri},
                                                                              {"institution_id", bank["id"]},
                                                                              {"reference", input.state},
                                                                              {"agreement", agreement}}))));
        const std::string id = textOf(requisition, "id");
        const std::string link = textOf(requisition, "link");
        call.transaction([&] {
            call.secrets().remove("*");
            call.secrets().put("secretId", given.textOr("secretId"));
            call.secrets().put("secretKey", given.textOr("secretKey"));
            call.secrets().put("requisition", id);
            call.secrets().put("historyDays", bank.textOr("transaction_total_days"));
            keepTokens(call, tokens);
        });
        return {.account = std::nullopt, .url = link};
    });
}

commands::FinishOutput commands::finish(Call& call, const Json& input) {
    return atOnce([&]() -> FinishOutput {
        const Json consent = jsonOf(accepted(call, requisition(call)));
        checkLinked(consent, input.textOr("state"));
        const Json account = accountOf(call, consent, input["settings"].textOr("iban"));
        const std::string id = textOf(account, "id");
        call.transaction([&] { call.secrets().put("account", id); });
        return {.account = {.id = account.textOr("iban", id), .name = account.textOr("institution_id")}};
    });
}

/// Reads the state of the consent: the account itself allows only four requests a day. With the consent the
/// connection expires.
commands::TestOutput commands::test(Call& call) {
    return atOnce([&]() -> TestOutput {
        const HttpReply reply = requisition(call);
        auto result = connector::tried<TestOutput>(reply, codeOf(reply));
        if (reply.ok()) {
            const std::string status = textOf(jsonOf(reply), "status");
            if (status == "EX") {
                throw ApiError(400, connector::CredentialsInvalid, {"consent-expired"});
            }
            if (status != "LN") {
                result.ok = false;
                result.error = "consent-unfinished";
            }
        }
        return result;
    });
}

void commands::disconnect(Call& call) {
    const std::string path = "/requisitions/" + percentEncode(kept(call, "requisition")) + '/';
    try {
        send(call, [&] { return call.http().remove(url(path)); });
    } catch (const ApiError&) { // NOLINT(bugprone-empty-catch): without a token nobody can revoke the consent
    } catch (const connector::Later&) { // NOLINT(bugprone-empty-catch): the consent expires by itself
    }
    call.transaction([&] { call.secrets().remove("*"); });
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

} // namespace svc::gocardless_bad
