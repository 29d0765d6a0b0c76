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
std::string methodOf(const Json& sale) {
    if (sale["balance"].integer() > 0 || sale["payments"].size() == 0) {
        return "deferred";
    }
    const std::string method = sale["payments"].at(0).textOr("method");
    for (const auto& [ours, theirs] : Methods) {
        if (ours == method) {
            return std::string(theirs);
        }
    }
    return "transfer";
}

std::string taxOf(const Json& line, const Json& settings) {
    const std::string category = line.textOr("taxCategory");
    const Decimal rate = line["taxRate"].decimal();
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
std::optional<std::int64_t> priceOf(const Json& line) {
    const auto quantity = line["quantity"].decimal().toInteger();
    const std::int64_t net = line["net"].integer();
    return quantity && *quantity > 0 && net % *quantity == 0 ? std::optional(net / *quantity) : std::nullopt;
}

Json itemOf(const Json& line, const Json& settings) {
    const auto price = priceOf(line);
    const Decimal quantity = line["quantity"].decimal().normalized();
    std::string description = line.textOr("label");
    if (!price) {
        description += " × " + quantity.toString();
    }
    return Json::object({{"taxes", Json::array({taxOf(line, settings)})},
                         {"description", description},
                         {"quantity", price ? Json(quantity) : Json(1)},
                         {"amount", price ? *price : line["net"].integer()}});
}

const Json& lineOf(const Json& sale, const std::string& id) {
    for (const Json& line : sale["lines"].items()) {
        if (line.textOr("id") == id) {
            return line;
        }
    }
    throw Unfit("lines: the credit note is of an amount, not of what was sold");
}

} // namespace

Json requestOf(const Json& sale, const Json& buyer, const Json& settings) {
    if (sale.textOr("currency") != "XOF") {
        throw Unfit("currency: prices are in XOF");
    }
    Json items = Json::array();
    for (const Json& line : sale["lines"].items()) {
        items.push(itemOf(line, settings));
    }
    const auto ncc = buyer.isObject() ? buyer.optionalText("registrationNumber") : std::nullopt;
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
    if (buyer.isObject()) {
        request.set("clientCompanyName", buyer.textOr("name"));
    }
    return request;
}

std::vector<CertifiedItem> itemsOf(const Json& sale, const Json& answer) {
    const Json& lines = sale["lines"];
    const Json& certified = answer["invoice"]["items"];
    if (!certified.isArray() || certified.size() != lines.size()) {
        throw Unfit("items: the platform has not as many as the sale");
    }
    std::vector<CertifiedItem> items;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Json& line = lines.at(i);
        items.push_back({line.textOr("id"), certified.at(i).textOr("id"),
                         priceOf(line) ? line["quantity"].decimal().normalized() : Decimal(1)});
    }
    return items;
}

Json refundOf(const Json& note, const Json& sale, const std::vector<CertifiedItem>& items) {
    Json refunded = Json::array();
    for (const Json& line : note["lines"].items()) {
        const std::string id = line.textOr("lineId");
        const Json& sold = lineOf(sale, id);
        const auto item = std::find_if(items.begin(), items.end(),
                                       [&](const CertifiedItem& one) { return one.line == id; });
        if (item == items.end()) {
            throw Unfit("reference: the line was not certified");
        }
        const Decimal quantity = line["quantity"].decimal().normalized();
        if (!priceOf(sold) && quantity != sold["quantity"].decimal().normalized()) {
            throw Unfit("lines.quantity: a part of a line that was certified as one piece");
        }
        const bool one = !priceOf(sold);
        if (!one && line["net"].integer() * sold["quantity"].decimal().toInteger().value() !=
                        sold["net"].integer() * quantity.toInteger().value_or(0)) {
            throw Unfit("lines: the credit note is of an amount, not of what was sold");
        }
        refunded.push(Json::object({{"id", item->id}, {"quantity", one ? Json(1) : Json(quantity)}}));
    }
    return Json::object({{"items", std::move(refunded)}});
}

} // namespace svc::ci_fne
