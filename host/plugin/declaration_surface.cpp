// Reads the parts of plugin.yaml that a plugin offers to others: commands, scopes, events, codes, numbers,
// names.
#include <algorithm>
#include <set>

#include "host/config/settings_schema.hpp"
#include "host/core/host_commands.hpp"
#include "host/core/number_format.hpp"
#include "host/core/own_record.hpp"
#include "host/openapi/contract_check.hpp"
#include "host/plugin/declaration_parts.hpp"
#include "sdk/bind/known_keys.hpp"

namespace svc::host::plugin {
namespace {

using config::YamlNode;
using Reader = DeclarationReader;
namespace keys = bindgen::keys;

constexpr const char* ErrorCode = "[a-z][a-z0-9-]*(:(<[A-Za-z]+>|[A-Za-z0-9_.-]+))*";
constexpr const char* Word = "[a-z][a-z0-9_]*";

/// Is the command in an area of the host? The host offers public.link, so no plugin may offer public.….
bool isAreaOfHost(const std::string& command) {
    const std::string area = command.substr(0, command.find('.') + 1);
    if (area == SharedArea) {
        return isHostCommand(command);
    }
    return std::any_of(HostCommands.begin(), HostCommands.end(),
                       [&](std::string_view own) { return own.substr(0, area.size()) == area; });
}

/// Checks the schemas of what goes into a command and comes out.
void checkSchemas(Reader& reader, const YamlNode& command, const std::string& path) {
    for (const char* key : {"input", "output"}) {
        if (const YamlNode* schema = command.find(key)) {
            checkSchema(reader, *schema, path + key);
        }
    }
}

/// The commands that the plugin calls without knowing who provides them. Their schemas are for svc-bind.
void checkVerbs(Reader& reader, const YamlNode& commands) {
    std::set<std::string> names;
    for (const YamlNode* item : reader.mappings(commands, "verbs", keys::Verb, "commands")) {
        const std::string name =
            reader.matching(*item, "name", R"([a-z][a-z0-9_-]*\.\*(\.[a-z][a-z0-9_.-]*)?)",
                            "<family>.*.<verb> in small letters", "commands.verbs");
        if (!name.empty() && !names.insert(name).second) {
            reader.mistake(*item->find("name"), "commands.verbs.name", "each verb once");
        }
        checkSchemas(reader, *item, "commands.verbs.");
    }
}

void readCommands(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* commands = reader.mapping(root, "commands", "a mapping with provides, uses and verbs");
    if (commands == nullptr) {
        return;
    }
    reader.knownKeys(*commands, "commands", keys::Commands);
    for (const YamlNode* item : reader.mappings(*commands, "provides", keys::CommandProvided, "commands")) {
        const std::string name = reader.text(*item, "name", true, "commands.provides");
        // Usually <id>.<verb>; also document.<kind>, import.<kind>, or an area of which the plugin is the
        // owner.
        if (!name.empty() && !matches(name, "[a-z][a-z0-9_-]*\\.[a-z][a-z0-9_.-]*")) {
            reader.mistake(*item->find("name"), "commands.provides.name", "<area>.<verb> in small letters");
        } else if (isAreaOfHost(name)) {
            reader.mistake(*item->find("name"), "commands.provides.name", "an area that is not of the host");
        } else if (const auto& known = declaration.providedCommands;
                   std::find(known.begin(), known.end(), name) != known.end()) {
            reader.mistake(*item->find("name"), "commands.provides.name", "each command once");
        }
        checkSchemas(reader, *item, "commands.provides.");
        declaration.providedCommands.push_back(name);
        if (reader.boolean(*item, "outside", "commands.provides")) {
            declaration.outsideCommands.insert(name);
        }
    }
    for (const YamlNode* item : reader.mappings(*commands, "uses", keys::CommandUsed, "commands")) {
        UsedCommand used{reader.text(*item, "name", true, "commands.uses"),
                         reader.boolean(*item, "optional", "commands.uses")};
        reader.boolean(*item, "raw", "commands.uses"); // for svc-bind
        declaration.usedCommands[used.name] = used;
    }
    checkVerbs(reader, *commands);
}

void readScopes(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.mappings(root, "scopes", keys::Scope)) {
        Scope scope;
        scope.scope = reader.matching(*item, "scope", "[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*",
                                      "<area>:<right> in small letters", "scopes");
        scope.module = reader.text(*item, "module", true, "scopes");
        scope.description = reader.wording(*item, "description", "scopes");
        scope.keyOnly = reader.boolean(*item, "keyOnly", "scopes");
        scope.neverKey = reader.boolean(*item, "neverKey", "scopes");
        scope.sessionScope = reader.text(*item, "sessionScope", false, "scopes");
        scope.plugin = declaration.id;
        declaration.scopes.push_back(std::move(scope));
    }
}

void readEvents(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.mappings(root, "events", keys::Event)) {
        EventType type;
        type.type = reader.matching(*item, "type", R"([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)",
                                    "<object>.<what happened> in small letters", "events");
        type.object = reader.matching(*item, "object", Word, "a word in small letters", "events");
        type.since = reader.text(*item, "since", true, "events");
        type.reserved = reader.boolean(*item, "reserved", "events");
        type.schema = reader.text(*item, "schema", !type.reserved, "events");
        type.descriptions = reader.wording(*item, "descriptions", "events");
        type.module = declaration.id;
        declaration.events.push_back(std::move(type));
    }
}

void readErrors(Reader& reader, const YamlNode& root) {
    for (const YamlNode* item : reader.mappings(root, "errors", keys::Error)) {
        reader.matching(*item, "code", ErrorCode, "a code such as note-not-found, field-invalid:<field>",
                        "errors");
        reader.matching(*item, "status", "[45][0-9][0-9]", "a status from 400 to 599", "errors");
        reader.text(*item, "description", false, "errors");
    }
}

void readNumbering(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.mappings(root, "numbering", keys::Number)) {
        NumberKind kind{reader.matching(*item, "kind", Word, "a word in small letters", "numbering"),
                        reader.text(*item, "pattern", true, "numbering"),
                        reader.boolean(*item, "perBusinessUnit", "numbering"), declaration.id};
        if (!kind.pattern.empty() &&
            (!isNumberPattern(kind.pattern, kind.perBusinessUnit) || !holdsYear(kind.pattern))) {
            reader.mistake(*item->find("pattern"), "numbering.pattern",
                           "one number such as {000000} beside the year, {YYYY} or {YY}, and {BU} when it is "
                           "per business unit");
        }
        declaration.numbering.push_back(std::move(kind));
    }
}

void readRecords(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.mappings(root, "records", keys::Record)) {
        RecordKind kind{.kind = reader.text(*item, "kind", true, "records"),
                        .plugin = declaration.id,
                        .companyWide = reader.boolean(*item, "companyWide", "records"),
                        .withoutUnit = reader.boolean(*item, "withoutUnit", "records")};
        const std::string record = reader.text(*item, "record", false, "records");
        const std::vector<std::string> owner = reader.texts(*item, "owner");
        if (int{kind.companyWide} + int{kind.withoutUnit} + int{!record.empty()} != 1) {
            reader.mistake(*item, "records", "one of record, companyWide and withoutUnit");
        } else if (!record.empty()) {
            if (!isPlainName(record) || !isOwner(owner)) {
                reader.mistake(*item, "records", "tables and columns in small letters");
            }
            kind.sql = ownRecordSql(record, owner);
        }
        declaration.records.push_back(std::move(kind));
    }
}

void readConstraints(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* constraints =
        reader.mapping(root, "constraints", "a mapping of constraint to error code");
    if (constraints == nullptr) {
        return;
    }
    for (const YamlNode::Member& member : constraints->members()) {
        const std::string key = "constraints." + member.key;
        if (!matches(member.key, "[a-z_][a-z0-9_]{0,62}")) {
            reader.mistake(member.value, key, "the name of a constraint or index");
        }
        if (!member.value.isText() || !matches(member.value.text(), ErrorCode)) {
            reader.mistake(member.value, key, "a code such as already-exists:title");
        }
        declaration.constraints[member.key] = {member.value.text(), 400};
    }
}

void readIdentifiers(Reader& reader, const YamlNode& root) {
    const YamlNode* identifiers = reader.mapping(root, "identifiers", "a mapping of prefix to type");
    if (identifiers == nullptr) {
        return;
    }
    for (const YamlNode::Member& member : identifiers->members()) {
        if (!matches(member.key, "[a-z]{3}")) {
            reader.mistake(member.value, "identifiers." + member.key, "a prefix of three small letters");
        } else if (!member.value.isText() || !matches(member.value.text(), "[A-Z][A-Za-z0-9]*")) {
            reader.mistake(member.value, "identifiers." + member.key, "the name of a type, such as NoteId");
        }
    }
}

} // namespace

void checkSchema(Reader& reader, const YamlNode& schema, const std::string& path) {
    if (schema.isNull() || schema.kind() == YamlNode::Kind::Boolean) {
        return;
    }
    if (!schema.isMapping()) {
        reader.mistake(schema, path, "a schema");
        return;
    }
    for (const YamlNode::Member& member : schema.members()) {
        const std::string key = path + '.' + member.key;
        const YamlNode& value = member.value;
        if (!openapi::isSchemaKeyword(member.key)) {
            reader.mistake(value, key, "a keyword of schemas");
        } else if (member.key == "type") {
            const std::vector<YamlNode> one{value};
            for (const YamlNode& type : value.isList() ? value.items() : one) {
                if (!type.isNull() && !config::isSchemaType(type.text())) {
                    reader.mistake(type, key, config::SchemaTypes);
                }
            }
        } else if (member.key == "properties") {
            for (const YamlNode::Member& property : value.members()) {
                checkSchema(reader, property.value, key + '.' + property.key);
            }
        } else if (member.key == "items" || member.key == "additionalProperties") {
            checkSchema(reader, value, key);
        } else if (member.key == "allOf" || member.key == "anyOf" || member.key == "oneOf") {
            for (const YamlNode& branch : value.items()) {
                checkSchema(reader, branch, key);
            }
        }
    }
}

void readSurface(Reader& reader, const YamlNode& root, Declaration& declaration) {
    readIdentifiers(reader, root);
    readCommands(reader, root, declaration);
    readScopes(reader, root, declaration);
    readEvents(reader, root, declaration);
    readErrors(reader, root);
    readNumbering(reader, root, declaration);
    readRecords(reader, root, declaration);
    readConstraints(reader, root, declaration);
}

} // namespace svc::host::plugin
