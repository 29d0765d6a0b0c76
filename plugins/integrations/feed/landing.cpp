// Passes the records of feeds to the command of the module that stores them.
#include "feed/plan.hpp"

#include "hook/account_orders.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {
namespace {

/// What a feed brings.
enum class FeedRecords { Rates, BankLines, Payouts, TimeEntries, Orders };
constexpr EnumTexts<FeedRecords, 5> FeedRecordsTexts{
    {"rates", "bank_lines", "payouts", "time_entries", "orders"}};

void requireModule(bool isOffered, std::string_view module) {
    if (!isOffered) {
        throw ApiError(503, "module-disabled", {module});
    }
}

using Page = verbs::FetchOutput;
using Records = std::vector<Json>;

/// What identifies records that are no more, as the command takes them.
Json removedOf(const Page& page) {
    Json removed = Json::array();
    for (const std::string& one : page.removed.value_or(std::vector<std::string>())) {
        removed.push(one);
    }
    return removed;
}

void landRates(Call& call, const Connection& connection, const Records& records) {
    requireModule(calls::treasury::offersSetRate(call), "treasury");
    const bind::Place place("rate of a feed");
    for (const Json& record : records) {
        calls::treasury::SetRateInput input{.source = connection.provider};
        bind::optional(record, place, "currency", input.currency);
        bind::optional(record, place, "rate", input.rate);
        bind::optional(record, place, "date", input.date);
        calls::treasury::setRate(call, input);
    }
}

/// New bank lines, and earlier ones that the bank removed.
void landBankLines(Call& call, const Connection& connection, const Page& page) {
    requireModule(calls::bank::offersImportLines(call), "bank");
    calls::bank::importLines(call, Json::object({{"walletId", connection.settings.textOr("walletId")},
                                                 {"lines", Json(*page.records)},
                                                 {"removed", removedOf(page)}}));
}

/// Payouts only help to reconcile: without the bank module they are not needed.
void landPayouts(Call& call, const Connection& connection, const Records& records) {
    if (calls::bank::offersImportPayouts(call)) {
        calls::bank::importPayouts(call, Json::object({{"walletId", connection.settings.textOr("walletId")},
                                                       {"provider", connection.provider},
                                                       {"payouts", Json(records)}}));
    }
}

void landTimeEntries(Call& call, const Connection& connection, const Page& page) {
    requireModule(calls::timesheets::offersImportEntries(call), "timesheets");
    calls::timesheets::importEntries(call, Json::object({{"source", connection.provider},
                                                         {"entries", Json(*page.records)},
                                                         {"removed", removedOf(page)}}));
}

/// Names the order that cannot be stored, so that a user can look at it in the shop.
void landOrder(Call& call, const Connection& connection, const Json& order) {
    try {
        calls::storefront::receiveOrder(call,
                                        Json::object({{"source", connection.provider}, {"order", order}}));
    } catch (const ApiError& refusal) {
        if (refusal.status() >= 500) {
            throw;
        }
        throw ApiError(400, "order-refused", {order.textOr("externalId"), refusal.code()});
    }
}

/// For a provider that calls one address for all accounts: the connected account.
std::optional<std::string> accountIn(Call& call, const Connection& connection) {
    return verbs::offersAccount(call, connection.provider) && connection.account.isObject()
               ? connection.account.optionalText("id")
               : std::nullopt;
}

/// The current state of each order, and the cancelled ones.
void landOrders(Call& call, const Connection& connection, const Page& page) {
    requireModule(calls::storefront::offersReceiveOrder(call), "storefront");
    const auto account = accountIn(call, connection);
    for (const Json& order : *page.records) {
        landOrder(call, connection, order);
        if (account) {
            keepAccountOrder(call, connection.provider, *account, order.textOr("externalId"));
        }
    }
    for (const std::string& externalId : page.removed.value_or(std::vector<std::string>())) {
        calls::storefront::withdrawOrder(call, {.externalId = externalId});
    }
}

} // namespace

void landPage(Call& call, const Connection& connection, std::string_view feed,
              const verbs::FetchOutput& page) {
    const Records& records = *page.records;
    if (records.empty() && (!page.removed || page.removed->empty())) {
        return;
    }
    FeedRecords what{};
    if (!FeedRecordsTexts.read(feed, what)) {
        throw unknownName(400, "feed-unknown", feed);
    }
    switch (what) {
    case FeedRecords::Rates:
        landRates(call, connection, records);
        break;
    case FeedRecords::BankLines:
        landBankLines(call, connection, page);
        break;
    case FeedRecords::Payouts:
        landPayouts(call, connection, records);
        break;
    case FeedRecords::TimeEntries:
        landTimeEntries(call, connection, page);
        break;
    case FeedRecords::Orders:
        landOrders(call, connection, page);
        break;
    }
}

} // namespace svc::integrations
