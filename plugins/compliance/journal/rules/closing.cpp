#include "journal/rules/closing.hpp"

#include <algorithm>
#include <charconv>

#include "sealing/canonical_json.hpp"

namespace svc::compliance {
namespace {

/// Totals that a double cannot hold exactly are text in canonical JSON.
std::int64_t numberIn(const Json& value) {
    if (!value.isString()) {
        return value.integer();
    }
    std::int64_t number = 0;
    std::from_chars(value.text().data(), value.text().data() + value.text().size(), number);
    return number;
}

} // namespace

void ClosingTotals::add(const ClosingTotals& next) {
    firstSequence = count == 0 ? next.firstSequence : firstSequence;
    count += next.count;
    grandTotal += next.grandTotal;
    perpetualTotal = next.perpetualTotal;
    lastSequence = next.lastSequence;
    for (const auto& [key, tax] : next.taxes) {
        taxes[key].net += tax.net;
        taxes[key].tax += tax.tax;
    }
    for (const auto& [key, amount] : next.payments) {
        payments[key] += amount;
    }
}

Json closingData(const ClosingTotals& totals, std::string_view kind, const Period& period,
                 const std::string& currency) {
    Json taxes = Json::array();
    for (const auto& [key, tax] : totals.taxes) {
        taxes.push(Json::object({{"currency", std::get<0>(key)},
                                 {"taxCategory", std::get<1>(key)},
                                 {"taxRate", std::get<2>(key)},
                                 {"net", tax.net},
                                 {"tax", tax.tax}}));
    }
    Json payments = Json::array();
    for (const auto& [key, amount] : totals.payments) {
        payments.push(Json::object({{"method", key.first}, {"currency", key.second}, {"amount", amount}}));
    }
    return sealing::exactly(Json::object({{"period", kind},
                                          {"from", period.from},
                                          {"to", period.to},
                                          {"currency", currency},
                                          {"count", totals.count},
                                          {"firstSequence", totals.firstSequence},
                                          {"lastSequence", totals.lastSequence},
                                          {"grandTotal", totals.grandTotal},
                                          {"perpetualTotal", totals.perpetualTotal},
                                          {"taxes", std::move(taxes)},
                                          {"payments", std::move(payments)}}));
}

ClosingTotals totalsOf(const Json& closing) {
    ClosingTotals totals;
    totals.count = numberIn(closing["count"]);
    totals.firstSequence = numberIn(closing["firstSequence"]);
    totals.lastSequence = numberIn(closing["lastSequence"]);
    totals.grandTotal = numberIn(closing["grandTotal"]);
    totals.perpetualTotal = numberIn(closing["perpetualTotal"]);
    for (const Json& tax : closing["taxes"].items()) {
        totals.taxes[{tax["currency"].text(), tax["taxCategory"].text(), tax["taxRate"].text()}] = {
            numberIn(tax["net"]), numberIn(tax["tax"])};
    }
    for (const Json& payment : closing["payments"].items()) {
        totals.payments[{payment["method"].text(), payment["currency"].text()}] = numberIn(payment["amount"]);
    }
    return totals;
}

std::string closingName(std::string_view kind, Date from) {
    constexpr std::size_t MonthLength = 7;
    const std::string day = from.toString();
    return std::string(kind) + '-' + (kind == "month" ? day.substr(0, MonthLength) : day);
}

} // namespace svc::compliance
