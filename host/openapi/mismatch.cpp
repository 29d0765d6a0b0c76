#include "host/openapi/validator.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <limits>

namespace svc::host::openapi {

namespace {

/// Walks a value beside its schema and keeps the first difference with its path.
class Comparison {
public:
    bool fits(const Schema& schema, const Json& value, const std::string& path) {
        for (const Schema* part : schema.allOf) {
            if (!fits(*part, value, path)) {
                return false;
            }
        }
        if (!schema.anyOf.empty()) {
            return fitsAny(schema, value, path);
        }
        switch (value.kind()) {
        case Json::Kind::Null:
            return schema.allows(Schema::Null) || differs(path, "null is not allowed");
        case Json::Kind::Boolean:
            return schema.allows(Schema::Boolean) || differs(path, "a boolean is not allowed");
        case Json::Kind::Number:
            return fitsNumber(schema, value, path);
        case Json::Kind::String:
            return fitsText(schema, value, path);
        case Json::Kind::Array:
            return fitsArray(schema, value, path);
        case Json::Kind::Object:
            return fitsObject(schema, value, path);
        }
        return false;
    }

    const std::string& difference() const { return difference_; }

private:
    bool differs(const std::string& path, const std::string& reason) {
        difference_ = (path.empty() ? std::string("the whole") : path) + ": " + reason;
        return false;
    }

    bool fitsAny(const Schema& schema, const Json& value, const std::string& path) {
        for (const Schema* branch : schema.anyOf) {
            if (fits(*branch, value, path)) {
                return true;
            }
        }
        // With a single branch besides null, that branch's difference is the most useful message.
        return schema.anyOf.size() <= 2 && !difference_.empty() ? false
                                                                : differs(path, "no branch of anyOf fits");
    }

    bool fitsNumber(const Schema& schema, const Json& value, const std::string& path) {
        if (!schema.allows(Schema::Number) && !schema.allows(Schema::Integer)) {
            return differs(path, "a number is not allowed");
        }
        // Sums of amounts may exceed the limit of a single amount.
        constexpr std::int64_t WidestSum = std::numeric_limits<std::int64_t>::max();
        return numberFits(schema, value.numberText(), WidestSum) ||
               differs(path, "unfit number " + value.numberText());
    }

    bool fitsText(const Schema& schema, const Json& value, const std::string& path) {
        if (!schema.allows(Schema::String)) {
            return differs(path, "a string is not allowed");
        }
        if (schema.types == 0) {
            return true;
        }
        // Answers may be longer than requests when the contract sets no limit.
        const std::string& text = value.text();
        const std::string_view judged =
            schema.maxLength ? std::string_view(text) : utf8Prefix(text, DefaultMaxLength);
        return stringFits(schema, judged) || differs(path, "unfit string");
    }

    bool fitsArray(const Schema& schema, const Json& value, const std::string& path) {
        const std::size_t count = value.size();
        if (!schema.allows(Schema::Array)) {
            return differs(path, "an array is not allowed");
        }
        if (count < schema.minItems.value_or(0) || count > schema.maxItems.value_or(count)) {
            return differs(path, "too few or too many items");
        }
        for (std::size_t i = 0; schema.items != nullptr && i < count; ++i) {
            if (!fits(*schema.items, value[i], path + '[' + std::to_string(i) + ']')) {
                return false;
            }
        }
        return true;
    }

    bool fitsObject(const Schema& schema, const Json& value, const std::string& path) {
        if (!schema.allows(Schema::Object)) {
            return differs(path, "an object is not allowed");
        }
        const std::string prefix = path.empty() ? path : path + '.';
        for (const Schema::Property& property : schema.properties) {
            const Json* member = value.find(property.name);
            if (member == nullptr && property.required) {
                return differs(prefix + property.name, "is missing");
            }
            if (member != nullptr && !fits(*property.schema, *member, prefix + property.name)) {
                return false;
            }
        }
        if (schema.open && schema.additional == nullptr) {
            return true;
        }
        for (const Json::Member& member : value.members()) {
            if (schema.types == 0 || schema.property(member.name) != nullptr) {
                continue;
            }
            if (schema.additional == nullptr) {
                return differs(prefix + member.name, "is not declared");
            }
            if (!fits(*schema.additional, member.value, prefix + member.name)) {
                return false;
            }
        }
        return true;
    }

    std::string difference_;
};

} // namespace

std::optional<std::string> findMismatch(const Schema& schema, const Json& value) {
    Comparison comparison;
    if (comparison.fits(schema, value, {})) {
        return std::nullopt;
    }
    return comparison.difference();
}

} // namespace svc::host::openapi
