#include "contracts.hpp"

#include <algorithm>

namespace svc::bindgen {

namespace fs = std::filesystem;

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

std::optional<std::pair<const Contract*, Yaml>> Contracts::provider(const std::string& command) {
    load();
    for (const Contract& contract : contracts_) {
        const auto commands = contract.manifest.find("commands");
        for (const Yaml& one : commands ? commands->itemsOf("provides") : std::vector<Yaml>()) {
            if (one.textOf("name") == command) {
                return std::pair(&contract, one);
            }
        }
    }
    return std::nullopt;
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
