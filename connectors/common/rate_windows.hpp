/// Daily rates, read a month per page.
#pragma once

#include <algorithm>
#include <string>

#include <svc/connector.hpp>

namespace svc::connector {

/// The days of a page of rates, and the cursor of the next page.
struct RateWindow {
    Date from;
    Date to;
    bool more = false;

    /// Providers correct published rates: this many days are read again in each run.
    static constexpr int Corrected = 5;
    static constexpr int Longest = 30;

    static RateWindow of(const Json& input) {
        const Date today = Date::parse(input.textOr("today")).value();
        const Json& cursor = input["cursor"];
        const std::string begin = cursor.isObject() ? cursor.textOr("from") : input.textOr("since");
        RateWindow window;
        window.from = std::min(today, Date::parse(begin).value_or(today.addDays(-Corrected)));
        window.to = std::min(today, window.from.addDays(Longest));
        window.more = window.to < today;
        return window;
    }
    Json cursor() const {
        const Date next = more ? to.addDays(1) : to.addDays(-Corrected);
        return Json::object({{"from", next}});
    }
};

} // namespace svc::connector
