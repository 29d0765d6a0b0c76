// Converts orders of WooCommerce to records of the feed.
#include "orders.hpp"

#include <array>
#include <map>
#include <set>
#include <vector>

namespace svc::woocommerce {
namespace {

using connector::decimalOf;
using connector::decimalOrZero;

/// A tax rate of the order.
struct Rate {
    Decimal percent;
    bool compound = false; ///< calculated on top of the other taxes
};
using Rates = std::map<std::string, Rate>;

/// Withdrawn: cancelled, or to be paid first (again); unknown orders are not taken then.
enum class Standing { Open, Unclear, Withdrawn };

/// Shops may define further statuses; those are open once they are paid, and else leave the order as it is.
Standing standingOf(const Json& order) {
    static const std::set<std::string> open = {"processing", "completed"};
    static const std::set<std::string> withdrawn = {"cancelled",  "refunded", "failed", "trash",
                                                    "pending",    "on-hold",  "draft",  "checkout-draft",
                                                    "auto-draft", "new"};
    const std::string status = connector::textOf(order, "status");
    if (withdrawn.count(status) == 1) {
        return Standing::Withdrawn;
    }
    const bool paid = order.optionalText("date_paid_gmt").has_value();
    return open.count(status) == 1 || paid ? Standing::Open : Standing::Unclear;
}

/// All charged items: goods, shipping, fees.
std::vector<const Json*> chargesOf(const Json& order) {
    std::vector<const Json*> charges;
    for (const char* list : {"line_items", "shipping_lines", "fee_lines"}) {
        for (const Json& charge : order[list].items()) {
            charges.push_back(&charge);
        }
    }
    return charges;
}

/// The rate with the fewest decimals that explains the sum of `amounts` individually rounded taxes.
Decimal simplestRate(const Decimal& net, const Decimal& tax, std::int64_t amounts, int digits) {
    constexpr int MostDigits = 4;
    const Decimal tolerance = Decimal(amounts) * Decimal(Int128{5}, digits + 1);
    Decimal rate;
    for (int decimals = 0; decimals <= MostDigits; ++decimals) {
        rate = Decimal::divide(tax * Decimal(100), net, decimals);
        const Decimal off = (net * rate).shifted(-2) - tax;
        if (off <= tolerance && -off <= tolerance) {
            break;
        }
    }
    return rate;
}

/// Shops before version 3.7 give no tax percentage: it is inferred from the amounts.
Decimal inferredRate(const Json& order, const std::string& id, int digits) {
    Decimal net;
    Decimal tax;
    std::int64_t amounts = 0;
    for (const Json* charge : chargesOf(order)) {
        for (const Json& part : (*charge)["taxes"].items()) {
            const Decimal amount = decimalOrZero(part["total"]);
            if (part["id"].dump() == id && !amount.isZero()) {
                net += decimalOf((*charge)["total"]);
                tax += amount;
                ++amounts;
            }
        }
    }
    return net.isZero() ? Decimal() : simplestRate(net, tax, amounts, digits);
}

Rates ratesOf(const Json& order, int digits) {
    Rates rates;
    for (const Json& tax : order["tax_lines"].items()) {
        const std::string id = tax["rate_id"].dump();
        const Json& told = tax["rate_percent"];
        rates[id] = {told.isNull() ? inferredRate(order, id, digits) : decimalOf(told),
                     tax.optionalBool("compound").value_or(false)};
    }
    return rates;
}

/// In percent; nothing for a charge without a taxable amount.
std::optional<Decimal> rateOf(const Json& charge, const Rates& rates, int digits) {
    const Decimal net = decimalOf(charge["total"]);
    const Decimal tax = decimalOrZero(charge["total_tax"]);
    if (net.isZero() || tax.isZero()) {
        return net.isZero() ? std::nullopt : std::optional(Decimal());
    }
    Decimal simple;
    Decimal compound(1);
    bool known = false;
    for (const Json& part : charge["taxes"].items()) {
        const auto rate = rates.find(part["id"].dump());
        if (rate == rates.end() || decimalOrZero(part["total"]).isZero()) {
            continue;
        }
        known = true;
        if (rate->second.compound) {
            compound *= Decimal(1) + rate->second.percent.shifted(-2);
        } else {
            simple += rate->second.percent;
        }
    }
    return known ? (Decimal(100) + simple) * compound - Decimal(100) : simplestRate(net, tax, 1, digits);
}

/// `total` of the API is without tax, after discounts.
Decimal amountOf(const Json& charge, bool withTax) {
    const Decimal net = decimalOf(charge["total"]);
    return withTax ? net + decimalOrZero(charge["total_tax"]) : net;
}

Json linesOf(const Json& order, int digits) {
    const bool withTax = order.optionalBool("prices_include_tax").value_or(false);
    const Rates rates = ratesOf(order, digits);
    Json lines = Json::array();
    for (const Json& item : order["line_items"].items()) {
        const Decimal quantity = decimalOf(item["quantity"]);
        if (!quantity.isZero()) {
            lines.push(connector::shopLine(
                item.optionalText("sku"), withoutReferences(item.textOr("name")), quantity,
                Decimal::divide(amountOf(item, withTax), quantity, connector::PriceDigits),
                rateOf(item, rates, digits)));
        }
    }
    for (const auto& [list, name] : std::array<std::pair<const char*, const char*>, 2>{
             {{"shipping_lines", "method_title"}, {"fee_lines", "name"}}}) {
        for (const Json& charge : order[list].items()) {
            const Decimal amount = amountOf(charge, withTax);
            if (!amount.isZero()) {
                lines.push(connector::shopLine(std::nullopt, withoutReferences(charge.textOr(name)),
                                               Decimal(1), amount, rateOf(charge, rates, digits)));
            }
        }
    }
    return lines;
}

std::optional<std::string> joined(const Json& person) {
    const std::string name(trim(person.textOr("first_name") + ' ' + person.textOr("last_name")));
    return name.empty() ? std::nullopt : std::optional(name);
}

Json customerOf(const Json& billing) {
    const auto name = joined(billing);
    return Json::object({{"name", name ? name : billing.optionalText("company")},
                         {"phone", billing.optionalText("phone")},
                         {"email", billing.optionalText("email")}});
}

Json addressOf(const Json& shipping) {
    if (!shipping.isObject() || (!shipping.optionalText("address_1") && !shipping.optionalText("city"))) {
        return Json(nullptr);
    }
    return Json::object({{"name", joined(shipping)},
                         {"company", shipping.optionalText("company")},
                         {"line1", shipping.optionalText("address_1")},
                         {"line2", shipping.optionalText("address_2")},
                         {"postalCode", shipping.optionalText("postcode")},
                         {"city", shipping.optionalText("city")},
                         {"region", shipping.optionalText("state")},
                         {"country", shipping.optionalText("country")},
                         {"phone", shipping.optionalText("phone")}});
}

/// In the API, refunds have negative amounts.
Decimal refundedOf(const Json& order) {
    Decimal refunded;
    if (order["refunds"].isArray()) {
        for (const Json& refund : order["refunds"].items()) {
            refunded -= decimalOf(refund["total"]);
        }
    }
    return refunded;
}

} // namespace

std::string withoutReferences(std::string_view html) {
    static const std::map<std::string_view, std::string_view> known = {
        {"amp", "&"},         {"lt", "<"},         {"gt", ">"},         {"quot", "\""},
        {"apos", "'"},        {"nbsp", " "},       {"ndash", "\u2013"}, {"mdash", "\u2014"},
        {"hellip", "\u2026"}, {"lsquo", "\u2018"}, {"rsquo", "\u2019"}, {"ldquo", "\u201C"},
        {"rdquo", "\u201D"},  {"laquo", "\u00AB"}, {"raquo", "\u00BB"}, {"times", "\u00D7"},
        {"deg", "\u00B0"},    {"euro", "\u20AC"},  {"#039", "'"},       {"#39", "'"},
        {"#038", "&"},        {"#38", "&"},        {"#8211", "\u2013"}, {"#8212", "\u2014"},
        {"#8216", "\u2018"},  {"#8217", "\u2019"}, {"#8220", "\u201C"}, {"#8221", "\u201D"},
        {"#8230", "\u2026"},  {"#215", "\u00D7"}};
    constexpr std::size_t Longest = 8;
    std::string text;
    for (std::size_t at = 0; at < html.size(); ++at) {
        const std::size_t end = html[at] == '&' ? html.substr(at, Longest).find(';') : std::string_view::npos;
        const auto found =
            end == std::string_view::npos ? known.end() : known.find(html.substr(at + 1, end - 1));
        if (found == known.end()) {
            text += html[at];
        } else {
            text += found->second;
            at += end;
        }
    }
    return text;
}

namespace {

void addAs(connector::OrderPage& page, const Json& order, const std::string& externalId) {
    const Standing standing = standingOf(order);
    if (standing == Standing::Unclear) {
        return;
    }
    const std::string code = connector::textOf(order, "currency");
    const auto currency = Currency::parse(code);
    Json lines =
        standing == Standing::Open ? linesOf(order, currency ? currency->digits() : 2) : Json::array();
    if (lines.empty()) {
        page.removed.push(externalId);
        return;
    }
    page.records.push(
        Json::object({{"externalId", externalId},
                      {"number", order.optionalText("number")},
                      {"placedAt", connector::textOf(order, "date_created_gmt") + 'Z'},
                      {"currency", code},
                      {"pricesIncludeTax", order.optionalBool("prices_include_tax").value_or(false)},
                      {"total", decimalOf(order["total"])},
                      {"refunded", refundedOf(order)},
                      {"customer", customerOf(order["billing"])},
                      {"deliveryAddress", addressOf(order["shipping"])},
                      {"lines", std::move(lines)},
                      {"note", order.optionalText("customer_note")}}));
}

} // namespace

void addOrder(connector::OrderPage& page, const Json& order, const std::string& shop) {
    const std::string externalId = "woocommerce:" + shop + ':' + std::to_string(order["id"].integer());
    connector::readOrder(externalId, [&] { addAs(page, order, externalId); });
}

} // namespace svc::woocommerce
