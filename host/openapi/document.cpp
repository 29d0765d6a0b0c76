#include "host/openapi/document.hpp"

#include "host/openapi/examples.hpp"
#include "host/openapi/schema.hpp"
#include "host/openapi/shared_parts.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <set>

namespace svc::host::openapi {

namespace {

/// Calls the function with the text of every $ref within a value; the function may change it.
template <class Function>
void forEachReference(Json& json, const Function& function) {
    if (json.isArray()) {
        for (Json& item : json.items()) {
            forEachReference(item, function);
        }
    } else if (json.isObject()) {
        for (Json::Member& member : json.members()) {
            if (member.name == "$ref" && member.value.isString()) {
                std::string target = member.value.text();
                function(target);
                member.value = Json(std::move(target));
            } else {
                forEachReference(member.value, function);
            }
        }
    }
}

/// Turns "createSale" into "Create sale".
std::string sentenceOf(std::string_view operationId) {
    std::string sentence;
    for (const char c : operationId) {
        const bool capital = c >= 'A' && c <= 'Z';
        if (sentence.empty()) {
            sentence += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        } else if (capital) {
            sentence += ' ';
            sentence += static_cast<char>(c - 'A' + 'a');
        } else {
            sentence += c;
        }
    }
    return sentence;
}

std::string capitalised(std::string_view name) {
    std::string text(name);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    }
    return text;
}

/// The names as code: `a`, `b` or `c`.
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += '`' + names[i] + '`';
    }
    return text;
}

/// The contract's description of an operation, who may call it and which events it may emit.
std::string descriptionOf(const Operation& operation, const Json& json,
                          const std::vector<std::string>& events) {
    std::string text = json.textOr("description");
    const auto add = [&text](const std::string& sentence) {
        text += (text.empty() ? "" : text.back() == '\n' ? "\n" : "\n\n") + sentence;
    };
    if (operation.callers == Operation::Callers::Public) {
        add(operation.takesSession ? "Needs no key; a session may be given."
                                   : "Nobody needs a key or a session.");
    } else if (operation.callers == Operation::Callers::Session) {
        add("Only for people who have logged in.");
    }
    if (!operation.scopes.empty()) {
        add("Needs the permission " + listed(operation.scopes) + '.');
    }
    if (!events.empty()) {
        add("May emit " + listed(events) + '.');
    }
    return text;
}

/// Adds an example to each JSON body of `content`.
void addExample(Json* content, ExampleMaker maker) {
    Json* json = content == nullptr ? nullptr : content->find("application/json");
    const Json* schema = json == nullptr ? nullptr : json->find("schema");
    if (schema != nullptr && !json->contains("example") && !json->contains("examples")) {
        json->set("example", maker.of(*schema));
    }
}

void addExamples(Json& operation, const Json& schemas) {
    if (Json* body = operation.find("requestBody")) {
        addExample(body->find("content"), {schemas, ExampleMaker::Side::Request});
    }
    for (Json::Member& answer : operation.find("responses")->members()) {
        addExample(answer.value.find("content"), {schemas, ExampleMaker::Side::Answer});
    }
}

/// Merges the contracts into one document.
class Merger {
public:
    Merger(const Catalogue& catalogue, const DocumentOptions& options)
        : catalogue_(catalogue), options_(options), schemas_(commonSchemas()) {}

    void add(const Contract& contract) {
        Json document = contract.document();
        takeSchemas(contract.plugin(), document);
        const Json components = document["components"];
        bool used = false;
        for (Json::Member& path : document["paths"].isObject() ? document.find("paths")->members() : none_) {
            used = true;
            addPath(contract, components, path);
        }
        if (used) {
            const auto name = options_.pluginNames.find(contract.plugin());
            tags_.push(Json::object(
                {{"name", contract.plugin()},
                 {"description", name == options_.pluginNames.end() ? "Routes of " + contract.plugin() + '.'
                                                                    : name->second}}));
        }
    }

    Json finish() {
        Json document = Json::object();
        document.set("openapi", "3.1.0");
        document.set("info", info());
        document.set("servers", Json::array({Json::object({{"url", options_.serverUrl}})}));
        document.set("security", Json::array({Json::object({{"bearer", Json::array()}})}));
        document.set("tags", std::move(tags_));
        addExamplesTo(paths_);
        document.set("paths", std::move(paths_));
        Json webhooks = webhooksOf();
        addExamplesTo(webhooks);
        if (!webhooks.empty()) {
            document.set("webhooks", std::move(webhooks));
        }
        Json components = Json::object();
        components.set("securitySchemes", securitySchemes());
        components.set("parameters", sharedParameters());
        components.set("headers", sharedHeaders());
        components.set("responses", sharedResponses());
        components.set("schemas", std::move(schemas_));
        document.set("components", std::move(components));
        prune(document);
        return document;
    }

private:
    Json info() const {
        return Json::object(
            {{"title", "Business management service"},
             {"version", "3.0." + options_.build},
             {"description",
              "Amounts in requests are major units (decimal numbers), amounts in answers minor units."},
             {"license", Json::object({{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}})}});
    }

    /// Both forms of OpenAPI: without a credential, or with one.
    static Json optionalSession() {
        return Json::array({Json::object(), Json::object({{"bearer", Json::array()}})});
    }
    static Json securitySchemes() {
        return Json::object(
            {{"bearer", Json::object({{"type", "http"},
                                      {"scheme", "bearer"},
                                      {"description", "An API key (svc_live_…, svc_test_…) or a "
                                                      "session token (svc_sess_…)."}})}});
    }

    // When two plugins use one name for two schemas, the later one gets its plugin's name as a prefix.
    void takeSchemas(const std::string& plugin, Json& document) {
        Json* components = document.find("components");
        Json* own = components == nullptr ? nullptr : components->find("schemas");
        if (own == nullptr) {
            return;
        }
        std::map<std::string, std::string> renamed;
        for (const Json::Member& member : own->members()) {
            const Json* known = schemas_.find(member.name);
            if (known != nullptr && !(*known == member.value) && !commonSchemas().contains(member.name)) {
                renamed[member.name] = capitalised(plugin) + member.name;
            }
        }
        if (!renamed.empty()) {
            forEachReference(document, [&](std::string& target) {
                if (target.rfind(SchemaPrefix, 0) == 0) {
                    const auto found = renamed.find(target.substr(SchemaPrefix.size()));
                    if (found != renamed.end()) {
                        target = std::string(SchemaPrefix) + found->second;
                    }
                }
            });
        }
        for (Json::Member& member : own->members()) {
            const auto found = renamed.find(member.name);
            const std::string& name = found == renamed.end() ? member.name : found->second;
            if (!schemas_.contains(name)) {
                schemas_.set(name, std::move(member.value));
            }
        }
    }

    // Inlines components that a fragment shares among its own operations, so that two plugins may use one
    // name for different things. References to components of the host are kept.
    static void expand(const Json& components, Json& owner) {
        const auto replace = [&](Json& value, std::string_view section) {
            const Json* reference = value.find("$ref");
            const std::string prefix = "#/components/" + std::string(section) + '/';
            if (reference == nullptr || reference->text().rfind(prefix, 0) != 0) {
                return;
            }
            if (const Json* found = components[section].find(reference->text().substr(prefix.size()))) {
                value = Json(*found);
            }
        };
        if (Json* parameters = owner.find("parameters")) {
            for (Json& parameter : parameters->items()) {
                replace(parameter, "parameters");
            }
        }
        if (Json* answers = owner.find("responses")) {
            for (Json::Member& member : answers->members()) {
                replace(member.value, "responses");
            }
        }
        if (Json* body = owner.find("requestBody")) {
            replace(*body, "requestBodies");
        }
    }

    void addPath(const Contract& contract, const Json& components, Json::Member& path) {
        expand(components, path.value);
        Json* known = paths_.find(path.name);
        if (known == nullptr) {
            paths_.set(path.name, Json::object());
            known = paths_.find(path.name);
        }
        for (Json::Member& entry : path.value.members()) {
            const Operation* operation = operationOf(contract, path.name, entry.name);
            if (operation == nullptr) {
                if (entry.name != "parameters") {
                    known->set(entry.name, entry.value);
                }
                continue;
            }
            if (absentModule(*operation, catalogue_)) {
                continue;
            }
            claim(*operation);
            expand(components, entry.value);
            complete(*operation, entry.value, path.value.find("parameters"));
            known->set(entry.name, std::move(entry.value));
        }
        if (known->members().empty()) {
            paths_.remove(path.name);
        }
    }

    static const Operation* operationOf(const Contract& contract, const std::string& path,
                                        const std::string& method) {
        const std::string upper = upperAscii(method);
        for (const Operation& one : contract.operations()) {
            if (one.path == path && one.method == upper) {
                return &one;
            }
        }
        return nullptr;
    }

    void claim(const Operation& operation) {
        const auto once = [&](const std::string& what) {
            const auto [entry, added] = claimed_.emplace(what, operation.plugin);
            if (!added) {
                throw ContractError(what + " is claimed by " + entry->second + " and by " + operation.plugin);
            }
        };
        once("operationId " + operation.id);
        once(operation.method + ' ' + operation.path);
    }

    // Adds what the host does for every operation, so that fragments need not repeat it.
    void complete(const Operation& operation, Json& json, const Json* common) const {
        if (json.textOr("summary").empty()) {
            json.set("summary", sentenceOf(operation.id));
        }
        const std::vector<std::string> events = eventsOf(json);
        json.set("description", descriptionOf(operation, json, events));
        if (!events.empty()) {
            json.set("x-events", Json(events));
        }
        json.set("tags", Json::array({operation.plugin}));
        if (operation.callers == Operation::Callers::Public) {
            json.set("security", operation.takesSession ? optionalSession() : Json::array());
        }
        addParameters(operation, json, common);
        addAnswers(operation, json);
    }

    /// The events of `x-events` that an enabled plugin declares.
    std::vector<std::string> eventsOf(Json& json) const {
        std::vector<std::string> events;
        if (const Json* declared = json.find("x-events")) {
            for (const Json& type : declared->items()) {
                if (catalogue_.eventType(type.text()) != nullptr) {
                    events.push_back(type.text());
                }
            }
            json.remove("x-events");
        }
        return events;
    }

    void addExamplesTo(Json& paths) const {
        for (Json::Member& path : paths.members()) {
            for (Json::Member& operation : path.value.members()) {
                if (operation.value.isObject() && operation.value.contains("responses")) {
                    addExamples(operation.value, schemas_);
                }
            }
        }
    }

    static void addParameters(const Operation& operation, Json& json, const Json* common) {
        Json all = common != nullptr ? *common : Json::array();
        if (const Json* own = json.find("parameters")) {
            for (const Json& one : own->items()) {
                all.push(one);
            }
        }
        std::size_t at = 0;
        while ((at = operation.path.find('{', at)) != std::string::npos) {
            const std::size_t end = operation.path.find('}', at);
            const std::string name = operation.path.substr(at + 1, end - at - 1);
            at = end;
            const bool declared = std::any_of(all.items().begin(), all.items().end(), [&](const Json& one) {
                return one["name"].isString() && one["name"].text() == name && one["in"].text() == "path";
            });
            if (!declared) {
                all.push(Json::object({{"name", name},
                                       {"in", "path"},
                                       {"required", true},
                                       {"schema", Json::object({{"type", "string"}})}}));
            }
        }
        for (const std::string_view name : sharedParametersOf(operation)) {
            all.push(Json::object({{"$ref", "#/components/parameters/" + std::string(name)}}));
        }
        json.set("parameters", std::move(all));
    }

    static void addAnswers(const Operation& operation, Json& json) {
        Json& answers = *json.find("responses");
        for (Json::Member& member : answers.members()) {
            if (!member.value.contains("$ref") && !member.value.contains("description")) {
                member.value.set("description", "Answer.");
            }
            if (!member.value.contains("$ref")) {
                addHeaders(operation, member.name, member.value);
            }
        }
        for (const auto& [status, component] : sharedAnswersOf(operation)) {
            if (!answers.contains(status)) {
                answers.set(status,
                            Json::object({{"$ref", "#/components/responses/" + std::string(component)}}));
            }
        }
    }

    static void addHeaders(const Operation& operation, const std::string& status, Json& answer) {
        Json headers = answer["headers"].isObject() ? answer["headers"] : Json::object();
        for (const std::string_view name : sharedHeadersOf(operation, status)) {
            if (!headers.contains(name)) {
                headers.set(name, Json::object({{"$ref", "#/components/headers/" + std::string(name)}}));
            }
        }
        answer.set("headers", std::move(headers));
    }

    Json webhooksOf() const {
        Json webhooks = Json::object();
        for (const EventType& type : catalogue_.eventTypes()) {
            if (!type.schema.empty() && schemas_.contains(type.schema)) {
                webhooks.set(type.type, webhookOf(type));
            }
        }
        return webhooks;
    }

    // Removes schemas that no path and no webhook refers to.
    static void prune(Json& document) {
        std::set<std::string> reached;
        std::vector<std::string> todo;
        const auto reach = [&](std::string& target) {
            if (reached.insert(target).second) {
                todo.push_back(target);
            }
        };
        for (const std::string_view root : {"paths", "webhooks"}) {
            if (Json* part = document.find(root)) {
                forEachReference(*part, reach);
            }
        }
        Json& components = *document.find("components");
        while (!todo.empty()) {
            const std::string target = std::move(todo.back());
            todo.pop_back();
            const std::vector<std::string_view> parts = split(target, '/');
            Json* section = parts.size() == 4 ? components.find(parts[2]) : nullptr;
            if (Json* found = section == nullptr ? nullptr : section->find(parts[3])) {
                forEachReference(*found, reach);
            }
        }
        for (Json::Member& section : components.members()) {
            if (section.name == "securitySchemes") {
                continue;
            }
            auto& members = section.value.members();
            members.erase(std::remove_if(members.begin(), members.end(),
                                         [&](const Json::Member& member) {
                                             return reached.count("#/components/" + section.name + '/' +
                                                                  member.name) == 0;
                                         }),
                          members.end());
        }
        auto& sections = components.members();
        sections.erase(std::remove_if(sections.begin(), sections.end(),
                                      [](const Json::Member& section) { return section.value.empty(); }),
                       sections.end());
    }

    const Catalogue& catalogue_;
    const DocumentOptions& options_;
    Json::Object none_;
    Json schemas_;
    Json paths_ = Json::object();
    Json tags_ = Json::array();
    std::map<std::string, std::string> claimed_;
};

} // namespace

std::optional<std::string> absentModule(const Operation& operation, const Catalogue& catalogue) {
    std::optional<std::string> absent;
    // A host route for the documents of modules exists without modules too, but nobody can call it.
    if (operation.plugin == "host") {
        return absent;
    }
    for (const std::string& scope : operation.scopes) {
        if (catalogue.scope(scope) != nullptr) {
            return std::nullopt;
        }
        const std::string* owner = catalogue.absentOwner(scope);
        if (owner != nullptr && !absent) {
            absent = *owner;
        }
    }
    return absent;
}

Json mergeContracts(const std::vector<const Contract*>& contracts, const Catalogue& catalogue,
                    const DocumentOptions& options) {
    Merger merger(catalogue, options);
    for (const Contract* contract : contracts) {
        merger.add(*contract);
    }
    return merger.finish();
}

} // namespace svc::host::openapi
