#include "emcf/invoice.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <svc/currency.hpp>

namespace svc::emcf {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> Methods = {
    {{"cash", "ESPECES"},
     {"bank_transfer", "VIREMENT"},
     {"card", "CARTEBANCAIRE"},
     {"mobile_money", "MOBILEMONEY"},
     {"cheque", "CHEQUES"}}};

std::string methodOf(std::string_view method) {
    for (const auto& [ours, theirs] : Methods) {
        if (ours == method) {
            return std::string(theirs);
        }
    }
    return "AUTRE";
}

std::string groupOf(const Profile& profile, const Line& line) {
    for (const TaxGroup& one : profile.groups) {
        if (one.category == line.taxCategory && line.taxRate == Decimal(one.percent)) {
            return std::string(one.group);
        }
    }
    throw Unfit("lines.taxRate: no tax group for " + line.taxCategory + " at " + line.taxRate.toString() +
                " percent");
}

bool isExport(const Document& document) {
    const auto& categories = document.taxCategories;
    return !categories.empty() && std::all_of(categories.begin(), categories.end(),
                                              [](const std::string& category) { return category == "G"; });
}

/// The authority multiplies price by quantity: a line whose total is no multiple of the quantity is sent as
/// one piece.
Json itemOf(const Profile& profile, const Line& line) {
    const std::int64_t total = line.net + line.tax;
    const Decimal quantity = line.quantity.normalized();
    const auto whole = quantity.toInteger();
    const bool divides = whole && *whole > 0 && total % *whole == 0;
    std::string name = line.label;
    if (!divides) {
        name += " × " + quantity.toString();
    }
    if (profile.detailed && total < 0) {
        throw Unfit("lines: the authority takes no price below zero");
    }
    const Json price = amountOf(divides ? total / *whole : total, profile.currency);
    Json item = Json::object({{"name", name}});
    if (profile.detailed) {
        item.set("type", line.service ? "SER" : "BIE");
        item.set("price", price.decimal().toFixed(2));
    } else {
        item.set("price", price);
    }
    item.set("quantity", divides ? Json(*whole) : Json(1));
    item.set("taxGroup", groupOf(profile, line));
    return item;
}

/// Paid amounts by method, and the unpaid rest.
Json paymentsOf(const Profile& profile, const Document& document) {
    Json payments = Json::array();
    std::int64_t paid = 0;
    for (const Payment& payment : document.payments) {
        paid += payment.amount;
        payments.push(Json::object(
            {{"name", methodOf(payment.method)}, {"amount", amountOf(payment.amount, profile.currency)}}));
    }
    if (const std::int64_t owed = document.total - paid; owed > 0) {
        payments.push(Json::object({{"name", "CREDIT"}, {"amount", amountOf(owed, profile.currency)}}));
    }
    return payments;
}

Json clientOf(const Profile& profile, const Buyer& buyer) {
    const bool isLocal = buyer.country.value_or(std::string(profile.country)) == profile.country;
    const auto number = isLocal ? buyer.registrationNumber : std::nullopt;
    Json client = Json::object();
    if (number) {
        client.set(profile.taxNumber, *number);
    }
    client.set("name", buyer.name);
    if (!buyer.address.empty()) {
        client.set("address", buyer.address);
    }
    if (profile.detailed) {
        client.set("type", number ? "PM" : "PP");
    }
    return client;
}

} // namespace

Json amountOf(std::int64_t minor, std::string_view currency) {
    const int exponent = Currency::of(currency).digits();
    return {Decimal(minor).shifted(-exponent).normalized()};
}

std::string addressOf(const std::optional<std::string>& street, const std::optional<std::string>& town) {
    std::string text = street.value_or("");
    if (town) {
        text += (text.empty() ? "" : ", ") + *town;
    }
    return text;
}

std::string plainCode(std::string_view code) {
    std::string plain(code);
    std::erase(plain, '-');
    return plain;
}

Totals totalsOf(const Document& document) {
    return {document.total, document.taxTotal};
}

Json requestOf(const Profile& profile, const Document& document, const Json& settings) {
    if (document.currency != profile.currency) {
        throw Unfit("currency: prices are in " + std::string(profile.currency));
    }
    const bool exported = isExport(document);
    Json request = Json::object({{profile.taxNumber, settings.textOr(profile.taxNumber)}});
    if (profile.detailed) {
        request.set("rn", document.number);
        request.set("mode", "ttc");
        request.set("isf", settings.textOr("isf"));
    }
    request.set("type", document.isCreditNote ? (exported ? "EA" : "FA") : (exported ? "EV" : "FV"));
    Json items = Json::array();
    std::int64_t sum = 0;
    for (const Line& line : document.lines) {
        sum += line.net + line.tax;
        items.push(itemOf(profile, line));
    }
    if (items.size() == 0 || sum != document.total) {
        throw Unfit("lines: they do not add up to the total");
    }
    request.set("items", std::move(items));
    if (document.buyer) {
        request.set("client", clientOf(profile, *document.buyer));
    }
    request.set("operator", Json::object({{"name", settings.textOr("operator", "SVC")}}));
    if (document.isCreditNote) {
        if (!document.original) {
            throw Unfit("reference: the invoice has no code of the authority");
        }
        request.set("reference", plainCode(*document.original));
        if (profile.detailed) {
            request.set("referenceType", "COR");
        }
    } else {
        request.set("payment", paymentsOf(profile, document));
    }
    return request;
}

} // namespace svc::emcf
