#include "host/openapi/contract_check.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include <svc/text.hpp>

#include "host/config/nearest.hpp"
#include "sdk/bind/known_keys.hpp"

namespace svc::host::openapi {
namespace {

using Names = std::span<const std::string_view>;

namespace keys = bindgen::keys;
using keys::Form;
using keys::Keyword;

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

/// A value of the document: its name for readers, and the keys that lead to it.
struct Place {
    std::string text;
    std::vector<std::string> keys;

    /// The same value under a longer name.
    Place named(const std::string& more) const { return {text + more, keys}; }
    Place below(const std::string& key, const std::string& more = {}) const {
        Place place{text + more, keys};
        place.keys.push_back(key);
        return place;
    }
};

class ContractCheck {
public:
    explicit ContractCheck(const Json& document) : document_(document) {}

    std::vector<ContractMistake> run() {
        const Place top{"the top", {}};
        known(document_, top, keys::Document);
        if (const Json* paths = document_.find("paths"); paths != nullptr && !paths->isNull()) {
            if (mapping(*paths, {"paths", {"paths"}})) {
                for (const Json::Member& path : paths->members()) {
                    pathItem(path.name, path.value);
                }
            }
        }
        components();
        return std::move(mistakes_);
    }

private:
    void fail(const Place& place, const std::string& reason) {
        // Parameters of a path are those of each of its operations.
        const bool isKnown =
            std::any_of(mistakes_.begin(), mistakes_.end(), [&](const ContractMistake& mistake) {
                return mistake.keys == place.keys && mistake.reason == reason;
            });
        if (!isKnown) {
            mistakes_.push_back({place.keys, place.text, reason});
        }
    }

    bool mapping(const Json& json, const Place& place) {
        if (!json.isObject()) {
            fail(place, "found " + shown(json) + ", expected a mapping");
        }
        return json.isObject();
    }

    template <class Known>
    void unknown(const Json::Member& member, const Place& place, const Known& names) {
        fail(place.below(member.name),
             "unknown keyword " + member.name + config::didYouMean(member.name, names));
    }

    bool known(const Json& json, const Place& place, Names names) {
        if (!mapping(json, place)) {
            return false;
        }
        for (const Json::Member& member : json.members()) {
            if (std::find(names.begin(), names.end(), member.name) == names.end()) {
                unknown(member, place, names);
            }
        }
        return true;
    }

    template <std::size_t Count>
    void known(const Json& json, const Place& place, const std::array<Keyword, Count>& keywords) {
        for (const Json::Member& member : json.members()) {
            const Keyword* keyword = keywordOf(keywords, member.name);
            if (keyword == nullptr) {
                unknown(member, place, keys::namesOf(keywords));
            } else if (const std::string_view words = expected(keyword->form, member.value); !words.empty()) {
                fail(place.below(member.name),
                     member.name + ": found " + shown(member.value) + ", expected " + std::string(words));
            }
        }
    }

    void components() {
        const Json* components = document_.find("components");
        const Place top{"components", {"components"}};
        if (components == nullptr || components->isNull() || !known(*components, top, keys::Components)) {
            return;
        }
        for (const Json::Member& section : components->members()) {
            const Place list = top.below(section.name, '.' + section.name);
            if (!mapping(section.value, list)) {
                continue;
            }
            for (const Json::Member& member : section.value.members()) {
                Place place = list.below(member.name);
                place.text = "#/components/" + section.name + '/' + member.name;
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

    void pathItem(const std::string& path, const Json& item) {
        const Place place{path, {"paths", path}};
        if (!known(item, place, keys::PathItem)) {
            return;
        }
        for (const Json::Member& member : item.members()) {
            if (std::find(keys::PathMethods.begin(), keys::PathMethods.end(), member.name) !=
                keys::PathMethods.end()) {
                Place below = place.below(member.name);
                below.text = upperAscii(member.name) + ' ' + path;
                operation(path, below, item, member.value);
            }
        }
    }

    void operation(const std::string& path, const Place& place, const Json& item, const Json& json) {
        if (!mapping(json, place)) {
            return;
        }
        known(json, place, keys::Operation);
        std::set<std::pair<std::string, std::string>> seen;
        if (const Json* list = item.find("parameters")) {
            Place shared{place.text, {"paths", path, "parameters"}};
            parameters(*list, path, shared, seen);
        }
        if (const Json* list = json.find("parameters")) {
            parameters(*list, path, place.below("parameters"), seen);
        }
        if (const Json* request = json.find("requestBody")) {
            body(*request, place.below("requestBody", " body"));
        }
        const Json* responses = json.find("responses");
        if (responses != nullptr && responses->isObject()) {
            for (const Json::Member& member : responses->members()) {
                response(member.value, place.below("responses").below(member.name, ' ' + member.name));
            }
        }
    }

    void parameters(const Json& list, const std::string& path, const Place& place,
                    std::set<std::pair<std::string, std::string>>& seen) {
        if (!list.isArray()) {
            fail(place, "parameters: found " + shown(list) + ", expected a list");
            return;
        }
        for (std::size_t i = 0; i < list.items().size(); ++i) {
            const Json& entry = list.items()[i];
            const Place at = place.below(std::to_string(i));
            const Json* json = parameter(entry, at) ? resolved(entry, at) : nullptr;
            if (json == nullptr || !(*json)["name"].isString() || !(*json)["in"].isString()) {
                continue;
            }
            const std::string name = json->textOr("name");
            if (!seen.emplace(json->textOr("in"), name).second) {
                fail(at, "the parameter " + name + " is there twice");
            }
            if (json->textOr("in") == "path" && path.find('{' + name + '}') == std::string::npos) {
                fail(at, "the parameter " + name + " is not in the path");
            }
            if (json->contains("x-rest") &&
                (json->textOr("in") != "path" || !path.ends_with("/{" + name + '}'))) {
                fail(at, "x-rest is for the parameter that is the last segment of the path");
            }
        }
    }

    /// The parameter that a $ref points to, or `json` itself; nullptr when there is none.
    const Json* resolved(const Json& json, const Place& place) {
        const Json* reference = json.find("$ref");
        if (reference == nullptr) {
            return &json;
        }
        constexpr std::string_view Prefix = "#/components/parameters/";
        const std::string_view target = reference->text();
        const Json* found = target.starts_with(Prefix)
                                ? document_["components"]["parameters"].find(target.substr(Prefix.size()))
                                : nullptr;
        if (found == nullptr) {
            fail(place, "no such component: " + std::string(target));
        }
        return found;
    }

    bool parameter(const Json& json, const Place& place) {
        if (!mapping(json, place.named(" parameter"))) {
            return false;
        }
        if (json.contains("$ref")) {
            return reference(json, place.named(" parameter"));
        }
        const Json& name = json["name"];
        const Place where =
            place.named(" parameter " + (name.isString() ? name.text() : std::string("without a name")));
        known(json, where, keys::OperationParameter);
        if (!name.isString()) {
            fail(where, "name: found " + shown(name) + ", expected a text");
        }
        const Json& in = json["in"];
        if (!in.isString() || (in.text() != "query" && in.text() != "path" && in.text() != "header")) {
            fail(where, "in: found " + shown(in) + ", expected query, path or header");
        }
        if (const Json* required = json.find("required"); required != nullptr && !required->isBoolean()) {
            fail(where.below("required"), "required: found " + shown(*required) + ", expected true or false");
        }
        if (const Json* rest = json.find("x-rest");
            rest != nullptr && !(rest->isBoolean() && rest->boolean())) {
            fail(where.below("x-rest"), "x-rest: found " + shown(*rest) + ", expected true");
        }
        if (const Json* found = json.find("schema")) {
            schema(*found, where.below("schema"));
        }
        return true;
    }

    void body(const Json& json, const Place& place) { holder(json, place, keys::Body); }

    void response(const Json& json, const Place& place) { holder(json, place, keys::Response); }

    /// A body or a response: a $ref, or `names` with its content.
    void holder(const Json& json, const Place& place, Names names) {
        if (!mapping(json, place)) {
            return;
        }
        if (json.contains("$ref")) {
            reference(json, place);
        } else if (known(json, place, names)) {
            content(json, place);
        }
    }

    void content(const Json& owner, const Place& place) {
        const Json* content = owner.find("content");
        if (content == nullptr || !mapping(*content, place.below("content", " content"))) {
            return;
        }
        for (const Json::Member& type : content->members()) {
            const Place at = place.below("content").below(type.name, ' ' + type.name);
            if (!known(type.value, at, keys::MediaType)) {
                continue;
            }
            if (const Json* found = type.value.find("schema")) {
                Place below = at.below("schema");
                below.text = place.text;
                schema(*found, below);
            }
        }
    }

    bool reference(const Json& json, const Place& place) {
        if (!json["$ref"].isString()) {
            fail(place, "$ref: found " + shown(json["$ref"]) + ", expected a text");
        }
        return json["$ref"].isString();
    }

    void schema(const Json& json, const Place& place) {
        if (json.isBoolean()) {
            return;
        }
        if (!json.isObject()) {
            fail(place, "a schema must be an object");
            return;
        }
        known(json, place, keys::Schema);
        const Json* properties = json.find("properties");
        if (properties != nullptr && properties->isObject()) {
            for (const Json::Member& property : properties->members()) {
                schema(property.value, place.below("properties").below(property.name, '/' + property.name));
            }
        }
        for (const char* keyword : {"items", "additionalProperties"}) {
            if (const Json* below = json.find(keyword)) {
                schema(*below, place.below(keyword, '/' + std::string(keyword)));
            }
        }
        for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
            const Json* branches = json.find(keyword);
            if (branches == nullptr) {
                continue;
            }
            if (!branches->isArray()) {
                fail(place.below(keyword),
                     std::string(keyword) + ": found " + shown(*branches) + ", expected a list");
                continue;
            }
            for (std::size_t i = 0; i < branches->items().size(); ++i) {
                schema(branches->items()[i],
                       place.below(keyword, '/' + std::string(keyword)).below(std::to_string(i)));
            }
        }
        identifier(json, place);
    }

    void identifier(const Json& json, const Place& place) {
        const Json* prefix = json.find("x-id");
        if (prefix == nullptr || !prefix->isString()) {
            return;
        }
        const std::string& text = prefix->text();
        if (text.size() != 3 || text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) {
            fail(place.below("x-id"), "x-id: found " + shown(*prefix) + ", expected three small letters");
        }
    }

    const Json& document_;
    std::vector<ContractMistake> mistakes_;
};

} // namespace

bool isSchemaKeyword(std::string_view name) noexcept {
    return keywordOf(keys::Schema, name) != nullptr;
}

std::vector<ContractMistake> mistakesOf(const Json& document) {
    return ContractCheck(document).run();
}

} // namespace svc::host::openapi
