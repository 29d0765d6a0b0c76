#include "key_check.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "known_keys.hpp"
#include "nearest.hpp"

namespace svc::bindgen {
namespace {

std::string below(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + '.' + key;
}

template <class Names>
bool isOneOf(const Names& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

class KeyCheck {
public:
    explicit KeyCheck(Mistakes& mistakes) : mistakes_(mistakes) {}

    void plugin(const Yaml& root) {
        known(root, "", keys::Plugin);
        wording(root, "name", "");
        commands(root);
        each(root, "scopes", keys::Scope, "",
             [this](const Yaml& one) { wording(one, "description", "scopes"); });
        each(root, "events", keys::Event, "",
             [this](const Yaml& one) { wording(one, "descriptions", "events"); });
        each(root, "errors", keys::Error);
        each(root, "numbering", keys::Number);
        each(root, "records", keys::Record);
        each(root, "hooks", keys::Hook);
        each(root, "subscribers", keys::Subscriber);
        each(root, "jobs", keys::Job, "", [this](const Yaml& one) { schemaOf(one, "payload", "jobs"); });
        each(root, "lists", keys::List, "",
             [this](const Yaml& one) { each(one, "filters", keys::Filter, "lists"); });
        if (const auto lifecycle = root.find("lifecycle")) {
            known(*lifecycle, "lifecycle", keys::Lifecycle);
        }
        if (const auto permissions = root.find("permissions")) {
            known(*permissions, "permissions", keys::Permissions);
            each(*permissions, "http", keys::HttpPlace, "permissions");
        }
        if (const auto console = root.find("console")) {
            known(*console, "console", keys::Console);
            each(*console, "menu", keys::ConsoleMenu, "console",
                 [this](const Yaml& one) { wording(one, "label", "console.menu"); });
            each(*console, "pages", keys::ConsolePage, "console");
            each(*console, "panels", keys::ConsolePanel, "console");
            each(*console, "todo", keys::ConsoleTodo, "console",
                 [this](const Yaml& one) { wording(one, "label", "console.todo"); });
        }
        if (const auto settings = root.find("companySettings")) {
            for (const auto& [name, setting] : settings->members()) {
                const std::string path = "companySettings." + name;
                known(setting, path, keys::CompanySetting);
                schemaOf(setting, "schema", path);
            }
        }
        if (const auto settings = root.find("settings")) {
            schema(*settings, "settings", true);
        }
    }

    void api(const Yaml& root) {
        known(root, "", keys::Document);
        const auto paths = root.find("paths");
        for (const auto& [path, item] : paths ? paths->members() : std::vector<Yaml::Member>()) {
            known(item, path, keys::PathItem);
            for (const Yaml& parameter : item.itemsOf("parameters")) {
                this->parameter(parameter, path);
            }
            for (const auto& [method, operation] : item.members()) {
                if (isOneOf(keys::PathMethods, method)) {
                    this->operation(operation, upper(method) + ' ' + path);
                }
            }
        }
        if (const auto components = root.find("components")) {
            this->components(*components);
        }
    }

private:
    template <class Names>
    void known(const Yaml& mapping, const std::string& path, const Names& names) {
        for (const auto& [key, value] : mapping.members()) {
            if (!isOneOf(names, key)) {
                tell(mapping, path, key, names);
            }
        }
    }

    template <class Names>
    void tell(const Yaml& mapping, const std::string& path, const std::string& key, const Names& names) {
        const std::string_view meant = nearest(key, names);
        std::string all;
        for (const std::string_view name : names) {
            all += (all.empty() ? "" : ", ") + std::string(name);
        }
        mistakes_.add(mapping.file(), mapping.lineOfKey(key),
                      below(path, key) + ": found an unknown key" +
                          (meant.empty() ? "" : " (did you mean \"" + std::string(meant) + "\"?)") +
                          ", expected " + all);
    }

    /// The mappings of a list; `more` looks into each.
    template <class Names, class More>
    void each(const Yaml& parent, const std::string& key, const Names& names, const std::string& path,
              const More& more) {
        for (const Yaml& item : parent.itemsOf(key)) {
            known(item, below(path, key), names);
            more(item);
        }
    }
    template <class Names>
    void each(const Yaml& parent, const std::string& key, const Names& names, const std::string& path = {}) {
        each(parent, key, names, path, [](const Yaml&) {});
    }

    void wording(const Yaml& parent, const std::string& key, const std::string& path) {
        if (const auto texts = parent.find(key)) {
            known(*texts, below(path, key), keys::Wording);
        }
    }

    void commands(const Yaml& root) {
        const auto commands = root.find("commands");
        if (!commands) {
            return;
        }
        const auto schemas = [this](const std::string& path) {
            return [this, path](const Yaml& command) {
                schemaOf(command, "input", path);
                schemaOf(command, "output", path);
            };
        };
        known(*commands, "commands", keys::Commands);
        each(*commands, "provides", keys::CommandProvided, "commands", schemas("commands.provides"));
        each(*commands, "uses", keys::CommandUsed, "commands");
        each(*commands, "verbs", keys::Verb, "commands", schemas("commands.verbs"));
    }

    void schemaOf(const Yaml& parent, const std::string& key, const std::string& path) {
        if (const auto found = parent.find(key)) {
            schema(*found, below(path, key), false);
        }
    }

    /// `ofInstallation`: the schema of the settings, in which every `x-…` is allowed.
    void schema(const Yaml& node, const std::string& path, bool ofInstallation) {
        static constexpr auto OfApi = keys::namesOf(keys::Schema);
        for (const auto& [key, value] : node.members()) {
            if (ofInstallation && !isOneOf(keys::SettingsSchema, key) && key.rfind("x-", 0) != 0) {
                tell(node, path, key, keys::SettingsSchema);
            } else if (!ofInstallation && !isOneOf(OfApi, key)) {
                tell(node, path, key, OfApi);
            } else if (key == "properties") {
                for (const auto& [name, property] : value.members()) {
                    schema(property, below(path, ofInstallation ? "properties." + name : name),
                           ofInstallation);
                }
            } else if (key == "items" || key == "additionalProperties") {
                schema(value, below(path, key), ofInstallation);
            } else if (key == "allOf" || key == "anyOf" || key == "oneOf") {
                for (const Yaml& branch : value.items()) {
                    schema(branch, below(path, key), ofInstallation);
                }
            }
        }
    }

    void operation(const Yaml& node, const std::string& place) {
        static constexpr auto Names = keys::namesOf(keys::Operation);
        known(node, place, Names);
        for (const Yaml& one : node.itemsOf("parameters")) {
            parameter(one, place);
        }
        if (const auto body = node.find("requestBody")) {
            holder(*body, place, keys::Body);
        }
        if (const auto responses = node.find("responses")) {
            for (const auto& [status, response] : responses->members()) {
                holder(response, place + ' ' + status, keys::Response);
            }
        }
    }

    void parameter(const Yaml& node, const std::string& place) {
        if (!node.find("$ref")) {
            known(node, place, keys::OperationParameter);
            schemaOf(node, "schema", place);
        }
    }

    /// A body or a response.
    template <class Names>
    void holder(const Yaml& node, const std::string& place, const Names& names) {
        if (node.find("$ref")) {
            return;
        }
        known(node, place, names);
        const auto content = node.find("content");
        for (const auto& [type, one] : content ? content->members() : std::vector<Yaml::Member>()) {
            known(one, place + ' ' + type, keys::MediaType);
            schemaOf(one, "schema", place);
        }
    }

    void components(const Yaml& node) {
        known(node, "components", keys::Components);
        for (const auto& [section, members] : node.members()) {
            for (const auto& [name, one] : members.members()) {
                const std::string place = "components." + section + '.' + name;
                if (section == "schemas") {
                    schema(one, place, false);
                } else if (section == "parameters") {
                    parameter(one, place);
                } else if (section == "responses") {
                    holder(one, place, keys::Response);
                } else if (section == "requestBodies") {
                    holder(one, place, keys::Body);
                }
            }
        }
    }

    static std::string upper(std::string text) {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
        return text;
    }

    Mistakes& mistakes_;
};

} // namespace

void checkPluginKeys(const Yaml& manifest, Mistakes& mistakes) {
    KeyCheck(mistakes).plugin(manifest);
}

void checkApiKeys(const Yaml& api, Mistakes& mistakes) {
    KeyCheck(mistakes).api(api);
}

} // namespace svc::bindgen
