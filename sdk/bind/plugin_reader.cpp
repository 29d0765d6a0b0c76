#include "plugin_reader.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "key_check.hpp"
#include "list_reader.hpp"
#include "names.hpp"
#include "operation_reader.hpp"
#include "schema_reader.hpp"

namespace svc::bindgen {
namespace {

/// `stock.items` becomes `items` in the plugin `stock`, and `regime.florin.send` becomes `send` in the plugin
/// `florin`; `quotes.get` of the plugin sales keeps both parts. A command that a verb covers is called after
/// the verb: `accounting_files.fr` becomes `accountingFiles`.
std::string functionName(const std::string& command, const std::string& pluginId, const std::string& verb) {
    if (const std::size_t star = verb.find(".*"); star != std::string::npos) {
        return lowerCamel(star + 2 < verb.size() ? verb.substr(star + 3) : verb.substr(0, star));
    }
    const std::string own = pluginId + '.';
    const std::size_t family = command.find('.') + 1;
    if (command.compare(family, own.size(), own) == 0) {
        return lowerCamel(command.substr(family + own.size()));
    }
    return lowerCamel(command.compare(0, own.size(), own) == 0 ? command.substr(own.size()) : command);
}

/// Is the schema `{ type: object, properties: {} }`, so that there is no input or output?
bool isEmptyObject(const Yaml& schema) {
    const auto properties = schema.find("properties");
    return properties && properties->isMap() && properties->members().empty();
}

class PluginReader {
public:
    PluginReader(const Yaml& manifest, const Yaml& api, Contracts& contracts, Mistakes& mistakes)
        : manifest_(manifest), api_(api), contracts_(contracts), mistakes_(mistakes) {}

    Plugin read() {
        checkPluginKeys(manifest_, mistakes_);
        if (!api_.isSame(manifest_)) {
            checkApiKeys(api_, mistakes_);
        }
        plugin_.id = required("id");
        plugin_.version = required("version");
        plugin_.space = namespaceName(plugin_.id);
        readIdentifiers();
        SchemaReader schemas(plugin_, api_, "api", identifiers_, mistakes_);
        readOperations(api_, schemas, plugin_, mistakes_);
        readLists(manifest_, plugin_, mistakes_);
        readProvided(schemas);
        readVerbs(schemas);
        readUsed();
        readEvents(schemas);
        readListeners();
        readJobs(schemas);
        readSettings(schemas);
        return std::move(plugin_);
    }

private:
    std::string required(const std::string& key) {
        const std::string text = manifest_.textOf(key);
        if (text.empty()) {
            mistakes_.add(manifest_, key, "nothing", "a text");
        }
        return text;
    }

    void readIdentifiers() {
        const auto declared = manifest_.find("identifiers");
        for (const auto& [prefix, name] : declared ? declared->members() : std::vector<Yaml::Member>()) {
            if (!name.isText() || upperCamel(name.text()) != name.text()) {
                mistakes_.add(name, "identifiers." + prefix, "the name of a type, such as NoteId");
                continue;
            }
            identifiers_[prefix] = name.text();
            plugin_.identifiers[prefix] = name.text();
        }
    }

    /// The input and output of a command; `schemas` reads their types into `scope`. A command of a family
    /// that has no schemas of its own has those of the verb that covers it.
    Command command(const Yaml& declared, const std::string& pluginId, SchemaReader& ownSchemas,
                    const std::string& scope, bool provided) {
        Command result;
        result.name = declared.textOf("name");
        const bool isFamily = result.name.compare(0, pluginId.size() + 1, pluginId + '.') != 0;
        const auto verb = isFamily ? contracts_.verb(result.name) : std::nullopt;
        result.function = functionName(result.name, pluginId, verb ? verb->second.textOf("name") : "");
        result.scope = scope;
        result.description = declared.textOf("description");
        const bool isBare = !declared.find("input") && !declared.find("output");
        if (isBare && isFamily && !verb && contracts_.hasFamily(result.name)) {
            mistakes_.add(
                *declared.find("name"), "commands.provides.name",
                "a command that a verb of its family covers (commands.verbs of a plugin.yaml below " +
                    contracts_.folderNames() + "), or input and output of its own");
        }
        const bool isOfVerb = isBare && verb;
        const Yaml& from = isOfVerb ? verb->second : declared;
        result.unreadable = verb ? verb->second.textOf("unreadable") : "";
        SchemaReader& schemas =
            isOfVerb ? schemasOf(*verb->first, "calls::" + namespaceName(verb->first->id)) : ownSchemas;
        readSchemas(result, from, schemas, provided);
        return result;
    }

    /// Reads input and output of a command from what declares them.
    void readSchemas(Command& command, const Yaml& from, SchemaReader& schemas, bool provided) {
        const std::string base = upperCamel(command.function);
        const auto input = from.find("input");
        const auto output = from.find("output");
        schemas.readFor(provided ? "providers" : "callers");
        const auto read = [&](const Yaml& schema, const std::string& name, bool isRead) {
            Type type = schemas.read(schema, name, command.scope);
            // Those who call it keep it, as a column that holds JSON.
            const auto stored = schema.find("x-stored");
            const bool isStored = !provided && stored && stored->text() == "callers";
            if (stored && !stored->isTrue() && stored->text() != "callers") {
                mistakes_.add(*stored, "x-stored", "true or callers");
            }
            mark(type, {isRead || isStored, !isRead || isStored, false});
            return type;
        };
        command.typed = input || output;
        if (input && !isEmptyObject(*input)) {
            command.input = read(*input, base + "Input", provided);
        }
        if (output && !isEmptyObject(*output)) {
            command.output = read(*output, base + "Output", !provided);
        }
        schemas.readFor("");
    }

    void readProvided(SchemaReader& schemas) {
        const auto commands = manifest_.find("commands");
        for (const Yaml& one : commands ? commands->itemsOf("provides") : std::vector<Yaml>()) {
            if (one.textOf("name").empty()) {
                mistakes_.add(one, "commands.provides", "a command with its name");
                continue;
            }
            Command provided = command(one, plugin_.id, schemas, "commands", true);
            for (const Command& other : plugin_.provided) {
                if (other.function == provided.function) {
                    mistakes_.add(*one.find("name"), "commands.provides.name",
                                  "a command whose function is not called " + other.function +
                                      ", as that of " + other.name);
                }
            }
            plugin_.provided.push_back(std::move(provided));
        }
    }

    /// The verbs become callers here; providers of commands of their families read them for themselves.
    void readVerbs(SchemaReader& schemas) {
        const auto commands = manifest_.find("commands");
        for (const Yaml& one : commands ? commands->itemsOf("verbs") : std::vector<Yaml>()) {
            const std::string name = one.textOf("name");
            const std::size_t star = name.find(".*");
            const bool isWhole =
                star != std::string::npos && star != 0 &&
                (star + 2 == name.size() || (name[star + 2] == '.' && star + 3 < name.size()));
            if (!isWhole) {
                mistakes_.add(one, "commands.verbs.name", '"' + name + '"',
                              "<family>.*.<verb>, or <family>.* for a family with one verb");
                continue;
            }
            Command verb;
            verb.name = name;
            verb.family = name.substr(0, star + 1);
            verb.verb = name.substr(star + 2);
            verb.function = functionName(name, plugin_.id, name);
            verb.scope = "verbs";
            verb.description = one.textOf("description");
            verb.unreadable = one.textOf("unreadable");
            checkVerb(one, verb);
            readSchemas(verb, one, schemas, false);
            plugin_.verbs.push_back(std::move(verb));
        }
    }

    /// A plugin may run only what it names under `uses`; each verb has a function of its own.
    void checkVerb(const Yaml& declared, const Command& verb) {
        const std::vector<Yaml> uses = manifest_.find("commands")->itemsOf("uses");
        const bool isUsed = std::any_of(uses.begin(), uses.end(), [&](const Yaml& one) {
            return one.textOf("name") == verb.family + '*';
        });
        if (!isUsed) {
            mistakes_.add(*declared.find("name"), "commands.verbs.name",
                          "the family under commands.uses, { name: \"" + verb.family +
                              "*\", optional: true }");
        }
        for (const Command& other : plugin_.verbs) {
            if (other.function == verb.function) {
                mistakes_.add(*declared.find("name"), "commands.verbs.name",
                              "a verb whose function is not called " + other.function + ", as that of " +
                                  other.name);
            }
        }
    }

    void readUsed() {
        const auto commands = manifest_.find("commands");
        for (const Yaml& one : commands ? commands->itemsOf("uses") : std::vector<Yaml>()) {
            const std::string name = one.textOf("name");
            // A pattern that covers an area of commands: the plugins are not known yet, so there is no
            // schema.
            if (name.empty() || name.back() == '*') {
                continue;
            }
            const auto provider = contracts_.provider(name);
            if (!provider) {
                mistakes_.add(one, "commands.uses.name", '"' + name + '"',
                              "a command that a plugin.yaml below " + contracts_.folderNames() + " provides");
                continue;
            }
            const Contract& contract = *provider->first;
            const std::string scope = "calls::" + namespaceName(contract.id);
            Command used = command(provider->second, contract.id, schemasOf(contract, scope), scope, false);
            used.optional = one.isTrue("optional");
            // This plugin hands the answer on as it is.
            if (used.output && one.isTrue("raw")) {
                used.output = Type();
            }
            plugin_.used.push_back(std::move(used));
        }
    }

    SchemaReader& schemasOf(const Contract& contract, const std::string& scope) {
        std::unique_ptr<SchemaReader>& reader = foreign_[scope];
        if (!reader) {
            const auto identifiers = contract.manifest.find("identifiers");
            for (const auto& [prefix, name] :
                 identifiers ? identifiers->members() : std::vector<Yaml::Member>()) {
                identifiers_.emplace(prefix, name.text());
            }
            const Yaml* api = contracts_.api(contract);
            reader = std::make_unique<SchemaReader>(plugin_, api == nullptr ? contract.manifest : *api, scope,
                                                    identifiers_, mistakes_);
        }
        return *reader;
    }

    void readEvents(SchemaReader& schemas) {
        for (const Yaml& one : manifest_.itemsOf("events")) {
            if (!one.isTrue("reserved") && one.itemsOf("emitters").empty()) {
                addEvent(one, api_, schemas);
            }
        }
        for (const auto& [contract, event] : contracts_.eventsEmittedBy(plugin_.id)) {
            const Yaml* api = contracts_.api(*contract);
            if (api != nullptr) {
                addEvent(event, *api, schemasOf(*contract, "events"));
            }
        }
    }

    void addEvent(const Yaml& declared, const Yaml& api, SchemaReader& schemas) {
        EventType event;
        event.type = declared.textOf("type");
        event.object = declared.textOf("object");
        event.name = upperCamel(event.type);
        const std::string schemaName = declared.textOf("schema");
        const auto components = api.find("components");
        const auto known = components ? components->find("schemas") : std::nullopt;
        const auto schema = known ? known->find(schemaName) : std::nullopt;
        if (event.type.empty() || event.object.empty() || !schema) {
            mistakes_.add(declared, "events." + event.type, "schema \"" + schemaName + '"',
                          "type, object, and a schema of components.schemas");
            return;
        }
        // The host adds `actor`, so the struct does not have it.
        event.data = schemas.structOf(*schema, event.name, "events", {"actor"});
        mark(*event.data, {false, true, false});
        plugin_.events.push_back(std::move(event));
    }

    void readListeners() {
        std::set<std::string> hooks;
        for (const Yaml& one : manifest_.itemsOf("hooks")) {
            // Several events may share one handler; it is declared once.
            if (hooks.insert(one.textOf("handler")).second) {
                plugin_.hooks.push_back(one.textOf("handler"));
            }
        }
        for (const Yaml& one : manifest_.itemsOf("subscribers")) {
            plugin_.subscribers.push_back(one.textOf("name"));
        }
    }

    void readJobs(SchemaReader& schemas) {
        for (const Yaml& one : manifest_.itemsOf("jobs")) {
            Job job;
            job.name = one.textOf("name");
            job.lane = one.textOf("lane") == "true";
            if (job.name.empty()) {
                mistakes_.add(one, "jobs", "a job with its name");
                continue;
            }
            if (const auto payload = one.find("payload")) {
                job.payload = schemas.read(*payload, upperCamel(job.name) + "Payload", "jobs");
                mark(*job.payload, {true, true, false});
            }
            plugin_.jobs.push_back(std::move(job));
        }
    }

    void readSettings(SchemaReader& schemas) {
        const auto settings = manifest_.find("companySettings");
        if (!settings) {
            return;
        }
        Struct& all = plugin_.structs.emplace_back();
        all.name = "CompanySettings";
        all.origin = "What the company has set, of the settings that the plugin declares.";
        for (const auto& [key, declared] : settings->members()) {
            const std::string path = "companySettings." + key;
            const auto schema = declared.find("schema");
            const auto initial = declared.find("default");
            if (!schema || !initial || !initial->isText()) {
                mistakes_.add(declared, path, "schema and default");
                continue;
            }
            all.members.push_back(schemas.setting(key, declared, *schema, *initial));
        }
        mark(all, {true, false, false});
        plugin_.order.push_back(&all);
        plugin_.settings = &all;
    }

    const Yaml& manifest_;
    const Yaml& api_;
    Contracts& contracts_;
    Mistakes& mistakes_;
    Plugin plugin_;
    std::map<std::string, std::string> identifiers_;
    std::map<std::string, std::unique_ptr<SchemaReader>> foreign_;
};

} // namespace

Plugin readPlugin(const Yaml& manifest, const Yaml& api, Contracts& contracts, Mistakes& mistakes) {
    return PluginReader(manifest, api, contracts, mistakes).read();
}

Plugin readPlugin(const std::filesystem::path& folder, Contracts& contracts, Mistakes& mistakes) {
    const auto manifest = readYaml(folder / "plugin.yaml", mistakes);
    // A plugin without routes may have no openapi.yaml.
    const auto api = std::filesystem::exists(folder / "openapi.yaml")
                         ? readYaml(folder / "openapi.yaml", mistakes)
                         : manifest;
    return manifest && api ? readPlugin(*manifest, *api, contracts, mistakes) : Plugin();
}

} // namespace svc::bindgen
