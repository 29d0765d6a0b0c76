#include "rules/billing.hpp"

#include <algorithm>
#include <tuple>

namespace svc::timesheets {
namespace {

constexpr std::size_t LabelLength = 1000;
constexpr int HourDecimals = 6;
constexpr int PriceDecimals = 6; // of a price in major units

std::string_view hoursIn(std::string_view language) {
    return language == "fr" ? "Heures" : language == "de" ? "Stunden" : "Hours";
}

std::string joined(std::initializer_list<std::string> parts) {
    std::string text;
    for (const std::string& part : parts) {
        if (!part.empty()) {
            text += text.empty() ? part : " · " + part;
        }
    }
    return text;
}

/// The label of the sale line to which an entry belongs; entries with the same label are grouped.
std::string labelOf(const Entry& entry, GroupBy groupBy, std::string_view language) {
    if (groupBy == GroupBy::None) {
        return std::string(hoursIn(language));
    }
    if (groupBy == GroupBy::Day) {
        return joined({entry.date.toString(), std::string(hoursIn(language))});
    }
    if (groupBy == GroupBy::Project) {
        return entry.project.value_or(std::string(hoursIn(language)));
    }
    return joined({entry.date.toString(), entry.person.value_or(""), entry.project.value_or(""),
                   entry.description.value_or("")});
}

/// Cut at a character boundary.
std::string shortened(std::string text) {
    if (text.size() > LabelLength) {
        std::size_t end = LabelLength;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;
        }
        text.resize(end);
    }
    return text;
}

/// Time with the same label and rate: one line of the sale.
struct TimeAtRate {
    std::string label;
    MinorPrice hourlyRate;
    std::int64_t minutes;
};

/// The line in hours, with a rounded quantity (the exact hours, or one step more or less) whose amount equals
/// the worth of the minutes. If the rate is so high that none does, the line is in minutes.
BillLine lineOf(TimeAtRate time, Currency currency) {
    const Decimal rate = time.hourlyRate.minor().shifted(-currency.digits());
    const Decimal hours = Decimal::divide(Decimal(time.minutes), Decimal(60), HourDecimals);
    const Decimal step = Decimal(1).shifted(-HourDecimals);
    const auto worth = worthOf(time.minutes, time.hourlyRate);
    for (const Decimal& near : {hours, hours + step, hours - step}) {
        if (!worth || (near * time.hourlyRate.minor()).rounded(0) == Decimal(worth->minor())) {
            return {std::move(time.label), near.normalized(), "HUR", rate.normalized()};
        }
    }
    return {std::move(time.label), Decimal(time.minutes), "MIN",
            Decimal::divide(rate, Decimal(60), PriceDecimals).normalized()};
}

} // namespace

std::vector<BillLine> billLines(std::vector<Entry> entries, GroupBy groupBy, Currency currency,
                                std::string_view language) {
    std::sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
        return std::tie(one.date, one.id) < std::tie(other.date, other.id);
    });
    std::vector<TimeAtRate> times;
    for (const Entry& entry : entries) {
        const std::string label = shortened(labelOf(entry, groupBy, language));
        const auto found = std::find_if(times.begin(), times.end(), [&](const TimeAtRate& time) {
            return groupBy != GroupBy::Entry && time.label == label && time.hourlyRate == entry.hourlyRate;
        });
        if (found == times.end()) {
            times.push_back({label, entry.hourlyRate, entry.minutes});
        } else {
            found->minutes += entry.minutes;
        }
    }
    std::vector<BillLine> result;
    for (TimeAtRate& time : times) {
        if (time.minutes > 0) {
            result.push_back(lineOf(std::move(time), currency));
        }
    }
    return result;
}

} // namespace svc::timesheets
