/// Rates day by day, a month with each page.
#pragma once

#include <algorithm>
#include <string>

#include <svc/connector.hpp>

namespace svc::connector {

/// The days that a page of rates is about, and the cursor behind it.
struct RateWindow {
    Date from;
    Date to;
    bool more = false;

    /// A provider corrects what it has published; so long back it is read again each time.
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
