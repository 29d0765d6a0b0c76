#include "host/openapi/schema.hpp"

#include "host/openapi/contract.hpp"
#include "host/openapi/schema_compiler.hpp"

#include <boost/regex.hpp>

#include <algorithm>
#include <array>

namespace svc::host::openapi {

// Boost.Regex does not recurse on the stack, unlike std::regex: threads have small stacks.
struct Pattern::Impl {
    boost::regex expression;
};

Pattern::Pattern(const std::string& expression) : impl_(std::make_unique<Impl>()) {
    impl_->expression.assign(expression, boost::regex::ECMAScript);
}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

bool Pattern::found(std::string_view text) const {
    try {
        return boost::regex_search(text.begin(), text.end(), impl_->expression);
    } catch (const std::runtime_error&) {
        // The matcher gave up: the text causes excessive backtracking.
        return false;
    }
}

const Schema::Property* Schema::property(std::string_view name) const noexcept {
    for (const Property& one : properties) {
        if (one.name == name) {
            return &one;
        }
    }
    return nullptr;
}

SchemaSet::SchemaSet(const Json& document, std::string where)
    : compiler_(std::make_unique<Compiler>(document, std::move(where))) {}
SchemaSet::~SchemaSet() = default;
SchemaSet::SchemaSet(SchemaSet&&) noexcept = default;
SchemaSet& SchemaSet::operator=(SchemaSet&&) noexcept = default;

const Schema* SchemaSet::compile(const Json& schema, const std::string& place) {
    return compiler_->compile(schema, place);
}

const Schema* SchemaSet::named(std::string_view name) {
    return compiler_->named(name);
}

void SchemaSet::finish() {
    compiler_->finish();
}

namespace {

struct TypeName {
    std::string_view name;
    Schema::Type type;
};
constexpr std::array<TypeName, 7> TypeNames{{{"null", Schema::Null},
                                             {"boolean", Schema::Boolean},
                                             {"integer", Schema::Integer},
                                             {"number", Schema::Number},
                                             {"string", Schema::String},
                                             {"array", Schema::Array},
                                             {"object", Schema::Object}}};

// Formats that are only documentation.
constexpr std::array<std::string_view, 11> InformalFormats{
    "uri", "uuid", "byte", "binary", "int32", "int64", "float", "double", "decimal", "hostname", "duration"};

bool isTrue(const Json& json, std::string_view name) {
    const Json* value = json.find(name);
    return value != nullptr && value->isBoolean() && value->boolean();
}

} // namespace

void SchemaSet::Compiler::fail(const std::string& place, const std::string& reason) const {
    throw ContractError(where_, place, reason);
}

const Schema* SchemaSet::Compiler::named(std::string_view name) {
    if (const auto known = named_.find(name); known != named_.end()) {
        return known->second;
    }
    if (document_ == nullptr) {
        return nullptr;
    }
    const Json* json = (*document_)["components"]["schemas"].find(name);
    if (json == nullptr) {
        json = commonSchemas().find(name);
    }
    if (json == nullptr) {
        return nullptr;
    }
    if (json->contains("$ref")) {
        json = &resolve(*json, std::string(SchemaPrefix) + std::string(name)); // an alias of another schema
    }
    // Entered before it is filled: a schema may refer to itself.
    Schema& schema = schemas_.emplace_back();
    named_.emplace(name, &schema);
    fill(schema, *json, std::string(SchemaPrefix) + std::string(name));
    return &schema;
}

const Schema* SchemaSet::Compiler::compile(const Json& json, const std::string& place) {
    if (const Json* reference = json.find("$ref")) {
        const std::string& target = reference->text();
        if (target.rfind(SchemaPrefix, 0) != 0) {
            fail(place, "$ref must point into " + std::string(SchemaPrefix) + ", found " + target);
        }
        const Schema* schema = named(std::string_view(target).substr(SchemaPrefix.size()));
        if (schema == nullptr) {
            fail(place, "no such schema: " + target);
        }
        return schema;
    }
    Schema& schema = schemas_.emplace_back();
    fill(schema, json, place);
    return &schema;
}

const Json& SchemaSet::Compiler::resolve(const Json& json, const std::string& place) const {
    const Json* at = &json;
    for (int hops = 0; hops < 16; ++hops) {
        const Json* reference = at->find("$ref");
        if (reference == nullptr) {
            return *at;
        }
        const std::string_view target = reference->text();
        const std::string_view name = target.substr(std::min(target.size(), SchemaPrefix.size()));
        const Json* next = (*document_)["components"]["schemas"].find(name);
        at = next != nullptr ? next : commonSchemas().find(name);
        if (at == nullptr) {
            fail(place, "no such schema: " + std::string(target));
        }
    }
    fail(place, "$ref goes round in a circle");
}

void SchemaSet::Compiler::fill(Schema& schema, const Json& json, const std::string& place) {
    if (json.isBoolean()) {
        schema.open = true;
        return;
    }
    if (!json.isObject()) {
        fail(place, "a schema must be an object");
    }
    try {
        fillTypes(schema, json, place);
        fillNumbers(schema, json, place);
        fillStrings(schema, json, place);
        mergeAllOf(schema, json, place);
        fillObject(schema, json, place);
        fillAlternatives(schema, json, place);
    } catch (const JsonError& error) {
        fail(place, error.what());
    }
    if (const Json* items = json.find("items")) {
        schema.items = compile(*items, place + "/items");
    }
    if (const Json* constant = json.find("const")) {
        schema.enumeration = {*constant};
    } else if (const Json* values = json.find("enum")) {
        schema.enumeration = values->items();
    }
}

void SchemaSet::Compiler::fillTypes(Schema& schema, const Json& json, const std::string& place) {
    const auto add = [&](const std::string& name) {
        for (const TypeName& one : TypeNames) {
            if (one.name == name) {
                schema.types = static_cast<std::uint8_t>(schema.types | one.type);
                return;
            }
        }
        fail(place, "unknown type " + name);
    };
    if (const Json* type = json.find("type")) {
        if (type->isArray()) {
            for (const Json& one : type->items()) {
                add(one.text());
            }
        } else {
            add(type->text());
        }
    } else if (json.contains("properties")) {
        add("object");
    }
    if (json.contains("nullable")) {
        fail(place, "nullable is of OpenAPI 3.0: write type: [string, \"null\"]");
    }
}

void SchemaSet::Compiler::fillNumbers(Schema& schema, const Json& json, const std::string& place) {
    const auto bound = [&](std::string_view name, std::optional<Decimal>& target) {
        if (const Json* value = json.find(name)) {
            if (!value->isNumber()) {
                fail(place, std::string(name) + " must be a number");
            }
            target = value->decimal();
        }
    };
    bound("minimum", schema.minimum);
    bound("maximum", schema.maximum);
    bound("exclusiveMinimum", schema.exclusiveMinimum);
    bound("exclusiveMaximum", schema.exclusiveMaximum);
    const auto size = [&](std::string_view name, std::optional<std::size_t>& target) {
        if (const auto value = json.optionalInteger(name)) {
            target = static_cast<std::size_t>(*value);
        }
    };
    size("minLength", schema.minLength);
    size("maxLength", schema.maxLength);
    size("minItems", schema.minItems);
    size("maxItems", schema.maxItems);
    if (const auto decimals = json.optionalInteger("x-decimals")) {
        schema.decimals = static_cast<int>(*decimals);
    }
    schema.amount = isTrue(json, "x-amount");
}

void SchemaSet::Compiler::fillStrings(Schema& schema, const Json& json, const std::string& place) {
    if (const Json* expression = json.find("pattern")) {
        try {
            schema.pattern.emplace(expression->text());
        } catch (const std::runtime_error& error) {
            fail(place, std::string("pattern: ") + error.what());
        }
    }
    const Json* format = json.find("format");
    if (format == nullptr) {
        return;
    }
    constexpr std::array<std::pair<std::string_view, Format>, 7> Formats{
        {{"date", Format::Date},
         {"date-time", Format::DateTime},
         {"instant-or-date", Format::InstantOrDate},
         {"email", Format::Email},
         {"currency", Format::Currency},
         {"country", Format::Country},
         {"password", Format::Password}}};
    const std::string& name = format->text();
    for (const auto& [text, value] : Formats) {
        if (text == name) {
            schema.format = value;
            return;
        }
    }
    if (std::find(InformalFormats.begin(), InformalFormats.end(), name) == InformalFormats.end()) {
        fail(place, "unknown format " + name);
    }
}

void SchemaSet::Compiler::addProperties(Schema& schema, const Json& json, const std::string& place) {
    if (const Json* properties = json.find("properties")) {
        for (const Json::Member& member : properties->members()) {
            const Schema* value = compile(member.value, place + '/' + member.name);
            const auto known = std::find_if(schema.properties.begin(), schema.properties.end(),
                                            [&](const auto& one) { return one.name == member.name; });
            if (known != schema.properties.end()) {
                known->schema = value;
            } else {
                schema.properties.push_back({member.name, value, false});
            }
        }
    }
    if (const Json* required = json.find("required")) {
        for (const Json& name : required->items()) {
            const auto found = std::find_if(schema.properties.begin(), schema.properties.end(),
                                            [&](const auto& one) { return one.name == name.text(); });
            if (found == schema.properties.end()) {
                fail(place, "required names " + name.text() + ", which is not in properties");
            }
            if (!found->required) {
                found->required = true;
                schema.required.push_back(static_cast<std::size_t>(found - schema.properties.begin()));
            }
        }
    }
    if (const Json* conditions = json.find("x-required-unless")) {
        for (const Json::Member& condition : conditions->members()) {
            const auto found = std::find_if(schema.properties.begin(), schema.properties.end(),
                                            [&](const auto& one) { return one.name == condition.name; });
            if (found == schema.properties.end() || schema.property(condition.value.text()) == nullptr) {
                fail(place, "x-required-unless names " + condition.name + " or " + condition.value.text() +
                                ", which is not in properties");
            }
            schema.requiredUnless.emplace_back(static_cast<std::size_t>(found - schema.properties.begin()),
                                               condition.value.text());
        }
    }
}

void SchemaSet::Compiler::mergeAllOf(Schema& schema, const Json& json, const std::string& place) {
    const Json* parts = json.find("allOf");
    if (parts == nullptr) {
        return;
    }
    for (const Json& part : parts->items()) {
        const Json& resolved = resolve(part, place);
        if (!resolved.contains("properties") && !resolved.contains("allOf")) {
            schema.allOf.push_back(compile(part, place + "/allOf"));
            continue;
        }
        schema.types = static_cast<std::uint8_t>(schema.types | Schema::Object);
        mergeAllOf(schema, resolved, place);
        addProperties(schema, resolved, place);
    }
}

void SchemaSet::Compiler::fillObject(Schema& schema, const Json& json, const std::string& place) {
    addProperties(schema, json, place);
    const Json* additional = json.find("additionalProperties");
    if (additional != nullptr && additional->isObject()) {
        schema.additional = compile(*additional, place + "/additionalProperties");
        schema.open = true;
    } else if (additional != nullptr) {
        schema.open = additional->boolean();
    } else {
        // An object without declared members is free-form.
        schema.open = schema.properties.empty();
    }
}

void SchemaSet::Compiler::fillAlternatives(Schema& schema, const Json& json, const std::string& place) {
    for (const std::string_view keyword : {"anyOf", "oneOf"}) {
        if (const Json* branches = json.find(keyword)) {
            for (const Json& branch : branches->items()) {
                schema.anyOf.push_back(compile(branch, place + '/' + std::string(keyword)));
            }
        }
    }
}

void SchemaSet::Compiler::finish() {
    // The first validation pass skips schemas with no required members below. Schemas may be recursive, so
    // this repeats until nothing changes.
    bool changed = true;
    while (changed) {
        changed = false;
        for (Schema& schema : schemas_) {
            if (schema.anyRequiredBelow) {
                continue;
            }
            const auto below = [](const Schema* other) {
                return other != nullptr && other->anyRequiredBelow;
            };
            bool any = !schema.required.empty() || !schema.requiredUnless.empty() || below(schema.items) ||
                       below(schema.additional) ||
                       std::any_of(schema.anyOf.begin(), schema.anyOf.end(), below) ||
                       std::any_of(schema.allOf.begin(), schema.allOf.end(), below);
            for (const Schema::Property& property : schema.properties) {
                any = any || property.schema->amount || property.schema->anyRequiredBelow;
            }
            schema.anyRequiredBelow = any;
            changed = changed || any;
        }
    }
    document_ = nullptr;
}

} // namespace svc::host::openapi
