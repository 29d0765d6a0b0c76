#include "host/openapi/codes.hpp"
#include "host/openapi/validator.hpp"

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/error.hpp>
#include <svc/text.hpp>

#include <algorithm>
#include <array>

namespace svc::host::openapi {

namespace {

// One @, something on both sides, a domain of labels, no blanks: the address is proved by a mail, not by a
// rule.
bool isEmail(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == 0 || at == std::string_view::npos || at > 64 || text.size() > 254 || text.rfind('@') != at) {
        return false;
    }
    const std::string_view domain = text.substr(at + 1);
    if (domain.empty() || domain.front() == '.' || domain.back() == '.' || domain.front() == '-' ||
        domain.find('.') == std::string_view::npos || domain.find("..") != std::string_view::npos) {
        return false;
    }
    return std::none_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= 0x20 || byte == 0x7F || c == ',' || c == ';' || c == '<' || c == '>' || c == '"' ||
               c == '(' || c == ')' || c == '\\';
    });
}

bool formatFits(Format format, std::string_view text) {
    switch (format) {
    case Format::None:
    case Format::Password:
        return true;
    case Format::Date:
        return Date::parse(text).has_value();
    case Format::DateTime:
        return Instant::parse(text).has_value() && text.find('T') != std::string_view::npos;
    case Format::InstantOrDate:
        return Date::parse(text).has_value() ||
               (Instant::parse(text).has_value() && text.find('T') != std::string_view::npos);
    case Format::Email:
        return isEmail(text);
    case Format::Currency:
        return Currency::parse(text).has_value();
    case Format::Country:
        return isCountryCode(text);
    }
    return false;
}

bool fitsParameter(const Schema& schema, std::string_view value) {
    if (schema.types == 0 || (schema.types & Schema::String) != 0) {
        return stringFits(schema, trim(value));
    }
    if ((schema.types & (Schema::Integer | Schema::Number)) != 0) {
        // The grammar of JSON's numbers, so that " 5", "+5" and "0x5" are none.
        const bool digits =
            !value.empty() && (value.front() == '-' || (value.front() >= '0' && value.front() <= '9'));
        return digits && Decimal::parse(value).has_value() && numberFits(schema, value);
    }
    if ((schema.types & Schema::Boolean) != 0) {
        return value == "true" || value == "false";
    }
    return false;
}

} // namespace

bool stringFits(const Schema& schema, std::string_view text) {
    const std::size_t longest = schema.maxLength.value_or(DefaultMaxLength);
    // The number of bytes is an upper bound of the number of characters, so counting is rarely needed.
    if (text.size() > longest && utf8Length(text) > longest) {
        return false;
    }
    if (schema.minLength && utf8Length(text) < *schema.minLength) {
        return false;
    }
    if (!schema.enumeration.empty() &&
        std::none_of(schema.enumeration.begin(), schema.enumeration.end(),
                     [&](const Json& one) { return one.isString() && one.text() == text; })) {
        return false;
    }
    return formatFits(schema.format, text) && (!schema.pattern || schema.pattern->found(text));
}

bool numberFits(const Schema& schema, std::string_view text, std::int64_t widest) {
    const std::optional<Decimal> value = Decimal::parse(text);
    if (!value) {
        return false;
    }
    const bool integerOnly = schema.types != 0 && (schema.types & Schema::Number) == 0;
    if (integerOnly && !value->isInteger()) {
        return false;
    }
    if (schema.decimals >= 0 && value->decimals() > schema.decimals) {
        return false;
    }
    if ((schema.minimum && *value < *schema.minimum) || (schema.maximum && *value > *schema.maximum) ||
        (schema.exclusiveMinimum && *value <= *schema.exclusiveMinimum) ||
        (schema.exclusiveMaximum && *value >= *schema.exclusiveMaximum)) {
        return false;
    }
    if ((!schema.maximum && *value > Decimal(widest)) || (!schema.minimum && *value < Decimal(-widest))) {
        return false;
    }
    return schema.enumeration.empty() ||
           std::any_of(schema.enumeration.begin(), schema.enumeration.end(),
                       [&](const Json& one) { return one.isNumber() && one.decimal() == *value; });
}

void checkParameter(const Schema& schema, std::string_view name, std::string_view value) {
    // Texts with invalid UTF-8 or U+0000 must not reach a statement.
    if (!isUtf8(value) || value.find('\0') != std::string_view::npos || !fitsParameter(schema, value)) {
        throw fieldInvalid(name);
    }
}

std::optional<std::string> reckonedDate(const Schema& schema, std::string_view value) {
    if (schema.format != Format::Date && schema.format != Format::DateTime &&
        schema.format != Format::InstantOrDate) {
        return std::nullopt;
    }
    const std::string_view text = trim(value);
    const auto day = Date::parse(text.substr(0, FirstReckonedDay.toString().size()));
    const bool isDay = Date::parse(text).has_value();
    // East of UTC the last supported day in UTC ends on the following day, so its instants count as late. Its
    // start in UTC is in no time zone on a later day.
    const bool late = day && (*day > LastReckonedDay || (!isDay && *day == LastReckonedDay));
    if (!day || (!late && *day >= FirstReckonedDay)) {
        return std::nullopt;
    }
    const std::string nearest = (late ? LastReckonedDay : FirstReckonedDay).toString();
    return isDay ? nearest : nearest + "T00:00:00Z";
}

} // namespace svc::host::openapi
