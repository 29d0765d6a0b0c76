#include "host/openapi/contract_check.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <utility>

#include <svc/text.hpp>

#include "host/openapi/contract.hpp"

namespace svc::host::openapi {
namespace {

using Names = std::initializer_list<std::string_view>;

/// The kind of value that a keyword has.
enum class Form { Any = 1, Text, Flag, Bytes, Count, Texts, Scopes, Mapping };

struct Keyword {
    std::string_view name;
    Form form;
};

constexpr std::array OperationKeywords = std::to_array<Keyword>({
    {"operationId", Form::Text},     {"summary", Form::Text},
    {"description", Form::Text},     {"tags", Form::Texts},
    {"deprecated", Form::Flag},      {"externalDocs", Form::Mapping},
    {"parameters", Form::Any},       {"requestBody", Form::Mapping},
    {"responses", Form::Mapping},    {"security", Form::Any},
    {"x-scope", Form::Scopes},       {"x-caller", Form::Text},
    {"x-company", Form::Any},        {"x-session", Form::Flag},
    {"x-page", Form::Text},          {"x-max-body", Form::Bytes},
    {"x-raw-body", Form::Flag},      {"x-dry-run", Form::Flag},
    {"x-outside", Form::Flag},       {"x-keeps", Form::Flag},
    {"x-company-wide", Form::Flag},  {"x-lists-without-unit", Form::Flag},
    {"x-limited-by", Form::Mapping}, {"x-export", Form::Flag},
    {"x-errors", Form::Texts},       {"x-events", Form::Texts},
    {"x-secret", Form::Texts},
});

constexpr std::array SchemaKeywords = std::to_array<Keyword>({
    {"type", Form::Any},
    {"properties", Form::Mapping},
    {"required", Form::Texts},
    {"additionalProperties", Form::Any},
    {"items", Form::Any},
    {"enum", Form::Any},
    {"const", Form::Any},
    {"minLength", Form::Count},
    {"maxLength", Form::Count},
    {"minItems", Form::Count},
    {"maxItems", Form::Count},
    {"minimum", Form::Any},
    {"maximum", Form::Any},
    {"exclusiveMinimum", Form::Any},
    {"exclusiveMaximum", Form::Any},
    {"pattern", Form::Text},
    {"format", Form::Text},
    {"$ref", Form::Text},
    {"allOf", Form::Any},
    {"anyOf", Form::Any},
    {"oneOf", Form::Any},
    {"title", Form::Text},
    {"description", Form::Text},
    {"default", Form::Any},
    {"example", Form::Any},
    {"examples", Form::Any},
    {"deprecated", Form::Flag},
    {"readOnly", Form::Flag},
    {"writeOnly", Form::Flag},
    {"nullable", Form::Any}, // gets its own message
    {"x-required-unless", Form::Mapping},
    {"x-amount", Form::Flag},
    {"x-money", Form::Any},
    {"x-decimals", Form::Count},
    {"x-raw", Form::Flag},
    {"x-id", Form::Text},
    {"x-type", Form::Text},
    {"x-text", Form::Flag},
    {"x-stored", Form::Any},
    {"x-extends", Form::Any},
});

constexpr std::array<std::string_view, 5> PathMethods{"get", "post", "put", "patch", "delete"};

template <std::size_t Count>
const Keyword* keywordOf(const std::array<Keyword, Count>& keywords, std::string_view name) {
    const auto found = std::find_if(keywords.begin(), keywords.end(),
                                    [&](const Keyword& keyword) { return keyword.name == name; });
    return found == keywords.end() ? nullptr : &*found;
}

bool areTexts(const Json& value) {
    return value.isArray() && std::all_of(value.items().begin(), value.items().end(),
                                          [](const Json& item) { return item.isString(); });
}

bool isWhole(const Json& value, std::int64_t least) {
    return value.isNumber() && parseInt64(value.numberText()).value_or(least - 1) >= least;
}

/// A description of the expected value; empty when the value is right.
std::string_view expected(Form form, const Json& value) {
    const auto unless = [](bool holds, std::string_view words) { return holds ? std::string_view() : words; };
    switch (form) {
    case Form::Any:
        break;
    case Form::Text:
        return unless(value.isString(), "a text");
    case Form::Flag:
        return unless(value.isBoolean(), "true or false");
    case Form::Bytes:
        return unless(isWhole(value, 1), "a number of bytes");
    case Form::Count:
        return unless(isWhole(value, 0), "a whole number from 0");
    case Form::Texts:
        return unless(areTexts(value), "a list of texts");
    case Form::Scopes:
        return unless(value.isString() || areTexts(value), "a scope or a list of scopes");
    case Form::Mapping:
        return unless(value.isObject(), "a mapping");
    }
    return {};
}

/// The value for a message, short.
std::string shown(const Json& value) {
    return value.isObject()  ? "a mapping"
           : value.isArray() ? "a list"
           : value.isNull()  ? "nothing"
                             : value.dump();
}

class ContractCheck {
public:
    ContractCheck(const Json& document, const std::string& where) : document_(document), where_(where) {}

    void run() const {
        known(document_, "the top",
              {"openapi", "info", "servers", "paths", "components", "tags", "security", "externalDocs"});
        if (const Json* paths = document_.find("paths"); paths != nullptr && !paths->isNull()) {
            mapping(*paths, "paths");
            for (const Json::Member& path : paths->members()) {
                pathItem(path.name, path.value);
            }
        }
        components();
    }

private:
    [[noreturn]] void fail(const std::string& place, const std::string& reason) const {
        throw ContractError(where_ + ": " + place + ": " + reason);
    }

    void mapping(const Json& json, const std::string& place) const {
        if (!json.isObject()) {
            fail(place, "found " + shown(json) + ", expected a mapping");
        }
    }

    void known(const Json& json, const std::string& place, Names names) const {
        mapping(json, place);
        for (const Json::Member& member : json.members()) {
            if (std::find(names.begin(), names.end(), member.name) == names.end()) {
                fail(place, "unknown keyword " + member.name);
            }
        }
    }

    template <std::size_t Count>
    void known(const Json& json, const std::string& place, const std::array<Keyword, Count>& keywords) const {
        for (const Json::Member& member : json.members()) {
            const Keyword* keyword = keywordOf(keywords, member.name);
            if (keyword == nullptr) {
                fail(place, "unknown keyword " + member.name);
            }
            if (const std::string_view words = expected(keyword->form, member.value); !words.empty()) {
                fail(place,
                     member.name + ": found " + shown(member.value) + ", expected " + std::string(words));
            }
        }
    }

    void components() const {
        const Json* components = document_.find("components");
        if (components == nullptr || components->isNull()) {
            return;
        }
        known(*components, "components",
              {"schemas", "parameters", "responses", "requestBodies", "securitySchemes", "headers",
               "examples"});
        for (const Json::Member& section : components->members()) {
            mapping(section.value, "components." + section.name);
            for (const Json::Member& member : section.value.members()) {
                const std::string place = "#/components/" + section.name + '/' + member.name;
                if (section.name == "schemas") {
                    schema(member.value, place);
                } else if (section.name == "parameters") {
                    parameter(member.value, place);
                } else if (section.name == "responses") {
                    response(member.value, place);
                } else if (section.name == "requestBodies") {
                    body(member.value, place);
                }
            }
        }
    }

    void pathItem(const std::string& path, const Json& item) const {
        known(item, path, {"get", "post", "put", "patch", "delete", "parameters", "summary", "description"});
        for (const Json::Member& member : item.members()) {
            if (std::find(PathMethods.begin(), PathMethods.end(), member.name) != PathMethods.end()) {
                operation(path, upperAscii(member.name) + ' ' + path, item, member.value);
            }
        }
    }

    void operation(const std::string& path, const std::string& place, const Json& item,
                   const Json& json) const {
        mapping(json, place);
        known(json, place, OperationKeywords);
        std::set<std::pair<std::string, std::string>> seen;
        for (const Json* owner : {&item, &json}) {
            if (const Json* list = owner->find("parameters")) {
                parameters(*list, path, place, seen);
            }
        }
        if (const Json* request = json.find("requestBody")) {
            body(*request, place + " body");
        }
        if (const Json* responses = json.find("responses")) {
            for (const Json::Member& member : responses->members()) {
                response(member.value, place + ' ' + member.name);
            }
        }
    }

    void parameters(const Json& list, const std::string& path, const std::string& place,
                    std::set<std::pair<std::string, std::string>>& seen) const {
        if (!list.isArray()) {
            fail(place, "parameters: found " + shown(list) + ", expected a list");
        }
        for (const Json& entry : list.items()) {
            parameter(entry, place);
            const Json* json = &entry;
            if (const Json* reference = entry.find("$ref")) {
                constexpr std::string_view Prefix = "#/components/parameters/";
                const std::string_view target = reference->text();
                json = target.starts_with(Prefix)
                           ? document_["components"]["parameters"].find(target.substr(Prefix.size()))
                           : nullptr;
                if (json == nullptr) {
                    fail(place, "no such component: " + std::string(target));
                }
            }
            const std::string name = json->textOr("name");
            if (!seen.emplace(json->textOr("in"), name).second) {
                fail(place, "the parameter " + name + " is there twice");
            }
            if (json->textOr("in") == "path" && path.find('{' + name + '}') == std::string::npos) {
                fail(place, "the parameter " + name + " is not in the path");
            }
        }
    }

    void parameter(const Json& json, const std::string& place) const {
        mapping(json, place + " parameter");
        if (json.contains("$ref")) {
            reference(json, place + " parameter");
            return;
        }
        const Json& name = json["name"];
        const std::string where = place + " parameter " + (name.isString() ? name.text() : "without a name");
        known(json, where,
              {"name", "in", "description", "required", "deprecated", "schema", "example", "examples",
               "style", "explode", "content"});
        if (!name.isString()) {
            fail(where, "name: found " + shown(name) + ", expected a text");
        }
        const Json& in = json["in"];
        if (!in.isString() || (in.text() != "query" && in.text() != "path" && in.text() != "header")) {
            fail(where, "in: found " + shown(in) + ", expected query, path or header");
        }
        if (const Json* required = json.find("required"); required != nullptr && !required->isBoolean()) {
            fail(where, "required: found " + shown(*required) + ", expected true or false");
        }
        if (const Json* found = json.find("schema")) {
            schema(*found, where);
        }
    }

    void body(const Json& json, const std::string& place) const {
        mapping(json, place);
        if (!json.contains("$ref")) {
            known(json, place, {"content", "required", "description"});
            content(json, place);
        } else {
            reference(json, place);
        }
    }

    void response(const Json& json, const std::string& place) const {
        mapping(json, place);
        if (!json.contains("$ref")) {
            known(json, place, {"description", "content", "headers"});
            content(json, place);
        } else {
            reference(json, place);
        }
    }

    void content(const Json& owner, const std::string& place) const {
        const Json* content = owner.find("content");
        if (content == nullptr) {
            return;
        }
        mapping(*content, place + " content");
        for (const Json::Member& type : content->members()) {
            known(type.value, place + ' ' + type.name, {"schema", "example", "examples", "encoding"});
            if (const Json* found = type.value.find("schema")) {
                schema(*found, place);
            }
        }
    }

    void reference(const Json& json, const std::string& place) const {
        if (!json["$ref"].isString()) {
            fail(place, "$ref: found " + shown(json["$ref"]) + ", expected a text");
        }
    }

    void schema(const Json& json, const std::string& place) const {
        if (json.isBoolean()) {
            return;
        }
        if (!json.isObject()) {
            fail(place, "a schema must be an object");
        }
        known(json, place, SchemaKeywords);
        if (const Json* properties = json.find("properties")) {
            for (const Json::Member& property : properties->members()) {
                schema(property.value, place + '/' + property.name);
            }
        }
        for (const char* keyword : {"items", "additionalProperties"}) {
            if (const Json* below = json.find(keyword)) {
                schema(*below, place + '/' + keyword);
            }
        }
        for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
            const Json* branches = json.find(keyword);
            if (branches == nullptr) {
                continue;
            }
            if (!branches->isArray()) {
                fail(place, std::string(keyword) + ": found " + shown(*branches) + ", expected a list");
            }
            for (const Json& branch : branches->items()) {
                schema(branch, place + '/' + keyword);
            }
        }
        identifier(json, place);
    }

    void identifier(const Json& json, const std::string& place) const {
        const Json* prefix = json.find("x-id");
        if (prefix == nullptr) {
            return;
        }
        const std::string& text = prefix->text();
        if (text.size() != 3 || text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) {
            fail(place, "x-id: found " + shown(*prefix) + ", expected three small letters");
        }
    }

    const Json& document_;
    const std::string& where_;
};

} // namespace

bool isSchemaKeyword(std::string_view name) noexcept {
    return keywordOf(SchemaKeywords, name) != nullptr;
}

void checkContract(const Json& document, const std::string& where) {
    ContractCheck(document, where).run();
}

} // namespace svc::host::openapi
