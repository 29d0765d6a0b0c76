#include "contracts.hpp"

#include <algorithm>

namespace svc::bindgen {

namespace fs = std::filesystem;

namespace {

/// `regime.florin.send` → `regime.*.send`, `accounting_files.fr` → `accounting_files.*`.
std::string verbName(const std::string& command) {
    const std::size_t dot = command.find('.');
    if (dot == std::string::npos) {
        return {};
    }
    const std::size_t rest = command.find('.', dot + 1);
    return command.substr(0, dot) + ".*" + (rest == std::string::npos ? "" : command.substr(rest));
}

/// `regime.*.send` → `regime.*`.
std::string familyName(const std::string& name) {
    return name.substr(0, name.find('.')) + ".*";
}

} // namespace

void Contracts::load() {
    if (loaded_) {
        return;
    }
    loaded_ = true;
    for (const fs::path& parent : folders_) {
        std::error_code error;
        std::vector<fs::path> folders;
        for (const auto& entry : fs::directory_iterator(parent, error)) {
            folders.push_back(entry.path());
        }
        std::sort(folders.begin(), folders.end());
        for (const fs::path& folder : folders) {
            for (const char* name : {"plugin.yaml", "host.yaml"}) {
                if (!fs::exists(folder / name)) {
                    continue;
                }
                files_.push_back(folder / name);
                if (auto manifest = readYaml(folder / name, mistakes_)) {
                    contracts_.push_back({folder, manifest->textOf("id"), *manifest});
                }
            }
        }
    }
    apis_.reserve(contracts_.size());
}

template <class Test>
std::optional<std::pair<const Contract*, Yaml>> Contracts::declared(const char* list, const Test& test) {
    load();
    for (const Contract& contract : contracts_) {
        const auto commands = contract.manifest.find("commands");
        for (const Yaml& one : commands ? commands->itemsOf(list) : std::vector<Yaml>()) {
            if (test(one.textOf("name"))) {
                return std::pair(&contract, one);
            }
        }
    }
    return std::nullopt;
}

std::optional<std::pair<const Contract*, Yaml>> Contracts::provider(const std::string& command) {
    return declared("provides", [&](const std::string& name) { return name == command; });
}

std::optional<std::pair<const Contract*, Yaml>> Contracts::verb(const std::string& command) {
    return declared("verbs", [&](const std::string& name) { return name == verbName(command); });
}

bool Contracts::hasFamily(const std::string& command) {
    return declared("verbs", [&](const std::string& name) { return familyName(name) == familyName(command); })
        .has_value();
}

std::vector<std::pair<const Contract*, Yaml>> Contracts::eventsEmittedBy(const std::string& plugin) {
    load();
    std::vector<std::pair<const Contract*, Yaml>> events;
    for (const Contract& contract : contracts_) {
        for (const Yaml& event : contract.manifest.itemsOf("events")) {
            for (const Yaml& emitter : event.itemsOf("emitters")) {
                if (emitter.text() == plugin) {
                    events.emplace_back(&contract, event);
                }
            }
        }
    }
    return events;
}

const Yaml* Contracts::api(const Contract& contract) {
    for (const auto& [id, api] : apis_) {
        if (id == contract.id) {
            return &api;
        }
    }
    const fs::path file = contract.folder / "openapi.yaml";
    if (!fs::exists(file)) {
        return nullptr;
    }
    files_.push_back(file);
    const auto api = readYaml(file, mistakes_);
    return api ? &apis_.emplace_back(contract.id, *api).second : nullptr;
}

std::string Contracts::folderNames() const {
    std::string names;
    for (const fs::path& folder : folders_) {
        names += (names.empty() ? "" : ", ") + folder.string();
    }
    return names.empty() ? "the search path, which is empty" : names;
}

} // namespace svc::bindgen
