/// Converts euro reference rates to the currency of a company.
#pragma once

#include <map>
#include <set>
#include <string>

#include "common/rate_windows.hpp"

namespace svc::connector {

/// Units for one euro, by day and currency.
using EuroRates = std::map<std::string, std::map<std::string, Decimal>>;

/// The setting `currencies`; empty: all available ones.
inline std::set<std::string> wantedCurrencies(const Json& input) {
    std::set<std::string> wanted;
    const Json& settings = input["settings"];
    if (settings.isObject() && settings["currencies"].isArray()) {
        for (const Json& code : settings["currencies"].items()) {
            wanted.insert(code.text());
        }
    }
    return wanted;
}

/// The page of the feed `rates`, for one unit of the currency of the company. Refuses a currency that has no
/// rate on any of these days.
inline Json ratesPage(const Json& input, const RateWindow& window, const EuroRates& days) {
    constexpr int Decimals = 10;
    // The CFA franc: a fixed rate since 1999, which the ECB does not publish.
    const Decimal franc = Decimal(655957).shifted(-3);
    const std::string base = input.textOr("currency");
    const std::set<std::string> wanted = wantedCurrencies(input);
    Json records = Json::array();
    bool known = days.empty();
    for (const auto& [date, published] : days) {
        std::map<std::string, Decimal> rates = published;
        rates["EUR"] = Decimal(1);
        rates["XOF"] = franc;
        rates["XAF"] = franc;
        const auto own = rates.find(base);
        if (own == rates.end()) {
            continue;
        }
        known = true;
        for (const auto& [currency, units] : rates) {
            const bool asked = wanted.empty() || wanted.count(currency) == 1;
            if (asked && currency != base && Currency::parse(currency)) {
                const Decimal rate = base == "EUR" ? units : Decimal::divide(units, own->second, Decimals);
                records.push(Json::object({{"currency", currency}, {"rate", rate}, {"date", date}}));
            }
        }
    }
    if (!known) {
        throw ApiError(400, "provider-refused", {"no-rate-of-" + base});
    }
    return pageOf(std::move(records), window.cursor(), window.more);
}

} // namespace svc::connector
