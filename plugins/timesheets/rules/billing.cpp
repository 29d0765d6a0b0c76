#include "rules/billing.hpp"

#include <algorithm>
#include <tuple>

namespace svc::timesheets {
namespace {

constexpr std::size_t LabelLength = 1000;
constexpr int HourDecimals = 6;

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

/// What stands together, and how it is called.
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

/// Cut between characters.
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

/// Hours of these minutes. Of the two that are next to the exact ones, those that are worth what the minutes
/// are worth, where rounding makes a difference.
Decimal hoursOf(std::int64_t minutes, const MinorPrice& rate) {
    const Decimal hours = Decimal::divide(Decimal(minutes), Decimal(60), HourDecimals);
    const auto worth = worthOf(minutes, rate);
    const Decimal step = Decimal(1).shifted(-HourDecimals);
    for (const Decimal& near : {hours, hours + step, hours - step}) {
        if (worth && (near * rate.minor()).rounded(0) == Decimal(worth->minor())) {
            return near.normalized();
        }
    }
    return hours.normalized();
}

} // namespace

std::vector<BillLine> billLines(std::vector<Entry> entries, GroupBy groupBy, std::string_view language) {
    std::sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
        return std::tie(one.date, one.id) < std::tie(other.date, other.id);
    });
    std::vector<std::pair<BillLine, std::int64_t>> lines; // with its minutes
    for (const Entry& entry : entries) {
        const std::string label = shortened(labelOf(entry, groupBy, language));
        const auto found = std::find_if(lines.begin(), lines.end(), [&](const auto& line) {
            return groupBy != GroupBy::Entry && line.first.label == label &&
                   line.first.hourlyRate == entry.hourlyRate;
        });
        if (found == lines.end()) {
            lines.push_back({{label, Decimal(), entry.hourlyRate}, entry.minutes});
        } else {
            found->second += entry.minutes;
        }
    }
    std::vector<BillLine> result;
    for (auto& [line, minutes] : lines) {
        if (minutes > 0) {
            line.hours = hoursOf(minutes, line.hourlyRate);
            result.push_back(std::move(line));
        }
    }
    return result;
}

} // namespace svc::timesheets
