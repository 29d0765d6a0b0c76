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

std::string groupOf(const Profile& profile, const Json& line) {
    const std::string category = line.textOr("taxCategory");
    const Decimal rate = line["taxRate"].decimal();
    for (const TaxGroup& one : profile.groups) {
        if (one.category == category && rate == Decimal(one.percent)) {
            return std::string(one.group);
        }
    }
    throw Unfit("lines.taxRate: no tax group for " + category + " at " + rate.toString() + " percent");
}

bool isExport(const Json& record) {
    const Json& taxes = record["taxes"];
    return taxes.size() > 0 && std::all_of(taxes.items().begin(), taxes.items().end(),
                                           [](const Json& tax) { return tax.textOr("taxCategory") == "G"; });
}

/// The authority multiplies price by quantity: a line whose total is no multiple of the quantity is sent as
/// one piece.
Json itemOf(const Profile& profile, const Json& line) {
    const std::int64_t total = line["net"].integer() + line["tax"].integer();
    const Decimal quantity = line["quantity"].decimal().normalized();
    const auto whole = quantity.toInteger();
    const bool divides = whole && *whole > 0 && total % *whole == 0;
    std::string name = line.textOr("label");
    if (!divides) {
        name += " × " + quantity.toString();
    }
    if (profile.detailed && total < 0) {
        throw Unfit("lines: the authority takes no price below zero");
    }
    const Json price = amountOf(divides ? total / *whole : total, profile.currency);
    Json item = Json::object({{"name", name}});
    if (profile.detailed) {
        item.set("type", line.optionalBool("service").value_or(false) ? "SER" : "BIE");
        item.set("price", price.decimal().toFixed(2));
    } else {
        item.set("price", price);
    }
    item.set("quantity", divides ? Json(*whole) : Json(1));
    item.set("taxGroup", groupOf(profile, line));
    return item;
}

/// Paid amounts by method, and the unpaid rest.
Json paymentsOf(const Profile& profile, const Json& record) {
    Json payments = Json::array();
    std::int64_t paid = 0;
    for (const Json& payment : record["payments"].items()) {
        if (payment.textOr("status") == "received") {
            const std::int64_t amount = payment["amount"].integer();
            paid += amount;
            payments.push(Json::object({{"name", methodOf(payment.textOr("method"))},
                                        {"amount", amountOf(amount, profile.currency)}}));
        }
    }
    if (const std::int64_t owed = record["total"].integer() - paid; owed > 0) {
        payments.push(Json::object({{"name", "CREDIT"}, {"amount", amountOf(owed, profile.currency)}}));
    }
    return payments;
}

Json clientOf(const Profile& profile, const Json& buyer) {
    Json client = Json::object();
    const auto number = buyer.optionalText("registrationNumber");
    if (number) {
        client.set(profile.taxNumber, *number);
    }
    client.set("name", buyer.textOr("name"));
    const Json& address = buyer["address"];
    if (address.isObject()) {
        std::string text;
        for (const char* part : {"line1", "city"}) {
            if (const auto found = address.optionalText(part)) {
                text += (text.empty() ? "" : ", ") + *found;
            }
        }
        if (!text.empty()) {
            client.set("address", text);
        }
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

std::string plainCode(std::string_view code) {
    std::string plain(code);
    std::erase(plain, '-');
    return plain;
}

Totals totalsOf(const Document& document) {
    return {document.record["total"].integer(), document.record["taxTotal"].integer()};
}

Json requestOf(const Profile& profile, const Document& document, const Json& settings) {
    const Json& record = document.record;
    if (record.textOr("currency") != profile.currency) {
        throw Unfit("currency: prices are in " + std::string(profile.currency));
    }
    const bool exported = isExport(record);
    Json request = Json::object({{profile.taxNumber, settings.textOr(profile.taxNumber)}});
    if (profile.detailed) {
        request.set("rn", record.textOr("number"));
        request.set("mode", "ttc");
        request.set("isf", settings.textOr("isf"));
    }
    request.set("type", document.isCreditNote ? (exported ? "EA" : "FA") : (exported ? "EV" : "FV"));
    Json items = Json::array();
    std::int64_t sum = 0;
    for (const Json& line : record["lines"].items()) {
        sum += line["net"].integer() + line["tax"].integer();
        items.push(itemOf(profile, line));
    }
    if (items.size() == 0 || sum != record["total"].integer()) {
        throw Unfit("lines: they do not add up to the total");
    }
    request.set("items", std::move(items));
    if (document.buyer.isObject()) {
        request.set("client", clientOf(profile, document.buyer));
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
        request.set("payment", paymentsOf(profile, record));
    }
    return request;
}

} // namespace svc::emcf
