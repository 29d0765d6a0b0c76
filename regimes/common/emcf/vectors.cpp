#include "emcf/vectors.hpp"

#include "emcf/invoice.hpp"

namespace svc::emcf {
namespace {

Document documentIn(const Json& given) {
    const Json& record = given["document"];
    Document document{.number = record.textOr("number"),
                      .currency = record.textOr("currency"),
                      .total = record["total"].integer(),
                      .taxTotal = record["taxTotal"].integer()};
    for (const Json& tax : record["taxes"].items()) {
        document.taxCategories.push_back(tax.textOr("taxCategory"));
    }
    for (const Json& line : record["lines"].items()) {
        document.lines.push_back({.label = line.textOr("label"),
                                  .quantity = line["quantity"].decimal(),
                                  .service = line.optionalBool("service").value_or(false),
                                  .net = line["net"].integer(),
                                  .tax = line["tax"].integer(),
                                  .taxCategory = line.textOr("taxCategory"),
                                  .taxRate = line["taxRate"].decimal()});
    }
    for (const Json& payment : record["payments"].items()) {
        if (payment.textOr("status") == "received") {
            document.payments.push_back({payment.textOr("method"), payment["amount"].integer()});
        }
    }
    document.original = given.optionalText("original");
    document.isCreditNote = document.original.has_value();
    return document;
}

Buyer buyerIn(const Json& given) {
    const Json& address = given["address"];
    return {.name = given.textOr("name"),
            .registrationNumber = given.optionalText("registrationNumber"),
            .country = given.optionalText("country"),
            .address = address.isObject()
                           ? addressOf(address.optionalText("line1"), address.optionalText("city"))
                           : std::string()};
}

} // namespace

Json checkVector(const Profile& profile, const Json& given) {
    Document document = documentIn(given);
    if (given["buyer"].isObject()) {
        document.buyer = buyerIn(given["buyer"]);
    }
    const Totals totals = totalsOf(document);
    return Json::object({{"request", requestOf(profile, document, given["settings"])},
                         {"total", amountOf(totals.total, profile.currency)},
                         {"tax", amountOf(totals.tax, profile.currency)}});
}

} // namespace svc::emcf
