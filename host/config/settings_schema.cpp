#include "host/config/settings_schema.hpp"

#include "host/config/nearest.hpp"
#include "host/config/settings_format.hpp"
#include "sdk/bind/known_keys.hpp"

#include <svc/decimal.hpp>
#include <svc/text.hpp>

#include <algorithm>
#include <optional>
#include <regex>

namespace svc::host::config {

namespace {

using bindgen::keys::SettingsSchema;

bool isInteger(const Json& number) {
    const std::optional<Decimal> value = Decimal::parse(number.numberText());
    return value && value->isInteger();
}

bool hasType(const Json& value, const std::string& type) {
    switch (value.kind()) {
    case Json::Kind::Null:
        return type == "null";
    case Json::Kind::Boolean:
        return type == "boolean";
    case Json::Kind::Number:
        return type == "number" || (type == "integer" && isInteger(value));
    case Json::Kind::String:
        return type == "string";
    case Json::Kind::Array:
        return type == "array";
    case Json::Kind::Object:
        return type == "object";
    }
    return false;
}

std::string nameOfType(const std::string& type) {
    if (type == "integer") {
        return "an integer";
    }
    if (type == "null") {
        return "nothing";
    }
    if (type == "array") {
        return "a list";
    }
    if (type == "object") {
        return "a mapping";
    }
    return type == "string" ? "a text" : type == "boolean" ? "true or false" : "a " + type;
}

std::vector<std::string> texts(const Json* value) {
    std::vector<std::string> result;
    if (value != nullptr && value->isString()) {
        result.push_back(value->text());
    } else if (value != nullptr && value->isArray()) {
        for (const Json& item : value->items()) {
            result.push_back(item.isString() ? item.text() : item.dump());
        }
    }
    return result;
}

std::string joinedWithOr(const std::vector<std::string>& words) {
    std::string result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        result += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        result += words[i];
    }
    return result;
}

/// Walks value and schema together. Each check adds at most one mistake at its place.
class Checker {
public:
    Checker(const std::string& file, std::vector<Mistake>& mistakes) : file_(file), mistakes_(mistakes) {}

    void check(const YamlNode& node, const Json& schema, const std::string& key, int line) {
        if (!schema.isObject()) {
            return;
        }
        const Json value = node.isList() || node.isMapping() ? Json() : node.toJson();
        const Place place{node, key, line};
        if (!checkType(place, schema,
                       node.isList()      ? Json::array()
                       : node.isMapping() ? Json::object()
                                          : value) ||
            !checkChoice(place, schema)) {
            return;
        }
        if (node.isMapping()) {
            checkMapping(place, schema);
        } else if (node.isList()) {
            checkList(place, schema);
        } else if (value.isNumber()) {
            checkNumber(place, schema, value);
        } else if (value.isString()) {
            checkText(place, schema, value.text());
        }
    }

private:
    struct Place {
        const YamlNode& node;
        const std::string& key;
        int line;
    };

    void add(const Place& place, std::string expected) {
        mistakes_.push_back({file_, place.line, place.key, place.node.describe(), std::move(expected)});
    }

    bool checkType(const Place& place, const Json& schema, const Json& value) {
        const std::vector<std::string> types = texts(schema.find("type"));
        if (types.empty() || std::any_of(types.begin(), types.end(),
                                         [&value](const auto& type) { return hasType(value, type); })) {
            return true;
        }
        std::vector<std::string> names;
        std::transform(types.begin(), types.end(), std::back_inserter(names), nameOfType);
        add(place, joinedWithOr(names));
        return false;
    }

    bool checkChoice(const Place& place, const Json& schema) {
        const Json* choices = schema.find("enum");
        const Json* constant = schema.find("const");
        if (choices == nullptr && constant == nullptr) {
            return true;
        }
        const Json value = place.node.toJson();
        if (constant != nullptr && !(value == *constant)) {
            add(place, constant->dump());
            return false;
        }
        if (choices != nullptr && choices->isArray() &&
            std::find(choices->items().begin(), choices->items().end(), value) == choices->items().end()) {
            add(place, joinedWithOr(texts(choices)));
            return false;
        }
        return true;
    }

    void checkMapping(const Place& place, const Json& schema) {
        const Json* properties = schema.find("properties");
        const Json* others = schema.find("additionalProperties");
        for (const YamlNode::Member& member : place.node.members()) {
            const std::string key = place.key.empty() ? member.key : place.key + '.' + member.key;
            if (const Json* known = properties == nullptr ? nullptr : properties->find(member.key)) {
                check(member.value, *known, key, member.line);
            } else if (others != nullptr && others->isBoolean() && !others->boolean()) {
                mistakes_.push_back({file_, member.line, key,
                                     "an unknown key" + didYouMean(member.key, namesOf(properties)),
                                     knownKeys(properties)});
            } else if (others != nullptr) {
                check(member.value, *others, key, member.line);
            }
        }
        for (const std::string& name : texts(schema.find("required"))) {
            if (place.node.find(name) == nullptr) {
                const std::string key = place.key.empty() ? name : place.key + '.' + name;
                mistakes_.push_back({file_, place.line, key, "nothing", "a value: it is required"});
            }
        }
    }

    static std::vector<std::string> namesOf(const Json* properties) {
        std::vector<std::string> names;
        if (properties != nullptr && properties->isObject()) {
            for (const Json::Member& property : properties->members()) {
                names.push_back(property.name);
            }
        }
        return names;
    }

    static std::string knownKeys(const Json* properties) {
        const std::vector<std::string> names = namesOf(properties);
        return names.empty() ? "no settings" : joinedWithOr(names);
    }

    void checkList(const Place& place, const Json& schema) {
        const std::size_t size = place.node.items().size();
        if (const Json* least = schema.find("minItems");
            least && size < static_cast<std::size_t>(least->integer())) {
            addCount(place, size, "at least " + least->dump() + " entries");
        }
        if (const Json* most = schema.find("maxItems");
            most && size > static_cast<std::size_t>(most->integer())) {
            addCount(place, size, "at most " + most->dump() + " entries");
        }
        const Json* unique = schema.find("uniqueItems");
        const bool distinct = unique != nullptr && unique->isBoolean() && unique->boolean();
        std::vector<Json> seen;
        for (std::size_t i = 0; i < size; ++i) {
            const YamlNode& item = place.node.items()[i];
            const std::string key = place.key + '[' + std::to_string(i) + ']';
            if (const Json* items = schema.find("items")) {
                check(item, *items, key, item.line());
            }
            if (distinct) {
                Json value = item.toJson();
                if (std::find(seen.begin(), seen.end(), value) != seen.end()) {
                    add({item, key, item.line()}, "each entry once");
                }
                seen.push_back(std::move(value));
            }
        }
    }

    void addCount(const Place& place, std::size_t size, std::string expected) {
        mistakes_.push_back(
            {file_, place.line, place.key, std::to_string(size) + " entries", std::move(expected)});
    }

    void checkNumber(const Place& place, const Json& schema, const Json& number) {
        const std::optional<Decimal> value = Decimal::parse(number.numberText());
        if (!value) {
            add(place, "a number of at most 37 digits");
            return;
        }
        const auto limit = [&schema](std::string_view name) -> std::optional<Decimal> {
            const Json* found = schema.find(name);
            return found != nullptr && found->isNumber() ? std::optional(found->decimal()) : std::nullopt;
        };
        if (const auto least = limit("minimum"); least && *value < *least) {
            add(place, "a number not below " + least->toString());
        } else if (const auto most = limit("maximum"); most && *value > *most) {
            add(place, "a number not above " + most->toString());
        } else if (const auto below = limit("exclusiveMinimum"); below && *value <= *below) {
            add(place, "a number above " + below->toString());
        } else if (const auto above = limit("exclusiveMaximum"); above && *value >= *above) {
            add(place, "a number below " + above->toString());
        }
    }

    void checkText(const Place& place, const Json& schema, const std::string& text) {
        const std::size_t length = utf8Length(text);
        if (const Json* least = schema.find("minLength");
            least && length < static_cast<std::size_t>(least->integer())) {
            add(place, "at least " + least->dump() + " characters");
        } else if (const Json* most = schema.find("maxLength");
                   most && length > static_cast<std::size_t>(most->integer())) {
            add(place, "at most " + most->dump() + " characters");
        } else if (const Json* pattern = schema.find("pattern");
                   pattern && !std::regex_search(text, std::regex(pattern->text()))) {
            add(place, "a text that matches " + pattern->text());
        } else if (const Json* format = schema.find("format");
                   format && !matchesFormat(text, format->text())) {
            add(place, nameOfFormat(format->text()));
        }
    }

    const std::string& file_;
    std::vector<Mistake>& mistakes_;
};

bool isExpression(const std::string& pattern) {
    try {
        const std::regex compiled(pattern);
        return true;
    } catch (const std::regex_error&) {
        return false;
    }
}

bool isCount(const YamlNode& node) {
    return node.kind() == YamlNode::Kind::Number && parseInt64(node.text()).value_or(-1) >= 0;
}

/// Checks the schema itself.
class SchemaReader {
public:
    SchemaReader(const std::string& file, std::vector<Mistake>& mistakes)
        : file_(file), mistakes_(mistakes) {}

    void check(const YamlNode& schema, const std::string& key) {
        if (!schema.isMapping()) {
            add(schema, key, "a schema");
            return;
        }
        const std::size_t before = mistakes_.size();
        for (const YamlNode::Member& member : schema.members()) {
            if (member.key.rfind("x-", 0) == 0) {
                continue;
            }
            const std::string below = key.empty() ? member.key : key + '.' + member.key;
            if (std::find(SettingsSchema.begin(), SettingsSchema.end(), member.key) == SettingsSchema.end()) {
                add(member.value, below,
                    "a keyword that settings are checked by" + didYouMean(member.key, SettingsSchema));
            } else {
                checkKeyword(member.key, member.value, below);
            }
        }
        if (const YamlNode* fallback = schema.find("default"); fallback && mistakes_.size() == before) {
            const auto wrong = checkAgainstSchema(*fallback, schema.toJson(), file_,
                                                  key.empty() ? "default" : key + ".default");
            mistakes_.insert(mistakes_.end(), wrong.begin(), wrong.end());
        }
    }

private:
    void add(const YamlNode& node, const std::string& key, const std::string& expected) {
        mistakes_.push_back({file_, node.line(), key, node.describe(), expected});
    }

    void checkKeyword(const std::string& name, const YamlNode& value, const std::string& key) {
        if (name == "type") {
            checkTypes(value, key);
        } else if (name == "format") {
            require(value.isText() && isKnownFormat(value.text()), value, key,
                    "date, email, uri, currency or country");
        } else if (name == "pattern") {
            require(value.isText() && isExpression(value.text()), value, key, "a regular expression");
        } else if (name == "items") {
            check(value, key);
        } else if (name == "additionalProperties") {
            if (value.kind() != YamlNode::Kind::Boolean) {
                check(value, key);
            }
        } else if (name == "properties") {
            require(value.isMapping(), value, key, "a mapping of names to schemas");
            for (const YamlNode::Member& property : value.members()) {
                check(property.value, key + '.' + property.key);
            }
        } else if (name == "required" || name == "enum") {
            require(value.isList(), value, key, "a list");
        } else if (name == "minLength" || name == "maxLength" || name == "minItems" || name == "maxItems") {
            require(isCount(value), value, key, "a whole number from 0");
        } else if (name.find("imum") != std::string::npos) {
            require(value.kind() == YamlNode::Kind::Number, value, key, "a number");
        }
    }

    void checkTypes(const YamlNode& value, const std::string& key) {
        if (!value.isList()) {
            require(isSchemaType(value.text()), value, key, SchemaTypes);
        }
        for (const YamlNode& one : value.items()) {
            require(isSchemaType(one.text()) || one.isNull(), one, key, SchemaTypes);
        }
    }

    void require(bool holds, const YamlNode& node, const std::string& key, const std::string& expected) {
        if (!holds) {
            add(node, key, expected);
        }
    }

    const std::string& file_;
    std::vector<Mistake>& mistakes_;
};

} // namespace

bool isSchemaType(std::string_view name) {
    constexpr std::string_view Names[] = {"null",   "boolean", "integer", "number",
                                          "string", "array",   "object"};
    return std::find(std::begin(Names), std::end(Names), name) != std::end(Names);
}

std::vector<Mistake> checkAgainstSchema(const YamlNode& value, const Json& schema, const std::string& file,
                                        const std::string& key) {
    std::vector<Mistake> mistakes;
    Checker(file, mistakes).check(value, schema, key, value.line());
    return mistakes;
}

std::vector<Mistake> mistakesOfSchema(const YamlNode& schema, const std::string& file,
                                      const std::string& key) {
    std::vector<Mistake> mistakes;
    SchemaReader(file, mistakes).check(schema, key);
    return mistakes;
}

Json withDefaults(Json settings, const Json& schema) {
    const Json* properties = schema.find("properties");
    if (properties == nullptr || !properties->isObject() || !settings.isObject()) {
        return settings;
    }
    for (const Json::Member& property : properties->members()) {
        if (Json* present = settings.find(property.name)) {
            *present = withDefaults(std::move(*present), property.value);
        } else if (const Json* value = property.value.find("default")) {
            settings.set(property.name, withDefaults(*value, property.value));
        }
    }
    return settings;
}

} // namespace svc::host::config
