#include "host/openapi/examples.hpp"

#include "host/openapi/schema.hpp"

#include <algorithm>
#include <utility>

namespace svc::host::openapi {
namespace {

constexpr std::string_view SomeId = "_01jd9se49pj5tpbv97t342qked";

/// The type of a schema that allows several: the first that is not null.
std::string typeOf(const Json& schema) {
    const Json& type = schema["type"];
    if (type.isArray()) {
        for (const Json& one : type.items()) {
            if (one.text() != "null") {
                return one.text();
            }
        }
        return "null";
    }
    if (type.isString()) {
        return type.text();
    }
    return schema.contains("properties") ? "object" : "";
}

std::string textOf(const Json& schema, const std::string& name) {
    constexpr std::pair<std::string_view, std::string_view> Formats[] = {
        {"date", "2026-11-20"},
        {"date-time", "2026-11-20T09:00:00.000Z"},
        {"instant-or-date", "2026-11-20"},
        {"email", "lea@atelier.example"},
        {"currency", "EUR"},
        {"country", "FR"},
        {"password", "correct horse battery"}};
    const std::string format = schema.textOr("format");
    for (const auto& [known, value] : Formats) {
        if (format == known) {
            return std::string(value);
        }
    }
    if (schema["x-id"].isString()) {
        return schema["x-id"].text() + std::string(SomeId);
    }
    std::string text = name;
    const auto least = static_cast<std::size_t>(schema.optionalInteger("minLength").value_or(0));
    const auto most = static_cast<std::size_t>(schema.optionalInteger("maxLength").value_or(255));
    if (text.size() < least) {
        text.append(least - text.size(), 'x');
    }
    return text.substr(0, most);
}

Json numberOf(const Json& schema) {
    if (const Json* least = schema.find("minimum")) {
        const Decimal one(1);
        return least->decimal() < one && !(schema.contains("maximum") && schema["maximum"].decimal() < one)
                   ? Json(1)
                   : *least;
    }
    if (const Json* above = schema.find("exclusiveMinimum"); above != nullptr && above->isNumber()) {
        return Json(above->decimal() + Decimal(1));
    }
    return Json(1);
}

} // namespace

Json ExampleMaker::valueOf(const Json& schema, const std::string& name) {
    if (const Json* reference = schema.find("$ref")) {
        return referred(reference->text(), name);
    }
    if (const Json* example = schema.find("example")) {
        return *example;
    }
    if (const Json& examples = schema["examples"]; examples.isArray() && !examples.empty()) {
        return examples[0];
    }
    if (const Json* constant = schema.find("const")) {
        return *constant;
    }
    if (const Json& values = schema["enum"]; values.isArray() && !values.empty()) {
        return values[0];
    }
    if (const Json* preset = schema.find("default"); preset != nullptr && !preset->isNull()) {
        return *preset;
    }
    return combined(schema, name);
}

Json ExampleMaker::referred(const std::string& target, const std::string& name) {
    const std::string schema = target.substr(SchemaPrefix.size());
    if (!open_.insert(schema).second) {
        return Json(nullptr);
    }
    Json value = valueOf(schemas_[schema], name);
    open_.erase(schema);
    return value;
}

Json ExampleMaker::combined(const Json& schema, const std::string& name) {
    for (const char* keyword : {"anyOf", "oneOf"}) {
        const Json& choices = schema[keyword];
        if (choices.isArray()) {
            const auto first =
                std::find_if(choices.items().begin(), choices.items().end(), [this](const Json& choice) {
                    return typeOf(choice) != "null" && !isOpen(choice);
                });
            return first == choices.items().end() ? Json(nullptr) : valueOf(*first, name);
        }
    }
    Json value = simplest(schema, name);
    if (const Json& parts = schema["allOf"]; parts.isArray()) {
        for (const Json& part : parts.items()) {
            const Json more = valueOf(part, name);
            if (!more.isObject()) {
                value = more;
                continue;
            }
            if (!value.isObject()) {
                value = Json::object();
            }
            for (const Json::Member& member : more.members()) {
                value.set(member.name, member.value);
            }
        }
    }
    return value;
}

Json ExampleMaker::simplest(const Json& schema, const std::string& name) {
    const std::string type = typeOf(schema);
    if (type == "object") {
        return objectOf(schema);
    }
    if (type == "array") {
        return arrayOf(schema, name);
    }
    if (type == "string") {
        return Json(textOf(schema, name));
    }
    if (type == "integer" || type == "number") {
        return numberOf(schema);
    }
    if (type == "boolean") {
        return Json(true);
    }
    return type.empty() ? Json::object() : Json(nullptr);
}

/// Is it a reference to a schema that is being written?
bool ExampleMaker::isOpen(const Json& schema) const {
    const Json* reference = schema.find("$ref");
    return reference != nullptr && open_.count(reference->text().substr(SchemaPrefix.size())) != 0;
}

std::set<std::string> ExampleMaker::wanted(const Json& schema) const {
    std::set<std::string> names;
    if (const Json& required = schema["required"]; required.isArray()) {
        for (const Json& name : required.items()) {
            names.insert(name.text());
        }
    }
    if (const Json& unless = schema["x-required-unless"]; unless.isObject()) {
        for (const Json::Member& member : unless.members()) {
            names.insert(member.name);
        }
    }
    const Json& properties = schema["properties"];
    for (const Json::Member& member : properties.isObject() ? properties.members() : Json::Object()) {
        if (side_ == Side::Answer || member.value.optionalBool("x-amount").value_or(false)) {
            names.insert(member.name);
        }
    }
    if (names.empty() && properties.isObject() && !properties.empty()) {
        names.insert(properties.members().front().name);
    }
    return names;
}

Json ExampleMaker::objectOf(const Json& schema) {
    Json value = Json::object();
    const std::set<std::string> names = wanted(schema);
    const Json& properties = schema["properties"];
    for (const Json::Member& member : properties.isObject() ? properties.members() : Json::Object()) {
        if (names.count(member.name) != 0 && !isOpen(member.value)) {
            value.set(member.name, valueOf(member.value, member.name));
        }
    }
    if (const Json& others = schema["additionalProperties"]; value.empty() && others.isObject()) {
        value.set("name", valueOf(others, "value"));
    }
    return value;
}

Json ExampleMaker::arrayOf(const Json& schema, const std::string& name) {
    Json values = Json::array();
    const Json& items = schema["items"];
    if (isOpen(items)) {
        return values;
    }
    const std::int64_t least = schema.optionalInteger("minItems").value_or(1);
    for (std::int64_t i = 0; i < std::max<std::int64_t>(least, 1); ++i) {
        values.push(valueOf(items, name));
    }
    return values;
}

} // namespace svc::host::openapi
