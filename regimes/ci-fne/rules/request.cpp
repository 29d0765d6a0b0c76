#include "rules/request.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace svc::ci_fne {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> Methods = {
    {{"cash", "cash"},
     {"bank_transfer", "transfer"},
     {"card", "card"},
     {"mobile_money", "mobile-money"},
     {"cheque", "check"}}};

/// The payment method: that of the first payment; a sale that is not paid in full is deferred.
std::string methodOf(const Sold& sale) {
    if (sale.balance > 0 || !sale.method) {
        return "deferred";
    }
    for (const auto& [ours, theirs] : Methods) {
        if (ours == *sale.method) {
            return std::string(theirs);
        }
    }
    return "transfer";
}

std::string taxOf(const SoldLine& line, const Json& settings) {
    const std::string& category = line.taxCategory;
    const Decimal& rate = line.taxRate;
    if (category == "S" && rate == Decimal(18)) {
        return "TVA";
    }
    if (category == "S" && rate == Decimal(9)) {
        return "TVAB";
    }
    if (rate.isZero()) {
        return settings.textOr("exempt", "TVAD");
    }
    throw Unfit("lines.taxRate: no code of VAT for " + category + " at " + rate.toString() + " percent");
}

/// What a line is certified as. The platform multiplies price and quantity, then adds the tax to the sum.
struct Priced {
    Decimal price; ///< without tax, of one unit or of the line as a whole
    bool whole = false;
};

/// With tax, where the prices of the sale are with tax: its totals then follow from those.
std::int64_t amountOf(const Sold& sale, std::int64_t net, std::int64_t tax) {
    return sale.pricesIncludeTax ? net + tax : net;
}

/// A line whose amount is no multiple of its quantity, or whose price loses too much by its decimals, is
/// certified as a whole.
Priced pricedOf(const Sold& sale, const SoldLine& line) {
    constexpr int PriceDecimals = 6;
    constexpr std::int64_t MostUnits = 10'000;
    const std::int64_t amount = amountOf(sale, line.net, line.tax);
    const std::int64_t units = line.quantity.toInteger().value_or(0);
    const bool divides = units > 0 && units <= MostUnits && amount % units == 0;
    const Decimal price(divides ? amount / units : amount);
    const Decimal hundred(100);
    return {sale.pricesIncludeTax
                ? Decimal::divide(price * hundred, hundred + line.taxRate, PriceDecimals).normalized()
                : price,
            !divides};
}

Json itemOf(const Sold& sale, const SoldLine& line, const Json& settings) {
    const Priced priced = pricedOf(sale, line);
    const Decimal quantity = line.quantity.normalized();
    std::string description = line.label;
    if (priced.whole) {
        description += " × " + quantity.toString();
    }
    return Json::object({{"taxes", Json::array({taxOf(line, settings)})},
                         {"description", description},
                         {"quantity", priced.whole ? Json(1) : Json(quantity)},
                         {"amount", priced.price}});
}

const SoldLine& lineOf(const Sold& sale, const std::string& id) {
    for (const SoldLine& line : sale.lines) {
        if (line.id == id) {
            return line;
        }
    }
    throw Unfit("lines: the credit note is of an amount, not of what was sold");
}

/// Is the credited amount what this quantity was sold for? Amounts are rounded once, with or without tax.
bool isShareOf(const SoldLine& sold, const CreditedLine& line) {
    const auto inProportion = [&](std::int64_t credited, std::int64_t all) {
        return Decimal(credited) * sold.quantity == Decimal(all) * line.quantity;
    };
    return inProportion(line.net + line.tax, sold.net + sold.tax) || inProportion(line.net, sold.net);
}

} // namespace

Json requestOf(const Sold& sale, const std::optional<Buyer>& buyer, const Json& settings) {
    if (sale.currency != "XOF") {
        throw Unfit("currency: prices are in XOF");
    }
    Json items = Json::array();
    for (const SoldLine& line : sale.lines) {
        items.push(itemOf(sale, line, settings));
    }
    const bool isForeign = buyer && buyer->country.value_or("CI") != "CI";
    const auto ncc = buyer && !isForeign ? buyer->registrationNumber : std::nullopt;
    Json request = Json::object({{"invoiceType", "sale"},
                                 {"paymentMethod", methodOf(sale)},
                                 {"template", ncc ? "B2B" : "B2C"},
                                 {"isRne", false},
                                 {"pointOfSale", settings.textOr("pointOfSale")},
                                 {"establishment", settings.textOr("establishment")},
                                 {"items", std::move(items)}});
    if (ncc) {
        request.set("clientNcc", *ncc);
    }
    if (buyer) {
        request.set("clientCompanyName", buyer->name);
    }
    return request;
}

std::vector<CertifiedItem> itemsOf(const Sold& sale, const Json& answer) {
    const Json& certified = answer["invoice"]["items"];
    if (!certified.isArray() || certified.size() != sale.lines.size()) {
        throw Unfit("items: the platform has not as many as the sale");
    }
    std::vector<CertifiedItem> items;
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        const SoldLine& line = sale.lines[i];
        items.push_back({line.id, certified.at(i).textOr("id"),
                         pricedOf(sale, line).whole ? Decimal(1) : line.quantity.normalized()});
    }
    return items;
}

Json refundOf(const std::vector<CreditedLine>& note, const Sold& sale,
              const std::vector<CertifiedItem>& items) {
    Json refunded = Json::array();
    for (const CreditedLine& line : note) {
        const SoldLine& sold = lineOf(sale, line.line);
        const auto item = std::find_if(items.begin(), items.end(),
                                       [&](const CertifiedItem& one) { return one.line == line.line; });
        if (item == items.end()) {
            throw Unfit("reference: the line was not certified");
        }
        const Decimal quantity = line.quantity.normalized();
        const bool whole = pricedOf(sale, sold).whole;
        if (whole && quantity != sold.quantity.normalized()) {
            throw Unfit("lines.quantity: a part of a line that was certified as one piece");
        }
        if (!isShareOf(sold, line)) {
            throw Unfit("lines: the credit note is of an amount, not of what was sold");
        }
        refunded.push(Json::object({{"id", item->id}, {"quantity", whole ? Json(1) : Json(quantity)}}));
    }
    return Json::object({{"items", std::move(refunded)}});
}

} // namespace svc::ci_fne
