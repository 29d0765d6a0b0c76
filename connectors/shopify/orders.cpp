// Converts orders of Shopify to records of the feed.
#include "orders.hpp"

#include <set>

namespace svc::shopify {
namespace {

using connector::decimalOf;
using connector::textOf;

/// Shopify calculates the cost of a query from the greatest possible result: ten orders of ten lines stay
/// below the limit of a thousand points. Further lines and freights of an order are read by queries of their
/// own.
constexpr std::string_view LineFields = R"(
fragment Line on LineItem {
  sku name quantity currentQuantity
  originalUnitPriceSet { shopMoney { amount } }
  discountAllocations { allocatedAmountSet { shopMoney { amount } } }
  taxLines { rate }
})";
constexpr std::string_view FreightFields = R"(
fragment Freight on ShippingLine {
  title isRemoved
  discountedPriceSet { shopMoney { amount } }
  taxLines { rate }
})";
constexpr std::string_view OrdersQuery = R"(
query Orders($after: String, $query: String!) {
  orders(first: 10, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id legacyResourceId name createdAt cancelledAt displayFinancialStatus displayFulfillmentStatus currencyCode taxesIncluded test
      note email phone
      currentTotalPriceSet { shopMoney { amount } }
      totalRefundedSet { shopMoney { amount } }
      billingAddress { name company phone }
      shippingAddress { name company address1 address2 zip city provinceCode countryCodeV2 phone }
      shippingLines(first: 3) { pageInfo { hasNextPage endCursor } nodes { ...Freight } }
      lineItems(first: 10) { pageInfo { hasNextPage endCursor } nodes { ...Line } }
    }
  }
})";
constexpr std::string_view LinesQuery = R"(
query Lines($id: ID!, $after: String!) {
  order(id: $id) {
    lineItems(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...Line } }
  }
})";
constexpr std::string_view FreightQuery = R"(
query Freights($id: ID!, $after: String!) {
  order(id: $id) {
    shippingLines(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...Freight } }
  }
})";

/// Withdrawn: cancelled, to be paid first (again), or held; unknown orders are not taken then. Unclear: such
/// as an order that was changed, of which the difference is to be paid; it stays as it is.
enum class Standing { Open, Unclear, Withdrawn };

Standing standingOf(const Json& order) {
    static const std::set<std::string> open = {"PAID", "PARTIALLY_REFUNDED"};
    static const std::set<std::string> withdrawn = {"AUTHORIZED", "EXPIRED", "PENDING", "REFUNDED", "VOIDED"};
    const std::string status = order.textOr("displayFinancialStatus");
    const bool held = order.textOr("displayFulfillmentStatus") == "ON_HOLD";
    if (order.optionalText("cancelledAt") || held || withdrawn.count(status) == 1) {
        return Standing::Withdrawn;
    }
    return open.count(status) == 1 ? Standing::Open : Standing::Unclear;
}

/// The amount of `{ shopMoney: { amount } }`, in the currency of the shop.
Decimal moneyOf(const Json& set) {
    return decimalOf(set["shopMoney"]["amount"]);
}

/// In percent; the taxes of a line are not compounded.
Decimal rateOf(const Json& taxes) {
    constexpr int Digits = 6;
    Decimal rate;
    for (const Json& tax : taxes.items()) {
        rate += decimalOf(tax["rate"]).shifted(2);
    }
    return rate.rounded(Digits);
}

/// Discounts refer to the ordered quantity, including quantities refunded later.
Json lineOf(const Json& item) {
    const Decimal ordered = decimalOf(item["quantity"]);
    Decimal amount = moneyOf(item["originalUnitPriceSet"]) * ordered;
    for (const Json& discount : item["discountAllocations"].items()) {
        amount -= moneyOf(discount["allocatedAmountSet"]);
    }
    return connector::shopLine(
        item.optionalText("sku"), item.textOr("name"), decimalOf(item["currentQuantity"]),
        Decimal::divide(amount, ordered, connector::PriceDigits), rateOf(item["taxLines"]));
}

void addLines(Json& lines, const Json& nodes) {
    for (const Json& item : nodes.items()) {
        if (!decimalOf(item["currentQuantity"]).isZero()) {
            lines.push(lineOf(item));
        }
    }
}

void addFreights(Json& lines, const Json& nodes) {
    for (const Json& freight : nodes.items()) {
        const Decimal price = moneyOf(freight["discountedPriceSet"]);
        if (!price.isZero() && !freight.optionalBool("isRemoved").value_or(false)) {
            lines.push(connector::shopLine(std::nullopt, freight.textOr("title"), Decimal(1), price,
                                           rateOf(freight["taxLines"])));
        }
    }
}

/// A list of an order, of which `query` reads the further pages.
struct OrderList {
    std::string_view name;
    std::string query;
    void (*add)(Json& lines, const Json& nodes);
};

/// Reads the list to its end, which an order without one would never give.
void addAll(Call& call, const Admin& admin, const Json& order, const OrderList& list, Json& lines) {
    constexpr int MostPages = 200;
    Json page = order[list.name];
    list.add(lines, page["nodes"]);
    for (int i = 0; page["pageInfo"]["hasNextPage"].boolean(); ++i) {
        if (i == MostPages) {
            throw ApiError(400, "integration-unreachable", {"too-many-lines"});
        }
        const Json variables =
            Json::object({{"id", textOf(order, "id")}, {"after", textOf(page["pageInfo"], "endCursor")}});
        page = admin.read(call, list.query, variables)["order"][list.name];
        list.add(lines, page["nodes"]);
    }
}

/// All lines of an order, and what its shipping costs.
Json linesOf(Call& call, const Admin& admin, const Json& order) {
    Json lines = Json::array();
    addAll(call, admin, order, {"lineItems", std::string(LinesQuery) + std::string(LineFields), addLines},
           lines);
    addAll(call, admin, order,
           {"shippingLines", std::string(FreightQuery) + std::string(FreightFields), addFreights}, lines);
    return lines;
}

std::optional<std::string> textIn(const Json& object, std::string_view name) {
    return object.isObject() ? object.optionalText(name) : std::nullopt;
}

Json customerOf(const Json& order) {
    const Json& billing = order["billingAddress"];
    const Json& shipping = order["shippingAddress"];
    auto name = textIn(billing, "name");
    name = name ? name : textIn(billing, "company");
    name = name ? name : textIn(shipping, "name");
    auto phone = order.optionalText("phone");
    phone = phone ? phone : textIn(billing, "phone");
    return Json::object({{"name", name}, {"phone", phone}, {"email", order.optionalText("email")}});
}

Json addressOf(const Json& shipping) {
    if (!shipping.isObject()) {
        return Json(nullptr);
    }
    return Json::object({{"name", shipping.optionalText("name")},
                         {"company", shipping.optionalText("company")},
                         {"line1", shipping.optionalText("address1")},
                         {"line2", shipping.optionalText("address2")},
                         {"postalCode", shipping.optionalText("zip")},
                         {"city", shipping.optionalText("city")},
                         {"region", shipping.optionalText("provinceCode")},
                         {"country", shipping.optionalText("countryCodeV2")},
                         {"phone", shipping.optionalText("phone")}});
}

void addOrder(Call& call, const Admin& admin, connector::OrderPage& page, const Json& order,
              const std::string& externalId) {
    const Standing standing = standingOf(order);
    if (standing == Standing::Unclear || order.optionalBool("test").value_or(false)) {
        return;
    }
    Json lines = standing == Standing::Open ? linesOf(call, admin, order) : Json::array();
    if (lines.empty()) {
        page.removed.push(externalId);
        return;
    }
    page.records.push(Json::object({{"externalId", externalId},
                                    {"number", textOf(order, "name")},
                                    {"placedAt", textOf(order, "createdAt")},
                                    {"currency", textOf(order, "currencyCode")},
                                    {"pricesIncludeTax", order["taxesIncluded"].boolean()},
                                    {"total", moneyOf(order["currentTotalPriceSet"])},
                                    {"refunded", moneyOf(order["totalRefundedSet"])},
                                    {"customer", customerOf(order)},
                                    {"deliveryAddress", addressOf(order["shippingAddress"])},
                                    {"lines", std::move(lines)},
                                    {"note", order.optionalText("note")}}));
}

} // namespace

Json readOrders(Call& call, const Admin& admin, const connector::OrderWindow& window) {
    const Json variables = Json::object({{"after", window.place},
                                         {"query", "updated_at:>='" + window.changed.toString() +
                                                       "' created_at:>='" + window.placed.toString() + "'"}});
    const std::string query = std::string(OrdersQuery) + std::string(LineFields) + std::string(FreightFields);
    const Json orders = admin.read(call, query, variables)["orders"];
    connector::OrderPage page;
    for (const Json& order : orders["nodes"].items()) {
        const std::string externalId = "shopify:" + textOf(order, "legacyResourceId");
        connector::readOrder(externalId, [&] { addOrder(call, admin, page, order, externalId); });
    }
    const bool more = orders["pageInfo"]["hasNextPage"].boolean();
    return std::move(page).with(more ? window.behind(textOf(orders["pageInfo"], "endCursor")) : window.done(),
                                more);
}

} // namespace svc::shopify
