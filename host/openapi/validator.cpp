#include "host/openapi/validator.hpp"

#include "host/openapi/codes.hpp"

#include <svc/currency.hpp>
#include <svc/error.hpp>
#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::openapi {

/// Extends the path during its lifetime.
class BodyValidator::Step {
public:
    Step(std::string& path, std::string_view name) : path_(path), size_(path.size()) {
        if (!path.empty()) {
            path += '.';
        }
        path += name;
    }
    Step(std::string& path, std::size_t index) : path_(path), size_(path.size()) {
        path += '[';
        path += std::to_string(index);
        path += ']';
    }
    ~Step() { path_.resize(size_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

private:
    std::string& path_;
    std::size_t size_;
};

namespace {

// In contracts anyOf of one schema and null makes a named object nullable.
const Schema* onlyBranch(const Schema& schema) {
    const Schema* only = nullptr;
    for (const Schema* branch : schema.anyOf) {
        if (branch->types == Schema::Null) {
            continue;
        }
        if (only != nullptr) {
            return nullptr;
        }
        only = branch;
    }
    return only;
}

bool allowsNull(const Schema& schema) {
    if (schema.anyOf.empty()) {
        return schema.allows(Schema::Null);
    }
    return std::any_of(schema.anyOf.begin(), schema.anyOf.end(),
                       [](const Schema* branch) { return branch->allows(Schema::Null); });
}

bool isZeroOrLess(const Json& value) {
    const std::optional<Decimal> number = Decimal::parse(value.numberText());
    return number && number->sign() <= 0;
}

bool isEmptyText(const Json& value) {
    return value.isString() && trim(value.text()).empty();
}

} // namespace

void BodyValidator::invalid() const {
    throw path_.empty() ? ApiError(400, "body-invalid") : fieldInvalid(path_);
}

void BodyValidator::check(const Schema& schema, Json& body) {
    if (schema.anyRequiredBelow) {
        try {
            checkRequired(schema, body);
        } catch (const ApiError&) {
            // A member that is missing is often one whose name is misspelt.
            noteUnknown(schema, body);
            throw;
        }
    }
    checkFormat(schema, body);
}

void BodyValidator::noteUnknown(const Schema& schema, Json& body) {
    try {
        checkFormat(schema, body);
    } catch (const ApiError&) {
        return; // the body is refused anyway
    }
}

void BodyValidator::checkGiven(const Schema& schema, Json& body) {
    givenAlone_ = true;
    check(schema, body);
}

void BodyValidator::checkRequired(const Schema& schema, const Json& value) {
    if (value.isObject()) {
        requireMembers(schema, value);
    } else if (value.isArray() && schema.items != nullptr && schema.items->anyRequiredBelow) {
        std::size_t index = 0;
        for (const Json& item : value.items()) {
            const Step step(path_, index++);
            checkRequired(*schema.items, item);
        }
    }
    if (const Schema* branch = onlyBranch(schema); branch != nullptr && branch->anyRequiredBelow) {
        checkRequired(*branch, value);
    }
}

void BodyValidator::requireMembers(const Schema& schema, const Json& object) {
    const bool mayLack = givenAlone_ && path_.empty();
    for (const std::size_t position : schema.required) {
        const Schema::Property& property = schema.properties[position];
        const Json* value = object.find(property.name);
        if (value != nullptr || !mayLack) {
            requireOne(property, value, true);
        }
    }
    for (const auto& [position, other] : schema.requiredUnless) {
        const Json* alternative = object.find(other);
        if (!mayLack && (alternative == nullptr || alternative->isNull() || isEmptyText(*alternative))) {
            // Null counts as missing here, even if the type allows it.
            const Json* value = object.find(schema.properties[position].name);
            requireOne(schema.properties[position], value != nullptr && value->isNull() ? nullptr : value,
                       true);
        }
    }
    for (const Schema::Property& property : schema.properties) {
        if (!property.schema->anyRequiredBelow && !property.schema->amount) {
            continue;
        }
        const Json* value = object.find(property.name);
        if (property.schema->amount && !property.required) {
            requireOne(property, value, false);
        }
        if (value != nullptr && property.schema->anyRequiredBelow) {
            const Step step(path_, property.name);
            checkRequired(*property.schema, *value);
        }
    }
}

void BodyValidator::requireOne(const Schema::Property& property, const Json* value, bool required) {
    const bool null = value != nullptr && value->isNull();
    if (property.schema->amount) {
        // [S] amount-required carries no path. An optional amount may be absent or, if its type allows it,
        // null.
        const bool missing =
            value == nullptr ? required : (null && (required || !allowsNull(*property.schema)));
        if (missing || (value != nullptr && value->isNumber() && isZeroOrLess(*value))) {
            throw ApiError(400, "amount-required");
        }
        return;
    }
    const bool missing = value == nullptr || (null && !allowsNull(*property.schema));
    const bool hollow = !missing && (isEmptyText(*value) || (value->isArray() && value->empty() &&
                                                             property.schema->minItems.value_or(0) > 0));
    if (required && (missing || hollow)) {
        const Step step(path_, property.name);
        throw fieldRequired(path_);
    }
}

void BodyValidator::checkFormat(const Schema& schema, Json& value) {
    switch (value.kind()) {
    case Json::Kind::Null:
        if (!allowsNull(schema)) {
            invalid();
        }
        return;
    case Json::Kind::Boolean:
        if (!schema.allows(Schema::Boolean)) {
            invalid();
        }
        break;
    case Json::Kind::Number:
        checkNumber(schema, value);
        break;
    case Json::Kind::String:
        checkString(schema, value);
        break;
    case Json::Kind::Array: {
        const std::size_t count = value.size();
        if (!schema.allows(Schema::Array) || count < schema.minItems.value_or(0) ||
            count > schema.maxItems.value_or(count)) {
            invalid();
        }
        if (schema.items != nullptr) {
            std::size_t index = 0;
            for (Json& item : value.items()) {
                const Step step(path_, index++);
                checkFormat(*schema.items, item);
            }
        }
        break;
    }
    case Json::Kind::Object:
        if (!schema.allows(Schema::Object)) {
            invalid();
        }
        checkObject(schema, value);
        break;
    }
    checkAlternatives(schema, value);
}

void BodyValidator::checkAlternatives(const Schema& schema, Json& value) {
    for (const Schema* part : schema.allOf) {
        checkFormat(*part, value);
    }
    if (schema.anyOf.empty()) {
        return;
    }
    if (const Schema* branch = onlyBranch(schema)) {
        checkFormat(*branch, value);
    } else if (std::none_of(schema.anyOf.begin(), schema.anyOf.end(),
                            [&](const Schema* one) { return !findMismatch(*one, value); })) {
        invalid();
    }
}

void BodyValidator::checkObject(const Schema& schema, Json& object) {
    for (const Schema::Property& property : schema.properties) {
        if (Json* value = object.find(property.name)) {
            const Step step(path_, property.name);
            checkFormat(*property.schema, *value);
        }
    }
    if (!schema.anyOf.empty() || !schema.allOf.empty()) {
        return; // the branch has its own declared members
    }
    for (Json::Member& member : object.members()) {
        if (schema.property(member.name) != nullptr) {
            continue;
        }
        if (schema.additional != nullptr) {
            // The client chose this name; it is part of the error code only if it is well-formed.
            const Step step(path_, isDetail(member.name) ? std::string_view(member.name) : "*");
            checkFormat(*schema.additional, member.value);
        } else if (!schema.open) {
            ignore(member.name);
        }
    }
}

void BodyValidator::ignore(std::string_view name) {
    if (ignored_.size() < MostIgnoredNames) {
        const Step step(path_, name);
        ignored_.push_back(path_);
    }
}

void BodyValidator::checkString(const Schema& schema, Json& value) {
    if (!schema.allows(Schema::String)) {
        invalid();
    }
    if (schema.types == 0) {
        return; // free-form: accepted unchanged
    }
    const std::string& text = value.text();
    const std::string_view judged = schema.format == Format::Password ? std::string_view(text) : trim(text);
    if (!stringFits(schema, judged)) {
        if (schema.format == Format::Currency && isCapitals(judged, 3)) {
            throw ApiError(400, "currency-unsupported", {judged});
        }
        if (schema.format == Format::Country && isCapitals(judged, 2)) {
            throw ApiError(400, "country-unsupported", {judged});
        }
        invalid();
    }
    if (judged.size() != text.size()) {
        value = Json(std::string(judged));
        changed_ = true;
    }
}

void BodyValidator::checkNumber(const Schema& schema, const Json& value) const {
    if ((!schema.allows(Schema::Number) && !schema.allows(Schema::Integer)) ||
        !numberFits(schema, value.numberText())) {
        invalid();
    }
}

} // namespace svc::host::openapi
