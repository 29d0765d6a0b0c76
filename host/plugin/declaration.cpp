#include "host/plugin/declaration.hpp"

#include <algorithm>

#include "host/config/settings_schema.hpp"
#include "host/core/clock.hpp"
#include "host/plugin/declaration_parts.hpp"
#include "host/plugin/declaration_reader.hpp"
#include "sdk/bind/known_keys.hpp"

#include <svc/text.hpp>

namespace svc::host::plugin {
namespace {

using config::YamlDocument;
using config::YamlNode;
using Reader = DeclarationReader;
namespace keys = bindgen::keys;

constexpr const char* PluginId = "[a-z][a-z0-9-]{1,39}";
constexpr const char* HandlerName = "[A-Za-z][A-Za-z0-9_.-]*";
constexpr const char* EventPattern = R"(\*|[a-z][a-z0-9_]*\.([a-z][a-z0-9_]*|\*))";

/// The longest interval of a schedule; the shortest is one second.
constexpr std::int64_t LongestPause = 366 * Instant::Day;

DeclaredJob readJob(Reader& reader, const YamlNode& item) {
    DeclaredJob job;
    job.name = reader.matching(item, "name", HandlerName, "a name of letters, digits, _ and -", "jobs");
    job.every = reader.text(item, "every", false, "jobs");
    const auto pause = parseDuration(job.every);
    if (!job.every.empty() && (!pause || *pause < Instant::Second || *pause > LongestPause)) {
        reader.mistake(*item.find("every"), "jobs.every", "PT1S to P366D, such as PT1H");
    }
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
    if (const YamlNode* payload = item.find("payload")) {
        checkSchema(reader, *payload, "jobs.payload");
    }
    return job;
}

void readListeners(Reader& reader, const YamlNode& root, Declaration& declaration) {
    constexpr const char* Events = "an event type, invoice.* or *";
    for (const YamlNode* item : reader.mappings(root, "hooks", keys::Hook)) {
        declaration.hooks.push_back({reader.matching(*item, "event", EventPattern, Events, "hooks"),
                                     reader.text(*item, "handler", true, "hooks")});
    }
    for (const YamlNode* item : reader.mappings(root, "subscribers", keys::Subscriber)) {
        DeclaredSubscriber subscriber{reader.text(*item, "name", true, "subscribers"), {}};
        for (const YamlNode* event : reader.list(*item, "events", false)) {
            if (!matches(event->text(), EventPattern)) {
                reader.mistake(*event, "subscribers.events", Events);
            }
            subscriber.events.push_back(event->text());
        }
        declaration.subscribers.push_back(std::move(subscriber));
    }
    for (const YamlNode* item : reader.mappings(root, "jobs", keys::Job)) {
        declaration.jobs.push_back(readJob(reader, *item));
    }
}

void readPermissions(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* permissions = reader.mapping(root, "permissions", "a mapping with http");
    if (permissions == nullptr) {
        return;
    }
    reader.knownKeys(*permissions, "permissions", keys::Permissions);
    for (const YamlNode* item : reader.mappings(*permissions, "http", keys::HttpPlace, "permissions")) {
        if (const YamlNode* from = item->find("fromSetting")) {
            const std::string setting = reader.text(*item, "fromSetting", true, "permissions.http");
            if (!setting.empty() && declaration.settingsSchema["properties"].find(setting) == nullptr) {
                reader.mistake(*from, "permissions.http.fromSetting", "a property of settings");
            }
            declaration.http.settings.push_back(setting);
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

/// Reads `counted` of a list or a filter: true when it is left out.
bool isCounted(Reader& reader, const YamlNode& item) {
    return item.find("counted") == nullptr || reader.boolean(item, "counted", "lists");
}

/// Reads `filters`: those that the host counts by. `counted`: does it count the list at all?
std::vector<std::string> countedFilters(Reader& reader, const YamlNode& list, bool counted) {
    std::vector<std::string> columns;
    const YamlNode* filters = list.find("filters");
    if (filters == nullptr) {
        return columns;
    }
    if (!filters->isList()) {
        reader.mistake(*filters, "lists.filters", "a list");
    }
    for (const YamlNode& item : filters->items()) {
        if (!item.isMapping()) {
            if (!item.isText() || !counted) {
                reader.mistake(item, "lists.filters", "{ parameter: …, column: … }");
            }
            columns.push_back(item.text());
            continue;
        }
        reader.knownKeys(item, "lists.filters", keys::Filter);
        reader.text(item, "parameter", true, "lists.filters");
        const std::string column = reader.text(item, "column", false, "lists.filters");
        reader.boolean(item, "key", "lists.filters");
        if (!column.empty() && isCounted(reader, item)) {
            columns.push_back(column);
        }
    }
    return counted ? columns : std::vector<std::string>();
}

void readLists(Reader& reader, const YamlNode& root, Declaration& declaration) {
    constexpr std::size_t MostTotals = 5;
    for (const YamlNode* item : reader.mappings(root, "lists", keys::List)) {
        ListDeclaration list;
        const std::string name = reader.matching(*item, "name", "[a-z][a-z0-9_]*", "a-z, 0-9 and _", "lists");
        list.name = declaration.schema() + '.' + name;
        list.table = reader.text(*item, "table", true, "lists");
        // The list's triggers run with the rights of whoever writes the table, so it must be the plugin's
        // own.
        if (!list.table.empty() && !list.table.starts_with(declaration.schema() + '.')) {
            reader.mistake(*item->find("table"), "lists.table",
                           "a table of the plugin: " + declaration.schema() + ".…");
        }
        const bool counted = isCounted(reader, *item);
        const std::string date = reader.text(*item, "date", false, "lists");
        list.date = counted ? date : "";
        list.filters = countedFilters(reader, *item, counted);
        list.totals = reader.texts(*item, "totals");
        list.words = reader.text(*item, "words", false, "lists");
        list.number = reader.text(*item, "number", false, "lists");
        list.wordColumns = reader.texts(*item, "wordColumns");
        if (list.totals.size() > MostTotals) {
            reader.mistake(*item->find("totals"), "lists.totals", "at most five expressions");
        }
        const bool isKept = list.isCounted() || list.isSearched();
        if (!isKept && item->find("operation") == nullptr) {
            reader.mistake(*item, "lists", "a date or filters to count by, words to search, or an operation");
        }
        if (list.isSearched() && list.wordColumns.empty()) {
            reader.mistake(*item, "lists.wordColumns", "the columns that words are made of");
        }
        if (!declaration.listLines.try_emplace(list.name, item->line()).second) {
            reader.mistake(*item->find("name"), "lists.name", "each name once");
        }
        if (isKept) {
            declaration.lists.push_back(std::move(list));
        }
    }
}

std::string schemaOf(std::string id) {
    std::replace(id.begin(), id.end(), '-', '_');
    return id;
}

void readOtherPlugins(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const auto read = [&](const char* key, std::vector<std::string>& ids) {
        for (const YamlNode* item : reader.list(root, key, false)) {
            if (!matches(item->text(), PluginId) || item->text() == "svc" || item->text() == declaration.id) {
                reader.mistake(*item, key, "the id of another plugin");
            } else {
                ids.push_back(item->text());
            }
        }
    };
    read("requires", declaration.requiredPlugins);
    read("reads", declaration.reads);
}

void readExperimental(Reader& reader, const YamlNode& root, Declaration& declaration) {
    for (const YamlNode* item : reader.list(root, "experimental", false)) {
        if (!matches(item->text(), R"(x\.[a-z][a-z0-9_]*)")) {
            reader.mistake(*item, "experimental", "a name in the band of experiments, such as x.cards");
        }
        declaration.experimental.push_back(item->text());
    }
}

void readIdentity(Reader& reader, const YamlNode& root, Declaration& declaration) {
    declaration.id = reader.matching(root, "id", PluginId, "2 to 40 of a-z, 0-9 and -");
    declaration.version = reader.matching(root, "version", R"(\d+\.\d+\.\d+)", "MAJOR.MINOR.PATCH");
    declaration.kind =
        reader.matching(root, "kind", "module|regime|connector", "module, regime or connector");
    const std::string sdk =
        reader.matching(root, "sdk", R"(\d{1,4}\.\d{1,4})", "the lowest SDK needed, \"1.0\"");
    if (const std::size_t dot = sdk.find('.'); dot != std::string::npos && sdk.size() <= 9) {
        declaration.sdkMajor = std::atoi(sdk.substr(0, dot).c_str());
        declaration.sdkMinor = std::atoi(sdk.substr(dot + 1).c_str());
    }
    declaration.name = reader.wording(root, "name", "");
}

void readLifecycle(Reader& reader, const YamlNode& root, Declaration& declaration) {
    declaration.lifecycle.plugin = declaration.id;
    const YamlNode* lifecycle = reader.mapping(root, "lifecycle", "a mapping of commands");
    if (lifecycle == nullptr) {
        return;
    }
    reader.knownKeys(*lifecycle, "lifecycle", keys::Lifecycle);
    const auto& provided = declaration.providedCommands;
    const auto read = [&](const std::string& key) {
        std::string command = reader.text(*lifecycle, key, false, "lifecycle");
        if (!command.empty() && std::find(provided.begin(), provided.end(), command) == provided.end()) {
            reader.mistake(*lifecycle->find(key), "lifecycle." + key, "a command under commands.provides");
        }
        return command;
    };
    declaration.lifecycle.companyCreated = read("companyCreated");
    declaration.lifecycle.demonstrate = read("demonstrate");
    declaration.lifecycle.periodLocked = read("periodLocked");
    declaration.lifecycle.accountingChanged = read("accountingChanged");
    declaration.lifecycle.mail = read("mail");
    declaration.lifecycle.providerCall = read("providerCall");
}

void readSettings(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* settings = reader.mapping(root, "settings", "a JSON Schema");
    declaration.settingsSchema = settings == nullptr ? Json::object() : settings->toJson();
    if (settings != nullptr) {
        reader.add(config::mistakesOfSchema(*settings, reader.file(), "settings"));
    }
}

void readFiles(Reader& reader, const YamlNode& root, Declaration& declaration) {
    const std::filesystem::path& folder = declaration.folder;
    const std::string library = reader.text(root, "library", false);
    if (library.find('/') != std::string::npos) {
        reader.mistake(*root.find("library"), "library", "the name of a file in the folder of the plugin");
    }
    declaration.library = folder / (library.empty() ? "lib" + declaration.id + ".so" : library);
    declaration.contract = folder / "openapi.yaml";
    const std::string migrations = reader.text(root, "migrations", false);
    declaration.migrations = folder / (migrations.empty() ? "migrations" : migrations);
    std::error_code ignored;
    if (!migrations.empty() && (!matches(migrations, "[A-Za-z0-9_][A-Za-z0-9_.-]*") ||
                                !std::filesystem::is_directory(declaration.migrations, ignored))) {
        reader.mistake(*root.find("migrations"), "migrations", "a folder in that of the plugin");
    }
    declaration.invariants = folder / "invariants";
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

std::string Declaration::placeOf(const ListDeclaration& list) const {
    return (folder / "plugin.yaml").string() + ':' + std::to_string(listLines.at(list.name)) + ": lists." +
           list.name.substr(schema().size() + 1) + ": ";
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
    reader.knownKeys(root, "", keys::Plugin);
    readIdentity(reader, root, declaration);
    readOtherPlugins(reader, root, declaration);
    readExperimental(reader, root, declaration);
    readSurface(reader, root, declaration);
    readCompanySettings(reader, root, declaration);
    readListeners(reader, root, declaration);
    readLifecycle(reader, root, declaration);
    readLists(reader, root, declaration);
    readSettings(reader, root, declaration);
    readPermissions(reader, root, declaration);
    readFiles(reader, root, declaration);
    readConsole(reader, root, declaration);
    reader.finish();
    return declaration;
}

} // namespace svc::host::plugin
