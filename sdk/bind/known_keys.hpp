/// @file The keys of plugin.yaml and openapi.yaml. svc-bind and the host refuse every other one, so that a
/// mistyped key does not go unnoticed.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace svc::bindgen::keys {

template <class... Names>
constexpr auto listOf(Names... names) {
    return std::array<std::string_view, sizeof...(Names)>{names...};
}

// plugin.yaml, its mappings in alphabetical order.
inline constexpr auto Plugin = listOf(
    "id", "version", "kind", "sdk", "name", "requires", "commands", "scopes", "events", "errors", "numbering",
    "constraints", "hooks", "subscribers", "jobs", "lifecycle", "lists", "settings", "migrations", "library",
    "views", "identifiers", "permissions", "reads", "records", "experimental", "companySettings", "console");
inline constexpr auto Commands = listOf("provides", "uses", "verbs");
inline constexpr auto CommandProvided = listOf("name", "description", "input", "output", "outside");
inline constexpr auto CommandUsed = listOf("name", "optional", "raw");
inline constexpr auto CompanySetting = listOf("description", "schema", "default", "demonstration");
inline constexpr auto Console = listOf("menu", "pages", "panels", "todo");
inline constexpr auto ConsoleMenu = listOf("id", "group", "label", "icon", "route", "scope", "key", "order");
inline constexpr auto ConsolePage =
    listOf("route", "kind", "operation", "columns", "filters", "create", "actions", "module");
inline constexpr auto ConsolePanel = listOf("id", "slot", "module", "scope");
inline constexpr auto ConsoleTodo = listOf("id", "operation", "query", "label", "route");
inline constexpr auto Error = listOf("code", "status", "description");
inline constexpr auto Event = listOf("type", "object", "since", "reserved", "schema", "descriptions");
inline constexpr auto Filter = listOf("parameter", "column", "key", "counted");
inline constexpr auto Hook = listOf("event", "handler");
inline constexpr auto HttpPlace = listOf("host", "ports", "fromSetting");
inline constexpr auto Job = listOf("name", "every", "payload", "outside", "lane", "timeout");
inline constexpr auto Lifecycle =
    listOf("companyCreated", "demonstrate", "periodLocked", "accountingChanged", "mail", "providerCall");
inline constexpr auto List = listOf("name", "table", "operation", "date", "instant", "filters", "counted",
                                    "totals", "sort", "order", "number", "words", "wordColumns");
inline constexpr auto Number = listOf("kind", "pattern", "perBusinessUnit");
inline constexpr auto Permissions = listOf("http");
inline constexpr auto Record = listOf("kind", "record", "owner", "companyWide", "withoutUnit");
inline constexpr auto Scope = listOf("scope", "module", "description", "keyOnly", "neverKey", "sessionScope");
inline constexpr auto Subscriber = listOf("name", "events");
inline constexpr auto Verb = listOf("name", "description", "unreadable", "input", "output");
/// A text in each language.
inline constexpr auto Wording = listOf("en", "fr", "de");
/// The schema of the settings of the installation; also every `x-…`.
inline constexpr auto SettingsSchema =
    listOf("type", "properties", "required", "additionalProperties", "items", "enum", "const", "minimum",
           "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "pattern", "minItems",
           "maxItems", "uniqueItems", "format", "title", "description", "default", "examples", "$comment",
           "$schema", "deprecated");

/// The kind of value that a keyword has.
enum class Form { Any = 1, Text, Flag, Bytes, Count, Texts, Scopes, Mapping };

/// A keyword of openapi.yaml.
struct Keyword {
    std::string_view name;
    Form form;
};

template <std::size_t Count>
constexpr std::array<std::string_view, Count> namesOf(const std::array<Keyword, Count>& keywords) {
    std::array<std::string_view, Count> names;
    std::transform(keywords.begin(), keywords.end(), names.begin(),
                   [](const Keyword& keyword) { return keyword.name; });
    return names;
}

// openapi.yaml.
inline constexpr auto Document =
    listOf("openapi", "info", "servers", "paths", "components", "tags", "security", "externalDocs");
inline constexpr auto Components =
    listOf("schemas", "parameters", "responses", "requestBodies", "securitySchemes", "headers", "examples");
inline constexpr auto PathMethods = listOf("get", "post", "put", "patch", "delete");
inline constexpr auto PathItem =
    listOf("get", "post", "put", "patch", "delete", "parameters", "summary", "description");
inline constexpr auto OperationParameter =
    listOf("name", "in", "description", "required", "deprecated", "schema", "example", "examples", "style",
           "explode", "content", "x-rest");
inline constexpr auto Body = listOf("content", "required", "description");
inline constexpr auto Response = listOf("description", "content", "headers");
inline constexpr auto MediaType = listOf("schema", "example", "examples", "encoding");

inline constexpr std::array Operation = std::to_array<Keyword>({
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

/// Of the schemas of openapi.yaml, and of commands, jobs and settings of companies in plugin.yaml.
inline constexpr std::array Schema = std::to_array<Keyword>({
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

} // namespace svc::bindgen::keys
