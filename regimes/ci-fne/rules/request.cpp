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

/// The unit price, which the platform multiplies by the quantity. Nothing when the net amount is no multiple
/// of the quantity: the line is then sent as one piece.
std::optional<std::int64_t> priceOf(const SoldLine& line) {
    const auto quantity = line.quantity.toInteger();
    return quantity && *quantity > 0 && line.net % *quantity == 0 ? std::optional(line.net / *quantity)
                                                                  : std::nullopt;
}

Json itemOf(const SoldLine& line, const Json& settings) {
    const auto price = priceOf(line);
    const Decimal quantity = line.quantity.normalized();
    std::string description = line.label;
    if (!price) {
        description += " × " + quantity.toString();
    }
    return Json::object({{"taxes", Json::array({taxOf(line, settings)})},
                         {"description", description},
                         {"quantity", price ? Json(quantity) : Json(1)},
                         {"amount", price ? *price : line.net}});
}

const SoldLine& lineOf(const Sold& sale, const std::string& id) {
    for (const SoldLine& line : sale.lines) {
        if (line.id == id) {
            return line;
        }
    }
    throw Unfit("lines: the credit note is of an amount, not of what was sold");
}

} // namespace

Json requestOf(const Sold& sale, const std::optional<Buyer>& buyer, const Json& settings) {
    if (sale.currency != "XOF") {
        throw Unfit("currency: prices are in XOF");
    }
    Json items = Json::array();
    for (const SoldLine& line : sale.lines) {
        items.push(itemOf(line, settings));
    }
    const auto ncc = buyer ? buyer->registrationNumber : std::nullopt;
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
        items.push_back(
            {line.id, certified.at(i).textOr("id"), priceOf(line) ? line.quantity.normalized() : Decimal(1)});
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
        if (!priceOf(sold) && quantity != sold.quantity.normalized()) {
            throw Unfit("lines.quantity: a part of a line that was certified as one piece");
        }
        const bool one = !priceOf(sold);
        if (!one &&
            line.net * sold.quantity.toInteger().value() != sold.net * quantity.toInteger().value_or(0)) {
            throw Unfit("lines: the credit note is of an amount, not of what was sold");
        }
        refunded.push(Json::object({{"id", item->id}, {"quantity", one ? Json(1) : Json(quantity)}}));
    }
    return Json::object({{"items", std::move(refunded)}});
}

} // namespace svc::ci_fne
