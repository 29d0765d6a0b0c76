#pragma once

#include "host/plugin/library.hpp"
#include "host/plugin/plugin_set.hpp"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace svc::host::plugin {

namespace fs = std::filesystem;
inline fs::path sample(const std::string& name) {
    return fs::path(SVC_SAMPLES) / (name + ".so");
}

inline svc_bytes bytesOf(std::string_view text) {
    return {text.data(), text.size()};
}

/// A folder of plugins, written by the test.
class Loader : public testing::Test {
protected:
    Loader() {
        std::string name = (fs::temp_directory_path() / "svc-plugins-XXXXXX").string();
        root_ = ::mkdtemp(name.data());
    }
    ~Loader() override {
        set_.stop();
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }

    fs::path folder(const std::string& id) const { return root_ / id; }

    static void write(const fs::path& file, const std::string& text) {
        std::ofstream(file, std::ios::binary) << text;
        fs::permissions(file, fs::perms(0644));
    }

    /// A plugin whose files agree with the library `sample`; `more` is added to its plugin.yaml.
    void plugin(const std::string& id, const std::string& library, const std::string& more = {},
                const std::string& version = "1.0.0", const std::string& sdk = "1.0") const {
        fs::create_directories(folder(id));
        fs::permissions(folder(id), fs::perms(0755));
        if (!library.empty()) {
            fs::copy_file(sample(library), folder(id) / ("lib" + id + ".so"));
            fs::permissions(folder(id) / ("lib" + id + ".so"), fs::perms(0755));
        }
        std::string commands = "commands:\n  provides: [ { name: " + id + ".run } ]\n";
        write(folder(id) / "plugin.yaml", "id: " + id + "\nversion: " + version + "\nkind: module\nsdk: \"" +
                                              sdk + "\"\nname: { en: Sample, fr: Exemple, de: Beispiel }\n" +
                                              (more.find("commands:") == std::string::npos ? commands : "") +
                                              more);
        contract(id, "readSample");
    }
    void contract(const std::string& id, const std::string& operation, const std::string& scopes = "[]",
                  const std::string& answer = "Sample") const {
        write(folder(id) / "openapi.yaml", "openapi: 3.1.0\ninfo: { title: Sample, version: \"1\" }\npaths:\n"
                                           "  /companies/{companyId}/sample:\n    get:\n      operationId: " +
                                               operation + "\n      x-scope: " + scopes +
                                               "\n      responses: { \"200\": "
                                               "{ description: " +
                                               answer + " } }\n");
    }

    config::Config configurationOf(const std::string& enabled) const {
        return config::parseConfig(
            "database: embedded\nplugins:\n  folders: [ " + root_.string() + " ]\n  enabled:\n" + enabled,
            root_ / "svc.yaml", [](std::string_view) { return std::optional<std::string>(); });
    }
    /// Loads the plugins enabled under `enabled` (lines of svc.yaml).
    void load(const std::string& enabled) {
        const config::Config configuration = configurationOf(enabled);
        set_ = PluginSet::discover({root_});
        set_.select(configuration);
        set_.load(configuration);
    }
    /// Loads them beside a host that declares what is in `own`.
    void loadBeside(const std::string& enabled, const Catalogue& own = {}) {
        load(enabled);
        set_.refuseClashes(own, {}, configurationOf(enabled));
    }
    /// The reason why the one plugin `id` is refused; the others run.
    std::string reason(const std::string& id) {
        for (const Refusal& refusal : set_.refusals()) {
            if (refusal.id == id) {
                return refusal.reason;
            }
        }
        return "not refused";
    }
    std::string refusedSample(const std::string& library) {
        plugin("sample", library);
        load("    sample: {}\n");
        EXPECT_TRUE(set_.loaded().empty());
        return reason("sample");
    }
    /// What load() throws.
    std::string failure(const std::string& enabled) {
        try {
            load(enabled);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "nothing was thrown";
    }
    std::vector<std::string> running() const {
        std::vector<std::string> ids;
        for (const auto& loaded : set_.loaded()) {
            ids.push_back(loaded->declaration.id);
        }
        return ids;
    }

    fs::path root_;
    PluginSet set_;
};

} // namespace svc::host::plugin
