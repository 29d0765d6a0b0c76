#include "host/plugin/declaration.hpp"

#include <algorithm>
#include <map>
#include <regex>

#include "host/config/settings_schema.hpp"
#include "host/config/yaml_document.hpp"
#include "host/core/clock.hpp"
#include "host/core/host_commands.hpp"
#include "host/core/own_record.hpp"

#include <svc/text.hpp>

namespace svc::host::plugin {
namespace {

using config::Mistake;
using config::YamlDocument;
using config::YamlNode;

constexpr const char* KnownKeys[] = {"id",        "version",     "kind",        "sdk",         "name",
                                     "requires",  "commands",    "scopes",      "events",      "errors",
                                     "numbering", "constraints", "hooks",       "subscribers", "jobs",
                                     "lifecycle", "lists",       "settings",    "migrations",  "library",
                                     "views",     "identifiers", "permissions", "reads",       "records"};

/// Does the whole text match? A pattern is compiled once: the same few are asked of the files of all plugins.
bool matches(const std::string& text, const std::string& pattern) {
    thread_local std::map<std::string, std::regex> compiled;
    return std::regex_match(text, compiled.try_emplace(pattern, pattern).first->second);
}

/// Reads the nodes of one file and collects what is wrong with them.
class Reader {
public:
    explicit Reader(const YamlDocument& document) : document_(document) {}

    void mistake(const YamlNode& node, const std::string& key, const std::string& expected) {
        mistakes_.push_back({document_.file(), node.line(), key, node.describe(), expected});
    }

    std::string text(const YamlNode& parent, const std::string& key, bool required,
                     const std::string& path = {}) {
        const YamlNode* node = parent.find(key);
        const std::string full = path.empty() ? key : path + '.' + key;
        if (node == nullptr || node->isNull()) {
            if (required) {
                mistakes_.push_back({document_.file(), parent.line(), full, "nothing", "a text"});
            }
            return {};
        }
        if (node->isList() || node->isMapping()) {
            mistake(*node, full, "a text");
            return {};
        }
        return node->text();
    }

    bool boolean(const YamlNode& parent, const std::string& key, const std::string& path) {
        const YamlNode* node = parent.find(key);
        if (node == nullptr) {
            return false;
        }
        if (node->kind() != YamlNode::Kind::Boolean) {
            mistake(*node, path + '.' + key, "true or false");
            return false;
        }
        return node->text() == "true";
    }

    std::string matching(const YamlNode& parent, const std::string& key, const char* pattern,
                         const std::string& expected) {
        const std::string value = text(parent, key, true);
        if (!value.empty() && !matches(value, pattern)) {
            mistake(*parent.find(key), key, expected);
        }
        return value;
    }

    /// The items of a list, or nothing; each must be a mapping when `mappings` is set.
    std::vector<const YamlNode*> list(const YamlNode& parent, const std::string& key, bool mappings) {
        const YamlNode* node = parent.find(key);
        std::vector<const YamlNode*> items;
        if (node == nullptr || node->isNull()) {
            return items;
        }
        if (!node->isList()) {
            mistake(*node, key, "a list");
            return items;
        }
        for (const YamlNode& item : node->items()) {
            if (item.isMapping() != mappings) {
                mistake(item, key, mappings ? "a mapping" : "a text");
            } else {
                items.push_back(&item);
            }
        }
        return items;
    }

    Wording wording(const YamlNode& parent, const std::string& key, const std::string& path) {
        Wording texts;
        const YamlNode* node = parent.find(key);
        if (node == nullptr || !node->isMapping()) {
            mistakes_.push_back({document_.file(), node == nullptr ? parent.line() : node->line(),
                                 path + '.' + key, node == nullptr ? "nothing" : node->describe(),
                                 "a text for each of en, fr, de"});
            return texts;
        }
        for (const char* language : {"en", "fr", "de"}) {
            texts[language] = text(*node, language, true, path + '.' + key);
        }
        return texts;
    }

    void finish() const {
        if (!mistakes_.empty()) {
            throw config::ConfigError(mistakes_);
        }
    }

private:
    const YamlDocument& document_;
    std::vector<Mistake> mistakes_;
};

/// public.link is of the host, so nobody else offers public.…
bool isAreaOfHost(const std::string& command) {
    const std::string area = command.substr(0, command.find('.') + 1);
    if (area == SharedArea) {
        return isHostCommand(command);
    }
    return std::any_of(HostCommands.begin(), HostCommands.end(),
                       [&](std::string_view own) { return own.substr(0, area.size()) == area; });
}

void readCommands(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* commands = root.find("commands");
    if (commands == nullptr || commands->isNull()) {
        return;
    }
    if (!commands->isMapping()) {
        reader.mistake(*commands, "commands", "a mapping with provides and uses");
        return;
    }
    for (const YamlNode* item : reader.list(*commands, "provides", true)) {
        const std::string name = reader.text(*item, "name", true, "commands.provides");
        // Usually <id>.<verb>; also document.<kind>, import.<kind>, or an area of which the plugin is the
        // owner.
        if (!name.empty() && !matches(name, "[a-z][a-z0-9_-]*\\.[a-z][a-z0-9_.-]*")) {
            reader.mistake(*item->find("name"), "commands.provides.name", "<area>.<verb> in small letters");
        } else if (isAreaOfHost(name)) {
            reader.mistake(*item->find("name"), "commands.provides.name", "an area that is not of the host");
        }
        declaration.providedCommands.push_back(name);
        if (reader.boolean(*item, "outside", "commands.provides")) {
            declaration.outsideCommands.insert(name);
        }
    }
    for (const YamlNode* item : reader.list(*commands, "uses", true)) {
        UsedCommand used{reader.text(*item, "name", true, "commands.uses"),
                         reader.boolean(*item, "optional", "commands.uses")};
        declaration.usedCommands[used.name] = used;
    }
}

void readScopes(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.list(root, "scopes", true)) {
        Scope scope;
        scope.scope = reader.text(*item, "scope", true, "scopes");
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
    for (const YamlNode* item : reader.list(root, "events", true)) {
        EventType type;
        type.type = reader.text(*item, "type", true, "events");
        type.object = reader.text(*item, "object", true, "events");
        type.since = reader.text(*item, "since", true, "events");
        type.reserved = reader.boolean(*item, "reserved", "events");
        type.schema = reader.text(*item, "schema", !type.reserved, "events");
        type.descriptions = reader.wording(*item, "descriptions", "events");
        type.module = declaration.id;
        declaration.events.push_back(std::move(type));
    }
}

void readNumbering(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.list(root, "numbering", true)) {
        declaration.numbering.push_back(
            {reader.text(*item, "kind", true, "numbering"), reader.text(*item, "pattern", true, "numbering"),
             reader.boolean(*item, "perBusinessUnit", "numbering"), declaration.id});
    }
}

void readConstraints(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* constraints = root.find("constraints");
    if (constraints == nullptr || constraints->isNull()) {
        return;
    }
    if (!constraints->isMapping()) {
        reader.mistake(*constraints, "constraints", "a mapping of constraint to error code");
        return;
    }
    for (const YamlNode::Member& member : constraints->members()) {
        declaration.constraints[member.key] = {member.value.text(), 400};
    }
}

DeclaredJob readJob(Reader& reader, const YamlNode& item) {
    DeclaredJob job;
    job.name = reader.text(item, "name", true, "jobs");
    job.every = reader.text(item, "every", false, "jobs");
    job.outside = reader.boolean(item, "outside", "jobs");
    job.lane = reader.boolean(item, "lane", "jobs");
    if (const std::string timeout = reader.text(item, "timeout", false, "jobs"); !timeout.empty()) {
        const auto duration = parseDuration(timeout);
        if (!job.outside || !duration || *duration < Instant::Second || *duration > Instant::Hour) {
            reader.mistake(*item.find("timeout"), "jobs.timeout",
                           "PT1S to PT1H, of a job with outside: true");
        }
        job.timeout = duration.value_or(job.timeout);
    }
    if (job.lane && !job.every.empty()) {
        reader.mistake(*item.find("lane"), "jobs.lane", "no lane for a schedule");
    }
    return job;
}

void readListeners(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.list(root, "hooks", true)) {
        declaration.hooks.push_back(
            {reader.text(*item, "event", true, "hooks"), reader.text(*item, "handler", true, "hooks")});
    }
    for (const YamlNode* item : reader.list(root, "subscribers", true)) {
        DeclaredSubscriber subscriber{reader.text(*item, "name", true, "subscribers"), {}};
        for (const YamlNode* event : reader.list(*item, "events", false)) {
            subscriber.events.push_back(event->text());
        }
        declaration.subscribers.push_back(std::move(subscriber));
    }
    for (const YamlNode* item : reader.list(root, "jobs", true)) {
        declaration.jobs.push_back(readJob(reader, *item));
    }
}

void readPermissions(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* permissions = root.find("permissions");
    if (permissions == nullptr || permissions->isNull()) {
        return;
    }
    if (!permissions->isMapping()) {
        reader.mistake(*permissions, "permissions", "a mapping with http");
        return;
    }
    for (const YamlNode::Member& member : permissions->members()) {
        if (member.key != "http") {
            reader.mistake(member.value, "permissions." + member.key, "http");
        }
    }
    for (const YamlNode* item : reader.list(*permissions, "http", true)) {
        if (item->find("fromSetting") != nullptr) {
            declaration.http.settings.push_back(reader.text(*item, "fromSetting", true, "permissions.http"));
            continue;
        }
        HttpPlace place;
        place.host = reader.text(*item, "host", true, "permissions.http");
        if (!place.host.empty() && !isPlacePattern(place.host)) {
            reader.mistake(*item->find("host"), "permissions.http.host",
                           "a name (api.example.com), *.eu.example.com, or *");
        }
        for (const YamlNode* port : reader.list(*item, "ports", false)) {
            const auto number = parseInt64(port->text());
            if (!number || *number < 1 || *number > 65535) {
                reader.mistake(*port, "permissions.http.ports", "1 to 65535");
            }
            place.ports.push_back(static_cast<std::uint16_t>(number.value_or(0)));
        }
        if (place.ports.empty()) {
            place.ports.push_back(443);
        }
        declaration.http.places.push_back(std::move(place));
    }
}

std::vector<std::string> textsOf(Reader& reader, const YamlNode& parent, const std::string& key) {
    std::vector<std::string> texts;
    for (const YamlNode* item : reader.list(parent, key, false)) {
        texts.push_back(item->text());
    }
    return texts;
}

void readLists(Reader& reader, const YamlNode& root, Declaration& declaration) {
    constexpr std::size_t MostTotals = 5;
    for (const YamlNode* item : reader.list(root, "lists", true)) {
        ListDeclaration list;
        const std::string name = reader.matching(*item, "name", "[a-z][a-z0-9_]*", "a-z, 0-9 and _");
        list.name = declaration.schema() + '.' + name;
        list.table = reader.text(*item, "table", true, "lists");
        list.date = reader.text(*item, "date", false, "lists");
        list.filters = textsOf(reader, *item, "filters");
        list.totals = textsOf(reader, *item, "totals");
        list.words = reader.text(*item, "words", false, "lists");
        list.number = reader.text(*item, "number", false, "lists");
        list.wordColumns = textsOf(reader, *item, "wordColumns");
        if (list.totals.size() > MostTotals) {
            reader.mistake(*item->find("totals"), "lists.totals", "at most five expressions");
        }
        if (!list.isCounted() && !list.isSearched()) {
            reader.mistake(*item, "lists", "a date or filters to count by, or words to search");
        }
        if (list.isSearched() && list.wordColumns.empty()) {
            reader.mistake(*item, "lists.wordColumns", "the columns that words are made of");
        }
        declaration.lists.push_back(std::move(list));
    }
}

// { kind: count, record: stock.count, owner: [location_id, stock.location] }, { kind: budgets, companyWide:
// true } or { kind: rate, withoutUnit: true }.
void readRecords(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.list(root, "records", true)) {
        RecordKind kind{.kind = reader.text(*item, "kind", true, "records"),
                        .plugin = declaration.id,
                        .companyWide = reader.boolean(*item, "companyWide", "records"),
                        .withoutUnit = reader.boolean(*item, "withoutUnit", "records")};
        const std::string record = reader.text(*item, "record", false, "records");
        const std::vector<std::string> owner = textsOf(reader, *item, "owner");
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

std::string schemaOf(std::string id) {
    std::replace(id.begin(), id.end(), '-', '_');
    return id;
}

void readReads(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.list(root, "reads", false)) {
        if (!matches(item->text(), "[a-z][a-z0-9-]{1,39}") || item->text() == "svc") {
            reader.mistake(*item, "reads", "the id of a plugin");
        } else {
            declaration.reads.push_back(item->text());
        }
    }
}

void readIdentity(Reader& reader, const YamlNode& root, Declaration& declaration) {
    declaration.id = reader.matching(root, "id", "[a-z][a-z0-9-]{1,39}", "2 to 40 of a-z, 0-9 and -");
    declaration.version = reader.matching(root, "version", R"(\d+\.\d+\.\d+)", "MAJOR.MINOR.PATCH");
    declaration.kind =
        reader.matching(root, "kind", "module|regime|connector", "module, regime or connector");
    const std::string sdk =
        reader.matching(root, "sdk", R"(\d{1,4}\.\d{1,4})", "the lowest SDK needed, \"1.0\"");
    if (const std::size_t dot = sdk.find('.'); dot != std::string::npos && sdk.size() <= 9) {
        declaration.sdkMajor = std::atoi(sdk.substr(0, dot).c_str());
        declaration.sdkMinor = std::atoi(sdk.substr(dot + 1).c_str());
    }
    declaration.name = reader.wording(root, "name", "plugin");
}

void readLifecycle(Reader& reader, const YamlNode& root, Declaration& declaration) {
    declaration.lifecycle.plugin = declaration.id;
    const YamlNode* lifecycle = root.find("lifecycle");
    if (lifecycle == nullptr || !lifecycle->isMapping()) {
        return;
    }
    declaration.lifecycle.companyCreated = reader.text(*lifecycle, "companyCreated", false, "lifecycle");
    declaration.lifecycle.demonstrate = reader.text(*lifecycle, "demonstrate", false, "lifecycle");
    declaration.lifecycle.periodLocked = reader.text(*lifecycle, "periodLocked", false, "lifecycle");
    declaration.lifecycle.accountingChanged =
        reader.text(*lifecycle, "accountingChanged", false, "lifecycle");
    declaration.lifecycle.mail = reader.text(*lifecycle, "mail", false, "lifecycle");
    declaration.lifecycle.providerCall = reader.text(*lifecycle, "providerCall", false, "lifecycle");
    const auto& provided = declaration.providedCommands;
    for (const char* key :
         {"companyCreated", "demonstrate", "periodLocked", "accountingChanged", "mail", "providerCall"}) {
        const std::string command = reader.text(*lifecycle, key, false, "lifecycle");
        if (!command.empty() && std::find(provided.begin(), provided.end(), command) == provided.end()) {
            reader.mistake(*lifecycle->find(key), std::string("lifecycle.") + key,
                           "a command under commands.provides");
        }
    }
}

} // namespace

std::string Declaration::schema() const {
    return schemaOf(id);
}

std::vector<std::string> Declaration::readSchemas() const {
    std::vector<std::string> schemas;
    for (const std::string& plugin : reads) {
        schemas.push_back(schemaOf(plugin));
    }
    return schemas;
}

Declaration readDeclaration(const std::filesystem::path& folder) {
    const YamlDocument document = YamlDocument::read(folder / "plugin.yaml");
    const YamlNode& root = document.root();
    Reader reader(document);
    Declaration declaration;
    declaration.folder = folder;
    if (!root.isMapping()) {
        reader.mistake(root, "plugin.yaml", "a mapping");
        reader.finish();
    }
    for (const YamlNode::Member& member : root.members()) {
        if (std::find(std::begin(KnownKeys), std::end(KnownKeys), member.key) == std::end(KnownKeys)) {
            reader.mistake(member.value, member.key, "a known key");
        }
    }
    readIdentity(reader, root, declaration);
    for (const YamlNode* item : reader.list(root, "requires", false)) {
        declaration.requiredPlugins.push_back(item->text());
    }
    readReads(reader, root, declaration);
    readCommands(reader, root, declaration);
    readScopes(reader, root, declaration);
    readEvents(reader, root, declaration);
    readNumbering(reader, root, declaration);
    readRecords(reader, root, declaration);
    readConstraints(reader, root, declaration);
    readListeners(reader, root, declaration);
    readLifecycle(reader, root, declaration);
    readLists(reader, root, declaration);
    readPermissions(reader, root, declaration);
    const YamlNode* settings = root.find("settings");
    declaration.settingsSchema =
        settings == nullptr || settings->isNull() ? Json::object() : settings->toJson();
    for (const std::string& keyword : config::unknownKeywords(declaration.settingsSchema)) {
        reader.mistake(*settings, "settings." + keyword, "a keyword that settings are checked by");
    }
    const std::string library = reader.text(root, "library", false);
    if (library.find('/') != std::string::npos) {
        reader.mistake(*root.find("library"), "library", "the name of a file in the folder of the plugin");
    }
    declaration.library = folder / (library.empty() ? "lib" + declaration.id + ".so" : library);
    declaration.contract = folder / "openapi.yaml";
    const std::string migrations = reader.text(root, "migrations", false);
    declaration.migrations = folder / (migrations.empty() ? "migrations" : migrations);
    declaration.invariants = folder / "invariants";
    reader.finish();
    return declaration;
}

} // namespace svc::host::plugin
