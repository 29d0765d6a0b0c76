/// @file Validates settings that people enter for a connector or a regime against its published JSON schema.
#pragma once

#include <algorithm>
#include <regex>
#include <string>
#include <string_view>

#include <svc/date.hpp>
#include <svc/error.hpp>
#include <svc/json.hpp>
#include <svc/text.hpp>

namespace svc {

/// Throws 400 `field-invalid:<path>` or `field-required:<path>` for the first member that violates the
/// schema. Supports type, enum, const, properties, required, additionalProperties, items, minItems, maxItems,
/// minLength, maxLength, pattern, format (date, date-time, uri), minimum and maximum.
class SettingsCheck {
public:
    /// `Partial`: missing required members are accepted.
    enum class Required { All, Partial };

    explicit SettingsCheck(Required required = Required::All) : required_(required) {}

    void check(const Json& schema, const Json& value, const std::string& path) const {
        if (!schema.isObject()) {
            return;
        }
        const bool fits = hasType(schema["type"], value) && isAllowed(schema, value) &&
                          (!value.isString() || fitsText(schema, value.text())) &&
                          (!value.isNumber() || fitsNumber(schema, value)) &&
                          (!value.isArray() || fitsLength(schema, value));
        if (!fits) {
            throw fieldInvalid(path);
        }
        if (value.isObject()) {
            checkMembers(schema, value, path);
        } else if (value.isArray()) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                check(schema["items"], value.at(i), path + '[' + std::to_string(i) + ']');
            }
        }
    }

private:
    static constexpr std::size_t LongestMatched = 1000; ///< longer texts are not matched against a pattern

    static bool hasType(const Json& type, const Json& value) {
        if (type.isArray()) {
            const auto& types = type.items();
            return std::any_of(types.begin(), types.end(),
                               [&](const Json& one) { return hasType(one, value); });
        }
        if (!type.isString()) {
            return true;
        }
        const std::string& name = type.text();
        return (name == "string" && value.isString()) || (name == "boolean" && value.isBoolean()) ||
               (name == "number" && value.isNumber()) || (name == "integer" && isInteger(value)) ||
               (name == "object" && value.isObject()) || (name == "array" && value.isArray()) ||
               (name == "null" && value.isNull());
    }
    static bool isInteger(const Json& value) {
        try {
            return value.isNumber() && Json(value.integer()) == value;
        } catch (const JsonError&) {
            return false;
        }
    }
    static bool isAllowed(const Json& schema, const Json& value) {
        if (const Json* constant = schema.find("const"); constant != nullptr && !(*constant == value)) {
            return false;
        }
        const Json* values = schema.find("enum");
        return values == nullptr || !values->isArray() ||
               std::find(values->items().begin(), values->items().end(), value) != values->items().end();
    }
    static bool within(const Json& schema, const char* least, const char* most, std::size_t size) {
        const auto count = static_cast<std::int64_t>(size);
        return count >= schema.optionalInteger(least).value_or(0) &&
               count <= schema.optionalInteger(most).value_or(count);
    }
    static bool fitsText(const Json& schema, const std::string& text) {
        const auto pattern = schema.optionalText("pattern");
        return within(schema, "minLength", "maxLength", utf8Length(text)) &&
               fitsFormat(schema.textOr("format"), text) &&
               (!pattern || (text.size() <= LongestMatched && std::regex_search(text, std::regex(*pattern))));
    }
    static bool fitsFormat(const std::string& format, const std::string& text) {
        if (format == "date") {
            return Date::parse(text).has_value();
        }
        if (format == "date-time") {
            return Instant::parse(text).has_value();
        }
        return format != "uri" || (text.find(' ') == std::string::npos &&
                                   (text.rfind("https://", 0) == 0 || text.rfind("http://", 0) == 0));
    }
    static bool fitsNumber(const Json& schema, const Json& value) {
        try {
            const Decimal number = value.decimal();
            return number >= schema.optionalDecimal("minimum").value_or(number) &&
                   number <= schema.optionalDecimal("maximum").value_or(number);
        } catch (const JsonError&) {
            return false; // more digits than Decimal holds
        }
    }
    static bool fitsLength(const Json& schema, const Json& value) {
        return within(schema, "minItems", "maxItems", value.size());
    }
    void checkMembers(const Json& schema, const Json& value, const std::string& path) const {
        const std::string start = path.empty() ? "" : path + '.';
        const Json& properties = schema["properties"];
        const Json& others = schema["additionalProperties"];
        for (const Json::Member& member : value.members()) {
            if (const Json* known = properties.find(member.name)) {
                check(*known, member.value, start + member.name);
            } else if (others.isBoolean() && !others.boolean()) {
                throw fieldInvalid(start + member.name);
            } else {
                check(others, member.value, start + member.name);
            }
        }
        if (required_ == Required::Partial || !schema["required"].isArray()) {
            return;
        }
        for (const Json& name : schema["required"].items()) {
            if (!value.contains(name.text())) {
                throw fieldRequired(start + name.text());
            }
        }
    }

    Required required_;
};

} // namespace svc
