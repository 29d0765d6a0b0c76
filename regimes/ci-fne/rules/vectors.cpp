#include "rules/vectors.hpp"

#include <map>

#include <svc/money.hpp>

#include "rules/request.hpp"

namespace svc::ci_fne {
namespace {

/// Hundredths by code; TVAC and TVAD are 0.
Decimal rateOf(const std::string& code) {
    return code == "TVA" ? Decimal(18) : code == "TVAB" ? Decimal(9) : Decimal(0);
}

/// Computes the totals of a request as the platform does: the amounts of a code are added, then its tax is
/// added to the sum. The base may have decimals, where prices are with tax.
void addTotals(const Json& request, Json& answer) {
    std::map<std::string, Decimal> bases;
    for (const Json& item : request["items"].items()) {
        bases[item["taxes"].at(0).text()] += item["amount"].decimal() * item["quantity"].decimal();
    }
    Decimal total;
    Decimal tax;
    for (const auto& [code, sum] : bases) {
        const Decimal ofCode = (sum * rateOf(code)).shifted(-2);
        total += (sum + ofCode).rounded(0);
        tax += ofCode.rounded(0);
    }
    answer.set("base", Json((total - tax).normalized()));
    answer.set("tax", Json(tax.normalized()));
    answer.set("total", Json(total.normalized()));
}

Sold saleIn(const Json& given) {
    Sold sale{.currency = given.textOr("currency"),
              .balance = given.optionalInteger("balance").value_or(0),
              .pricesIncludeTax = given.optionalBool("pricesIncludeTax").value_or(false)};
    if (given["payments"].size() > 0) {
        sale.method = given["payments"].at(0).textOr("method");
    }
    for (const Json& line : given["lines"].items()) {
        sale.lines.push_back({.id = line.textOr("id"),
                              .label = line.textOr("label"),
                              .quantity = line["quantity"].decimal(),
                              .net = line["net"].integer(),
                              .tax = line.optionalInteger("tax").value_or(0),
                              .taxCategory = line.textOr("taxCategory"),
                              .taxRate = line["taxRate"].decimal()});
    }
    return sale;
}

std::optional<Buyer> buyerIn(const Json& given) {
    return given.isObject()
               ? std::optional(Buyer{given.textOr("name"), given.optionalText("registrationNumber"),
                                     given.optionalText("country")})
               : std::nullopt;
}

std::vector<CreditedLine> noteIn(const Json& given) {
    std::vector<CreditedLine> lines;
    for (const Json& line : given["lines"].items()) {
        lines.push_back({line.textOr("lineId"), line["quantity"].decimal(), line["net"].integer(),
                         line.optionalInteger("tax").value_or(0)});
    }
    return lines;
}

} // namespace

Json checkVector(const Json& given) {
    const Sold sale = saleIn(given["sale"]);
    if (given.contains("note")) {
        return Json::object(
            {{"request", refundOf(noteIn(given["note"]), sale, itemsOf(sale, given["answer"]))}});
    }
    Json answer = Json::object({{"request", requestOf(sale, buyerIn(given["buyer"]), given["settings"])}});
    addTotals(answer["request"], answer);
    return answer;
}

} // namespace svc::ci_fne
