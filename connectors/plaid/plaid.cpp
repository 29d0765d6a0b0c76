// Plaid: transactions of bank accounts (API version 2020-09-14).
#include <set>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/error_code.hpp"

namespace svc::plaid {
namespace {

using calls::integrations::ConnectedAccount;
using connector::textOf;

constexpr std::int32_t MostBytes = 16 * 1024 * 1024;
/// Pages of 500 transactions that are stored together.
constexpr int MostPages = 10;
constexpr std::string_view Mutation = "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION";

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
    return connector::codeIn(reply, [](const Json& answer) { return answer.textOr("error_code"); });
}

/// Plaid uses status 400 also for wrong keys, and when the person has to sign in at the bank again.
void requireAccess(const HttpReply& reply) {
    const std::string code = codeOf(reply);
    if (code == "ITEM_LOGIN_REQUIRED" || code == "INVALID_API_KEYS" || code == "INVALID_ACCESS_TOKEN" ||
        code == "ITEM_NOT_FOUND") {
        throw connector::credentialsRefused(reply, code);
    }
}

const HttpReply& accepted(Call& call, const HttpReply& reply) {
    requireAccess(reply);
    return connector::fetched(call, reply, codeOf(reply));
}

/// An account of a bank.
struct BankAccount {
    std::string id;     ///< of this access to the bank
    std::string stable; ///< the same with each access, where Plaid tells enough of the account
};

/// The account of the settings, or the only one.
BankAccount accountIn(const Json& answer, const std::string& wanted) {
    const Json& accounts = answer["accounts"];
    const Json& item = answer["item"];
    for (const Json& account : accounts.items()) {
        const std::string id = account.textOr("account_id");
        if (wanted.empty() ? accounts.size() == 1 : id == wanted) {
            const std::string bank = item.isObject() ? item.textOr("institution_id") : "";
            const std::string mask = account.textOr("mask");
            const bool told = !bank.empty() && !mask.empty();
            return {textOf(account, "account_id"),
                    account.textOr("persistent_account_id",
                                   told ? bank + ':' + mask + ':' + account.textOr("subtype") : id)};
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
    const std::string item = textOf(exchanged, "item_id");
    BankAccount chosen;
    try {
        chosen = accountIn(
            connector::jsonOf(accepted(call, account.post(call, "/accounts/get", withToken(token)))),
            input.settings.textOr("accountId"));
    } catch (...) {
        account.post(call, "/item/remove", withToken(token)); // Plaid charges for an access that nobody uses
        throw;
    }
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("clientId", account.clientId);
        call.secrets().put("secret", account.secret);
        call.secrets().put("environment", environment);
        call.secrets().put("accessToken", token);
        call.secrets().put("account", chosen.id);
        call.secrets().put("item", item);
    });
    return {.account = ConnectedAccount{.id = chosen.stable, .name = item}};
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

/// The changes in the pages of a run, in their order.
class Changes {
public:
    /// `from`: the first day of the lines; empty: all of them.
    Changes(std::string account, std::string from) : account_(std::move(account)), from_(std::move(from)) {}

    /// A changed transaction is removed and added anew.
    void add(const Json& page) {
        std::set<std::string> gone;
        for (const char* part : {"modified", "removed"}) {
            for (const Json& transaction : page[part].items()) {
                gone.insert(textOf(transaction, "transaction_id"));
                removed_.push(textOf(transaction, "transaction_id"));
            }
        }
        std::erase_if(lines_,
                      [&](const Json& line) { return gone.count(line["bankReference"].text()) == 1; });
        addLines(page["added"]);
        addLines(page["modified"]);
    }
    Json pageUpTo(Json cursor, bool more) {
        return connector::pageOf(Json(std::move(lines_)), std::move(cursor), more)
            .set("removed", std::move(removed_));
    }

private:
    /// Adds the booked transactions of the account as bank lines.
    void addLines(const Json& transactions) {
        for (const Json& transaction : transactions.items()) {
            const auto currency = Currency::parse(transaction.textOr("iso_currency_code"));
            const bool pending = transaction.optionalBool("pending").value_or(false);
            if (!pending && currency && transaction.textOr("account_id") == account_ &&
                textOf(transaction, "date") >= from_) {
                lines_.push_back(lineOf(transaction, *currency));
            }
        }
    }

    std::string account_;
    std::string from_;
    std::vector<Json> lines_;
    Json removed_ = Json::array();
};

/// Days that are read twice when the bank is connected anew, since banks book late.
constexpr int Overlap = 5;

/// Where a run of pages has begun, and the page to read next: cursors of Plaid, null at the very beginning.
struct Place {
    Json begin;
    Json next;
    std::string day;  ///< of the last run that was read to its end; empty: there is none
    std::string from; ///< the first day that is not known from an earlier access to the bank; empty: all days
    bool again = false; ///< all is read again when this run is at its end

    /// Cursors of earlier versions are those of Plaid alone. Each access to a bank (item) has cursors and
    /// transaction identifiers of its own, so that another one is read from its beginning, without the days
    /// that are known; Plaid tells older transactions some time after the first ones.
    static Place of(const Json& cursor, const std::string& item) {
        if (!cursor.isObject()) {
            return {cursor, cursor, {}, {}};
        }
        const std::string day = cursor.textOr("day");
        if (cursor.textOr("item") != item) {
            const auto known = Date::parse(day);
            return {nullptr, nullptr, day, known ? known->addDays(-Overlap).toString() : ""};
        }
        return {cursor["begin"], cursor["next"], day, cursor.textOr("from"),
                cursor.optionalBool("again").value_or(false)};
    }
    /// Where to begin when a user wants everything again: first what has changed since `before`, the cursor
    /// until then, because what was removed is told there only.
    static Place ofAll(const Json& before, const std::string& item) {
        Place place = before.isObject() && before.textOr("item") == item ? of(before, item) : Place{};
        place.again = !place.next.isNull();
        return place;
    }
    Json toCursor(const std::string& item) const {
        Json cursor =
            Json::object({{"item", item}, {"day", day}, {"begin", begin}, {"next", next}, {"from", from}});
        if (again) {
            cursor.set("again", true);
        }
        return cursor;
    }
    /// Returns whether there is more to read.
    bool end(const std::string& today) {
        day = next.text().empty() ? day : today;
        if (again) {
            *this = {.begin = nullptr, .next = nullptr, .day = day, .from = {}};
            return true;
        }
        begin = next;
        return false;
    }
};

/// Nothing when transactions have changed since the run began: then its pages do not fit together.
std::optional<Json> readPage(Call& call, const Json& cursor) {
    Json ask = withToken(kept(call, "accessToken"));
    ask.set("count", 500);
    if (cursor.isString() && !cursor.text().empty()) {
        ask.set("cursor", cursor);
    }
    const HttpReply reply = keptAccount(call).post(call, "/transactions/sync", ask);
    if (codeOf(reply) == Mutation) {
        return std::nullopt;
    }
    return connector::jsonOf(accepted(call, reply));
}

/// The next pages of a run as one; nothing as above.
std::optional<Json> readPages(Call& call, const Json& input, Place place) {
    const std::string item = kept(call, "item");
    Changes changes(input["settings"].textOr("accountId", kept(call, "account")), place.from);
    for (int pages = 0; pages < MostPages; ++pages) {
        const auto page = readPage(call, place.next);
        if (!page) {
            return std::nullopt;
        }
        changes.add(*page);
        place.next = (*page)["next_cursor"].text(); // empty while Plaid has not read the bank yet
        if (!page->optionalBool("has_more").value_or(false)) {
            const bool more = place.end(input.textOr("today"));
            return changes.pageUpTo(place.toCursor(item), more);
        }
    }
    return changes.pageUpTo(place.toCursor(item), true);
}

/// New, changed and removed transactions since the last run. Plaid asks to read a run whose transactions
/// change meanwhile again from its first cursor.
Json fetchPage(Call& call, const Json& input) {
    constexpr int Tries = 3;
    const std::string item = kept(call, "item");
    Place place = input.textOr("since").empty() ? Place::of(input["cursor"], item)
                                                : Place::ofAll(input["before"], item);
    for (int i = 0; i < Tries; ++i) {
        if (auto page = readPages(call, input, place)) {
            return *std::move(page);
        }
        place.next = place.begin;
    }
    throw ApiError(400, "integration-unreachable", {Mutation});
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
    requireAccess(reply);
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
