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

/// Computes the totals of a request as the platform does.
void addTotals(const Json& request, Json& answer) {
    std::map<std::string, Decimal> bases;
    for (const Json& item : request["items"].items()) {
        bases[item["taxes"].at(0).text()] += item["amount"].decimal() * item["quantity"].decimal();
    }
    Decimal base;
    Decimal tax;
    for (const auto& [code, sum] : bases) {
        base += sum;
        tax += (sum * rateOf(code)).shifted(-2).rounded(0);
    }
    answer.set("base", Json(base.normalized()));
    answer.set("tax", Json(tax.normalized()));
    answer.set("total", Json((base + tax).normalized()));
}

} // namespace

Json checkVector(const Json& given) {
    const Json& sale = given["sale"];
    if (given.contains("note")) {
        return Json::object({{"request", refundOf(given["note"], sale, itemsOf(sale, given["answer"]))}});
    }
    Json answer = Json::object({{"request", requestOf(sale, given["buyer"], given["settings"])}});
    addTotals(answer["request"], answer);
    return answer;
}

} // namespace svc::ci_fne
