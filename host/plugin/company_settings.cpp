// Reads the settings of companies that plugin.yaml declares.
#include <algorithm>
#include <array>
#include <string>

#include "host/config/settings_schema.hpp"
#include "host/openapi/contract.hpp"
#include "host/plugin/declaration_parts.hpp"
#include "sdk/bind/known_keys.hpp"

namespace svc::host::plugin {
namespace {

using config::YamlNode;
using Reader = DeclarationReader;
namespace keys = bindgen::keys;

constexpr std::array<std::string_view, 4> Types = {"string", "boolean", "integer", "number"};

/// Decimals that an amount may have in every currency.
constexpr int MostDecimals = 4;

/// Reports what a contract cannot hold, such as a pattern that is no regular expression; false: it cannot.
bool checkInContract(Reader& reader, const YamlNode& node, const std::string& path, const Json& schema) {
    const Json components = Json::object({{"schemas", Json::object({{"Setting", schema}})}});
    try {
        openapi::Contract::parse(
            "plugin",
            Json::object({{"openapi", "3.1.0"}, {"paths", Json::object()}, {"components", components}}));
        return true;
    } catch (const openapi::ContractError& error) {
        reader.mistake(node, path, std::string("a schema that the API can have: ") + error.what());
        return false;
    }
}

void missing(Reader& reader, const YamlNode& parent, const std::string& path, const std::string& expected) {
    reader.add({config::Mistake{reader.file(), parent.line(), path, "nothing", expected}});
}

/// The schema of a setting; null when it is not usable.
Json readSchema(Reader& reader, const YamlNode& setting, const std::string& path) {
    const YamlNode* schema = setting.find("schema");
    if (schema == nullptr) {
        missing(reader, setting, path, "a schema");
        return nullptr;
    }
    if (!schema->isMapping()) {
        reader.mistake(*schema, path, "a schema");
        return nullptr;
    }
    const YamlNode* type = schema->find("type");
    if (type == nullptr) {
        missing(reader, *schema, path + ".type", "string, boolean, integer or number");
        return nullptr;
    }
    if (!type->isText() || std::find(Types.begin(), Types.end(), type->text()) == Types.end()) {
        reader.mistake(*type, path + ".type", "string, boolean, integer or number");
        return nullptr;
    }
    checkSchema(reader, *schema, path);
    const Json json = schema->toJson();
    if (const YamlNode* money = schema->find("x-money");
        money != nullptr && (money->text() != "true" || type->text() != "number")) {
        reader.mistake(*money, path + ".x-money", "true, of a number: clients write major units");
    }
    return checkInContract(reader, *schema, path, json) ? json : Json(nullptr);
}

/// A value of the setting as clients write it; null when it is not there.
Json readValue(Reader& reader, const YamlNode& setting, const std::string& name, const std::string& path,
               const Json& schema) {
    const YamlNode* value = setting.find(name);
    if (value == nullptr || schema.isNull()) {
        return nullptr;
    }
    const std::vector<config::Mistake> wrong =
        config::checkAgainstSchema(*value, schema, reader.file(), path + '.' + name);
    reader.add(wrong);
    Json json = value->toJson();
    const bool isAmount = wrong.empty() && json.isNumber() && schema.contains("x-money");
    if (isAmount && (json.decimal().sign() < 0 || json.decimal().decimals() > MostDecimals)) {
        reader.mistake(*value, path + '.' + name,
                       "an amount that is not negative, with at most four decimals");
    }
    return json;
}

} // namespace

void readCompanySettings(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* settings = reader.mapping(root, "companySettings", "a mapping of settings");
    if (settings == nullptr) {
        return;
    }
    for (const YamlNode::Member& member : settings->members()) {
        const std::string path = "companySettings." + member.key;
        if (!matches(member.key, "[a-z][A-Za-z0-9]*")) {
            reader.mistake(member.value, path, "a name such as stockOnSale");
        }
        if (!member.value.isMapping()) {
            reader.mistake(member.value, path, "a mapping with description, schema and default");
            continue;
        }
        const YamlNode& node = member.value;
        reader.knownKeys(node, path, keys::CompanySetting);
        reader.text(node, "description", true, path);
        CompanySetting setting;
        setting.key = member.key;
        setting.plugin = declaration.id;
        setting.schema = readSchema(reader, node, path + ".schema");
        if (node.find("default") == nullptr) {
            missing(reader, node, path + ".default", "the value of a company that has not set it");
        }
        setting.initial = readValue(reader, node, "default", path, setting.schema);
        setting.demonstration = readValue(reader, node, "demonstration", path, setting.schema);
        declaration.companySettings.push_back(std::move(setting));
    }
}

} // namespace svc::host::plugin
