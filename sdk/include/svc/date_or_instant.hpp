/// @file The bound of a period: a day or an instant (format `instant-or-date`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <svc/date.hpp>

namespace svc {

/// A business date of the company, or an instant.
class DateOrInstant {
public:
    DateOrInstant() = default;
    explicit DateOrInstant(Date date) : value_(date) {}
    explicit DateOrInstant(Instant instant) : value_(instant) {}

    static std::optional<DateOrInstant> parse(std::string_view text) {
        if (const auto date = Date::parse(text)) {
            return DateOrInstant(*date);
        }
        const auto instant = Instant::parse(text);
        return instant ? std::optional(DateOrInstant(*instant)) : std::nullopt;
    }

    /// No value when the bound is an instant.
    std::optional<Date> date() const {
        const Date* const date = std::get_if<Date>(&value_);
        return date == nullptr ? std::nullopt : std::optional(*date);
    }
    /// No value when the bound is a day.
    std::optional<Instant> instant() const {
        const Instant* const instant = std::get_if<Instant>(&value_);
        return instant == nullptr ? std::nullopt : std::optional(*instant);
    }
    std::string toString() const {
        return std::visit([](const auto& one) { return one.toString(); }, value_);
    }
    bool operator==(const DateOrInstant&) const = default;

private:
    std::variant<Date, Instant> value_;
};

} // namespace svc
