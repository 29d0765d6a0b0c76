// Passes the records of feeds to the command of the module that stores them.
#include "feed/plan.hpp"

#include "hook/account_orders.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {
namespace {

void requireCommand(Call& call, std::string_view command) {
    if (!call.offers(command)) {
        throw ApiError(503, "module-disabled", {command.substr(0, command.find('.'))});
    }
}

void landRates(Call& call, const Connection& connection, const Json& records) {
    requireCommand(call, "treasury.set_rate");
    for (const Json& record : records.items()) {
        Json input = record;
        input.set("source", connection.provider);
        call.command("treasury.set_rate", input);
    }
}

/// New bank lines, and earlier ones that the bank removed.
void landBankLines(Call& call, const Connection& connection, const Json& page) {
    requireCommand(call, "bank.import_lines");
    call.command("bank.import_lines",
                 Json::object({{"walletId", connection.settings.textOr("walletId")},
                               {"lines", page["records"]},
                               {"removed", page["removed"].isArray() ? page["removed"] : Json::array()}}));
}

/// Payouts only help to reconcile: without the bank module they are not needed.
void landPayouts(Call& call, const Connection& connection, const Json& records) {
    if (call.offers("bank.import_payouts")) {
        call.command("bank.import_payouts",
                     Json::object({{"walletId", connection.settings.textOr("walletId")},
                                   {"provider", connection.provider},
                                   {"payouts", records}}));
    }
}

void landTimeEntries(Call& call, const Connection& connection, const Json& page) {
    requireCommand(call, "timesheets.import_entries");
    call.command("timesheets.import_entries",
                 Json::object({{"source", connection.provider},
                               {"entries", page["records"]},
                               {"removed", page["removed"].isArray() ? page["removed"] : Json::array()}}));
}

/// Names the order that cannot be stored, so that a user can look at it in the shop.
void landOrder(Call& call, const Connection& connection, const Json& order) {
    try {
        call.command("storefront.receive_order",
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
    return call.offers(verbOf(connection.provider, "account")) && connection.account.isObject()
               ? connection.account.optionalText("id")
               : std::nullopt;
}

/// The current state of each order, and the cancelled ones.
void landOrders(Call& call, const Connection& connection, const Json& page) {
    requireCommand(call, "storefront.receive_order");
    const auto account = accountIn(call, connection);
    for (const Json& order : page["records"].items()) {
        landOrder(call, connection, order);
        if (account) {
            keepAccountOrder(call, connection.provider, *account, order.textOr("externalId"));
        }
    }
    if (page["removed"].isArray()) {
        for (const Json& externalId : page["removed"].items()) {
            call.command("storefront.withdraw_order", Json::object({{"externalId", externalId}}));
        }
    }
}

} // namespace

void landPage(Call& call, const Connection& connection, std::string_view feed, const Json& page) {
    const Json& records = page["records"];
    const bool removes = page["removed"].isArray() && !page["removed"].empty();
    if (records.items().empty() && !removes) {
        return;
    }
    if (feed == "rates") {
        landRates(call, connection, records);
    } else if (feed == "bank_lines") {
        landBankLines(call, connection, page);
    } else if (feed == "payouts") {
        landPayouts(call, connection, records);
    } else if (feed == "time_entries") {
        landTimeEntries(call, connection, page);
    } else if (feed == "orders") {
        landOrders(call, connection, page);
    } else {
        throw unknownName(400, "feed-unknown", feed);
    }
}

} // namespace svc::integrations
