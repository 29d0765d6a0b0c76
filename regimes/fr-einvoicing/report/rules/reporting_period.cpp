#include "report/rules/reporting_period.hpp"

namespace svc::fr_einvoicing {
namespace {

constexpr int EndOfFirstTen = 10;
constexpr int EndOfSecondTen = 20;

/// The day `ofMonth` in the month after that of `day`.
Date inNextMonth(Date day, int ofMonth) {
    return day.firstOfMonth().addMonths(1).addDays(ofMonth - 1);
}

Date endOfNextMonth(Date day) {
    return day.firstOfMonth().addMonths(1).lastOfMonth();
}

/// A third of a month; the report is due ten days after its end.
ReportingPeriod tenDays(Date day) {
    const Date first = day.firstOfMonth();
    if (day.day() <= EndOfFirstTen) {
        return {first, first.addDays(EndOfFirstTen - 1), first.addDays(EndOfSecondTen - 1)};
    }
    if (day.day() <= EndOfSecondTen) {
        return {first.addDays(EndOfFirstTen), first.addDays(EndOfSecondTen - 1), first.lastOfMonth()};
    }
    return {first.addDays(EndOfSecondTen), first.lastOfMonth(), inNextMonth(day, EndOfFirstTen)};
}

ReportingPeriod month(Date day, Date due) {
    return {day.firstOfMonth(), day.lastOfMonth(), due};
}

/// A period of two months: January and February, March and April …
ReportingPeriod twoMonths(Date day) {
    const Date first = day.firstOfMonth().addMonths(day.month() % 2 == 1 ? 0 : -1);
    const Date last = first.addMonths(1).lastOfMonth();
    return {first, last, endOfNextMonth(last)};
}

} // namespace

std::optional<VatRegime> vatRegimeOf(std::string_view name) {
    if (name == "monthly") {
        return VatRegime::Monthly;
    }
    if (name == "quarterly") {
        return VatRegime::Quarterly;
    }
    if (name == "simplified") {
        return VatRegime::Simplified;
    }
    return name == "franchise" ? std::optional(VatRegime::Franchise) : std::nullopt;
}

std::string_view nameOf(ReportKind kind) {
    return kind == ReportKind::Transactions ? "transactions" : "payments";
}

ReportingPeriod periodAt(VatRegime regime, ReportKind kind, Date day) {
    switch (regime) {
    case VatRegime::Monthly:
        return kind == ReportKind::Transactions ? tenDays(day) : month(day, inNextMonth(day, EndOfFirstTen));
    case VatRegime::Quarterly:
        return month(day, inNextMonth(day, EndOfFirstTen));
    case VatRegime::Simplified:
        return month(day, endOfNextMonth(day));
    case VatRegime::Franchise:
        break;
    }
    return twoMonths(day);
}

} // namespace svc::fr_einvoicing
