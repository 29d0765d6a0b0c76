#include "schema_reader.hpp"

#include <algorithm>

#include "names.hpp"

namespace svc::bindgen {
namespace {

constexpr std::string_view SchemaPrefix = "#/components/schemas/";

/// The types that a schema allows, without "null"; sets `nullable`.
std::vector<std::string> typesOf(const Yaml& schema, bool& nullable) {
    std::vector<std::string> types;
    const auto type = schema.find("type");
    if (!type) {
        return types;
    }
    std::vector<Yaml> items = type->isList() ? type->items() : std::vector<Yaml>{*type};
    for (const Yaml& item : items) {
        if (item.text() == "null") {
            nullable = true;
        } else {
            types.push_back(item.text());
        }
    }
    return types;
}

bool isKnownType(const std::string& type) {
    constexpr std::string_view Known[] = {"string", "integer", "number", "boolean", "array", "object"};
    return std::find(std::begin(Known), std::end(Known), type) != std::end(Known);
}

/// Removes the file name from a reference: `openapi.yaml#/components/…` in a plugin.yaml becomes
/// `#/components/…`.
std::string withoutFile(std::string reference) {
    constexpr std::string_view File = "openapi.yaml";
    if (reference.compare(0, File.size(), File) == 0) {
        reference.erase(0, File.size());
    }
    return reference;
}

/// The name of a component in `$ref: '#/components/schemas/X'`.
std::string referredComponent(const std::string& reference) {
    return reference.compare(0, SchemaPrefix.size(), SchemaPrefix) == 0
               ? reference.substr(SchemaPrefix.size())
               : "";
}

/// The schema X of `oneOf: [X, { type: "null" }]`, which means X or null.
std::optional<Yaml> besidesNull(const Yaml& schema) {
    for (const char* name : {"oneOf", "anyOf"}) {
        std::vector<Yaml> others = schema.itemsOf(name);
        const auto nulls = std::remove_if(others.begin(), others.end(),
                                          [](const Yaml& one) { return one.textOf("type") == "null"; });
        if (nulls != others.end() && nulls == others.begin() + 1) {
            return others.front();
        }
    }
    return std::nullopt;
}

Type plain(Kind kind) {
    Type type;
    type.kind = kind;
    return type;
}

/// The content that all schemas with the same `x-type` must share: the values of an enumeration or the
/// members of an object.
std::vector<std::string> contentOf(const Yaml& schema) {
    std::vector<std::string> content;
    for (const Yaml& value : schema.itemsOf("enum")) {
        if (!value.isNull()) {
            content.push_back(value.text());
        }
    }
    const auto properties = schema.find("properties");
    for (const auto& [name, property] : properties ? properties->members() : std::vector<Yaml::Member>()) {
        content.push_back(name);
    }
    return content;
}

/// The names of the members that a schema requires.
std::set<std::string> requiredOf(const Yaml& schema) {
    std::set<std::string> names;
    for (const Yaml& one : schema.itemsOf("required")) {
        names.insert(one.text());
    }
    return names;
}

std::string qualified(const std::string& scope, const std::string& name) {
    return scope.empty() ? name : scope + "::" + name;
}

} // namespace

SchemaReader::SchemaReader(Plugin& plugin, const Yaml& contract, std::string scope,
                           const std::map<std::string, std::string>& identifiers, Mistakes& mistakes)
    : plugin_(plugin), contract_(contract), scope_(std::move(scope)), identifiers_(identifiers),
      mistakes_(mistakes) {}

Yaml SchemaReader::resolve(const Yaml& node, std::string_view part) {
    const auto reference = node.find("$ref");
    if (!reference) {
        return node;
    }
    const std::string prefix = "#/components/" + std::string(part) + '/';
    const std::string text = withoutFile(reference->text());
    if (text.compare(0, prefix.size(), prefix) == 0) {
        const auto components = contract_.find("components");
        const auto parts = components ? components->find(part) : std::nullopt;
        if (const auto found = parts ? parts->find(text.substr(prefix.size())) : std::nullopt) {
            return *found;
        }
    }
    mistakes_.add(*reference, "$ref", "one of " + prefix + "… in " + contract_.file());
    return Yaml(YAML::Node(YAML::NodeType::Map), std::make_shared<const std::string>(node.file()));
}

Type SchemaReader::read(const Yaml& schema, const std::string& name, const std::string& scope) {
    if (const auto raw = schema.find("x-raw")) {
        if (raw->isTrue() || (!side_.empty() && raw->text() == side_)) {
            return {};
        }
        if (raw->text() != "callers" && raw->text() != "providers") {
            mistakes_.add(*raw, "x-raw", "true, callers or providers");
        }
    }
    if (const auto reference = schema.find("$ref")) {
        const std::string component = referredComponent(withoutFile(reference->text()));
        if (component.empty()) {
            mistakes_.add(*reference, "$ref", "#/components/schemas/…");
            return {};
        }
        return this->component(*reference, component);
    }
    if (const auto other = besidesNull(schema)) {
        Type result = read(*other, name, scope);
        result.nullable = true;
        return result;
    }
    bool nullable = false;
    const std::vector<std::string> types = typesOf(schema, nullable);
    for (const std::string& type : types) {
        if (!isKnownType(type)) {
            mistakes_.add(*schema.find("type"), "type",
                          "string, integer, number, boolean, array, object or \"null\"");
        }
    }
    Type result;
    const std::string only = types.size() == 1 ? types[0] : "";
    if (schema.find("allOf") && (only.empty() || only == "object")) {
        result = ofObject(schema, name, scope);
    } else if (schema.find("oneOf") || schema.find("anyOf")) {
        result = {};
    } else if (const auto shared = schema.find("x-type"); shared && (only == "string" || only == "object")) {
        const bool isForeign = scope_ != "api"; // then it is shared with all that is declared there
        result = ofShared(schema, *shared, only == "string" || isForeign ? scope_ : scope);
    } else if (only == "string") {
        result = ofText(schema, name, scope);
    } else if (only == "integer" || only == "number") {
        result = ofNumber(schema, only == "integer");
    } else if (only == "boolean") {
        result = plain(Kind::Boolean);
    } else if (only == "array") {
        result = plain(Kind::List);
        const auto items = schema.find("items");
        if (!items) {
            mistakes_.add(schema, "items", "nothing", "the schema of an element");
        }
        result.item.push_back(items ? read(*items, name + "Item", scope) : Type());
    } else if (only == "object") {
        result = ofObject(schema, name, scope);
    }
    result.nullable = nullable;
    return result;
}

Type SchemaReader::component(const Yaml& at, const std::string& name) {
    if (const auto known = components_.find(name); known != components_.end()) {
        return known->second;
    }
    const auto components = contract_.find("components");
    const auto schemas = components ? components->find("schemas") : std::nullopt;
    const auto schema = schemas ? schemas->find(name) : std::nullopt;
    if (!schema) {
        if (name == "Actor") {
            return plain(Kind::Actor);
        }
        mistakes_.add(at, "$ref", '"' + name + '"', "a schema of components.schemas in " + contract_.file());
        return {};
    }
    // A recursive schema cannot become a struct, because its size would be infinite.
    if (!beingRead_.insert(name).second) {
        return {};
    }
    const Type type = read(*schema, upperCamel(name), scope_);
    beingRead_.erase(name);
    components_.emplace(name, type);
    return type;
}

Type SchemaReader::ofText(const Yaml& schema, const std::string& name, const std::string& scope) {
    if (const auto prefix = schema.find("x-id")) {
        return ofIdentifier(*prefix);
    }
    if (const auto values = schema.find("enum"); values && !schema.isTrue("x-text")) {
        return ofEnum(*values, name, scope);
    }
    const std::string format = schema.textOf("format");
    if (format == "date") {
        return plain(Kind::Date);
    }
    if (format == "date-time") {
        return plain(Kind::Instant);
    }
    if (format == "instant-or-date") {
        return plain(Kind::DateOrInstant);
    }
    return plain(format == "currency" ? Kind::Currency : Kind::Text);
}

Type SchemaReader::ofShared(const Yaml& schema, const Yaml& given, const std::string& place) {
    const std::string name = given.text();
    // A verb that the plugin declares has the types that its commands have already.
    const bool isOfCommands = place == "verbs" && shared_.count(qualified("commands", name)) != 0;
    const std::string scope = isOfCommands ? "commands" : place;
    const bool isEnum = schema.find("enum").has_value();
    if (upperCamel(name) != name || !(isEnum || schema.find("properties"))) {
        mistakes_.add(given, "x-type", "the name of a type, such as OrderState, beside enum or properties");
        return {};
    }
    const auto [found, fresh] = shared_.try_emplace(qualified(scope, name));
    if (!fresh) {
        if (found->second.content != contentOf(schema)) {
            mistakes_.add(given, "x-type", "what differs from the first schema called " + name,
                          "the same values or members");
        } else if (!isEnum) {
            requireLess(*found->second.type.structure, schema);
        }
        return found->second.type;
    }
    found->second.content = contentOf(schema);
    const Type type = isEnum ? ofEnum(*schema.find("enum"), name, scope) : ofObject(schema, name, scope);
    found->second.type = type;
    return type;
}

void SchemaReader::requireLess(Struct& structure, const Yaml& schema) {
    const std::set<std::string> required = requiredOf(schema);
    for (Member& member : structure.members) {
        const auto property = schema.find("properties")->find(member.jsonName);
        const bool isAmount = property && property->isTrue("x-amount");
        member.required = member.required && (isAmount || required.count(member.jsonName) != 0);
    }
}

Type SchemaReader::ofNumber(const Yaml& schema, bool whole) {
    const auto money = schema.find("x-money");
    const std::string unit = money ? money->text() : "";
    if (money && unit != "true" && unit != "minor") {
        mistakes_.add(*money, "x-money", "true (major units) or minor");
    }
    if (unit == "minor") {
        return plain(whole ? Kind::MinorAmount : Kind::MinorPrice);
    }
    if (unit == "true" || schema.isTrue("x-amount")) {
        return plain(Kind::MajorAmount);
    }
    return plain(whole ? Kind::Integer : Kind::Decimal);
}

Type SchemaReader::ofIdentifier(const Yaml& prefix) {
    const std::string text = prefix.text();
    Type type = plain(Kind::Id);
    if (const auto own = identifiers_.find(text); own != identifiers_.end()) {
        type.name = own->second;
    } else if (const auto known = knownIdentifiers().find(text); known != knownIdentifiers().end()) {
        type.name = known->second;
    } else {
        mistakes_.add(prefix, "x-id", "a prefix of the API, or one under `identifiers` of plugin.yaml");
        type.name = upperCamel(text) + "Id";
    }
    plugin_.identifiers[text] = type.name;
    return type;
}

Type SchemaReader::ofEnum(const Yaml& values, const std::string& name, const std::string& scope) {
    Enum result{scope, name, {}};
    for (const Yaml& value : values.items()) {
        if (value.isNull()) {
            continue;
        }
        const std::string enumerator = enumeratorName(value.text());
        for (const Enumerator& other : result.values) {
            if (other.name == enumerator) {
                mistakes_.add(value, "enum",
                              "values that differ in more than their signs from " + other.text);
            }
        }
        result.values.push_back({value.text(), enumerator});
    }
    checkName(values, name, scope);
    plugin_.enums.push_back(std::move(result));
    Type type = plain(Kind::Enum);
    type.name = qualified(scope, name);
    return type;
}

Type SchemaReader::ofObject(const Yaml& schema, const std::string& name, const std::string& scope) {
    if (const auto money = schema.find("x-money")) {
        if (money->text() != "event") {
            mistakes_.add(*money, "x-money", "event, for an object of amount and currency");
        }
        return plain(Kind::EventAmount);
    }
    const auto additional = schema.find("additionalProperties");
    const bool open = additional && (additional->isTrue() || additional->isMap());
    if (open || (!schema.find("properties") && !schema.find("allOf"))) {
        return {};
    }
    Type type = plain(Kind::Struct);
    type.structure = structOf(schema, name, scope, {});
    type.name = qualified(scope, name);
    if (schema.isTrue("x-stored")) {
        mark(type, {true, true, false});
    }
    return type;
}

Struct* SchemaReader::structOf(const Yaml& schema, const std::string& name, const std::string& scope,
                               const std::set<std::string>& without) {
    checkName(schema, name, scope);
    Struct& result = plugin_.structs.emplace_back();
    result.scope = scope;
    result.name = name;
    result.origin = schema.textOf("description");
    std::set<std::string> others = without;
    if (const auto extended = schema.find("x-extends")) {
        result.base = extendedBy(schema, *extended);
        for (const Member* inherited : wholeMembers(result)) {
            others.insert(inherited->jsonName);
        }
    }
    addMembers(result, schema, name, others);
    plugin_.order.push_back(&result);
    return &result;
}

Struct* SchemaReader::extendedBy(const Yaml& schema, const Yaml& extended) {
    const Type type = component(extended, extended.text());
    if (type.structure == nullptr) {
        mistakes_.add(extended, "x-extends", '"' + extended.text() + '"', "an object of components.schemas");
        return nullptr;
    }
    const std::vector<std::string> names = contentOf(schema);
    const std::set<std::string> required = requiredOf(schema);
    std::size_t at = 0;
    for (const Member* inherited : wholeMembers(*type.structure)) {
        const bool isThere = at < names.size() && names[at++] == inherited->jsonName;
        if (!isThere || (inherited->required && required.count(inherited->jsonName) == 0)) {
            mistakes_.add(extended, "x-extends", "a schema without " + inherited->jsonName + " in its place",
                          "the members of " + extended.text() + ", required as there, and more");
            break;
        }
    }
    return type.structure;
}

void SchemaReader::addMembers(Struct& to, const Yaml& schema, const std::string& name,
                              const std::set<std::string>& without) {
    for (const Yaml& part : schema.itemsOf("allOf")) {
        addMembers(to, resolve(part, "schemas"), name, without);
    }
    std::set<std::string> required = requiredOf(schema);
    const auto properties = schema.find("properties");
    for (const auto& [jsonName, property] :
         properties ? properties->members() : std::vector<Yaml::Member>()) {
        if (!property.isMap()) {
            mistakes_.add(property, jsonName, "a schema");
            continue;
        }
        required.erase(without.count(jsonName) != 0 ? jsonName : "");
        if (without.count(jsonName) == 0) {
            Member one = member(property, jsonName, name + upperCamel(jsonName), to.scope);
            one.required = required.erase(jsonName) != 0 || property.isTrue("x-amount");
            to.members.push_back(std::move(one));
        }
    }
    for (const std::string& missing : required) {
        if (!schema.find("allOf")) {
            mistakes_.add(*schema.find("required"), "required", '"' + missing + '"',
                          "a name under properties");
        }
    }
}

Member SchemaReader::member(const Yaml& schema, const std::string& jsonName, const std::string& typeName,
                            const std::string& scope) {
    Member result;
    result.jsonName = jsonName;
    result.description = schema.textOf("description");
    result.type = read(schema, typeName, scope);
    if (const auto initial = schema.find("default"); initial && initial->isText()) {
        result.initializer = initializerOf(result.type, *initial);
    } else if (initial && initial->isList() && initial->items().empty() && result.type.kind == Kind::List) {
        result.initializer = "{}";
    }
    return result;
}

std::string SchemaReader::initializerOf(const Type& type, const Yaml& initial) {
    switch (type.kind) {
    case Kind::Boolean:
    case Kind::Integer:
        return initial.text();
    case Kind::MinorAmount:
        return "MinorAmount(" + initial.text() + ')';
    case Kind::Text:
        return literal(initial.text());
    case Kind::Enum:
        return type.name + "::" + enumeratorName(initial.text());
    default:
        return {};
    }
}

Member SchemaReader::setting(const std::string& key, const Yaml& declared, const Yaml& schema,
                             const Yaml& initial) {
    Member result;
    result.jsonName = key;
    result.description = declared.textOf("description");
    result.type = read(schema, upperCamel(key), "");
    switch (result.type.kind) {
    case Kind::MajorAmount:
        // Clients write major units; the company shows minor units. Which minor units a default is depends on
        // the currency, so the host fills it in.
        result.type = plain(Kind::MinorPrice);
        result.initializer = "MinorPrice()";
        break;
    case Kind::Decimal:
        result.initializer = "Decimal::parse(" + literal(initial.text()) + ").value()";
        break;
    default:
        result.initializer = initializerOf(result.type, initial);
    }
    const std::vector<std::string> values = contentOf(schema);
    const bool isValue = result.type.kind != Kind::Enum ||
                         std::find(values.begin(), values.end(), initial.text()) != values.end();
    if (result.initializer.empty() || result.type.nullable) {
        mistakes_.add(schema, "companySettings." + key + ".schema", "a string, boolean, integer or number");
    } else if (!isValue) {
        mistakes_.add(initial, "companySettings." + key + ".default", "one of its enum");
    }
    return result;
}

void SchemaReader::checkName(const Yaml& at, const std::string& name, const std::string& scope) {
    const auto taken = [&](const auto& one) { return one.scope == scope && one.name == name; };
    if (std::any_of(plugin_.structs.begin(), plugin_.structs.end(), taken) ||
        std::any_of(plugin_.enums.begin(), plugin_.enums.end(), taken)) {
        mistakes_.add(at, name, "a second schema that would be called " + name,
                      "another name, or one component that both refer to");
    }
}

void mark(Struct& structure, Use use) {
    Use& known = structure.use;
    if ((known.read || !use.read) && (known.written || !use.written) && (known.patched || !use.patched)) {
        return;
    }
    known.read = known.read || use.read;
    known.written = known.written || use.written;
    known.patched = known.patched || use.patched;
    if (structure.base != nullptr) {
        mark(*structure.base, use);
    }
    for (const Member& member : structure.members) {
        mark(member.type, use);
    }
}

void mark(const Type& type, Use use) {
    if (type.structure != nullptr) {
        mark(*type.structure, use);
    }
    for (const Type& item : type.item) {
        mark(item, use);
    }
}

} // namespace svc::bindgen
