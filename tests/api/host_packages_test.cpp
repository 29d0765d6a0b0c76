// A signed package on its way from its publisher into a running service.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "commands_fixture.hpp"
#include "support/running_service.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

/// A publisher with a key, and an administrator who trusts it.
class HostPackages : public Commands {
protected:
    HostPackages() {
        openssl("genpkey -algorithm ed25519 -out", folder / "acme.pem");
        fs::create_directories(folder / "trust.d");
        openssl("pkey -pubout -in " + (folder / "acme.pem").string() + " -out", folder / "trust.d/acme.pub");
        fs::copy(fs::path(SVC_TEST_PLUGINS) / "probe", folder / "built", fs::copy_options::recursive);
        std::ofstream(folder / "built/LICENSE") << "MIT\n";
        std::ofstream(folder / "built/sbom.cdx.json") << R"({"bomFormat":"CycloneDX","specVersion":"1.5"})";
        configure("");
        packed_ = plugins({"pack", (folder / "built").string(), "--key", (folder / "acme.pem").string(),
                           "--publisher", "acme", "--to", folder.string()},
                          false);
    }

    static void openssl(const std::string& words, const fs::path& file) {
        const std::string command = "openssl " + words + ' ' + file.string();
        ASSERT_EQ(std::system(command.c_str()), 0); // NOLINT: a fixed command
    }

    /// Writes svc.yaml with this plugin besides none.
    void configure(const std::string& enabled) {
        configuration_ =
            write("database: embedded\nserver: { port: 0 }\nplugins:\n  store: store\n  enabled: {" +
                  enabled + "}\n");
    }
    Outcome plugins(std::vector<std::string> words, bool configured = true) const {
        words.insert(words.begin(), "plugins");
        if (configured) {
            words.insert(words.end(), {"--config", configuration_});
        }
        return runHost(words, environment());
    }
    /// The trust file of acme, with the id of its key as `pack` tells it.
    void trustAcme() const {
        std::string id = packed_.output.substr(packed_.output.find("signed with ") + 12);
        id.pop_back();
        std::ofstream(folder / "trust.d/acme.yaml")
            << "publisher: acme\nkeys: [ { id: \"" << id
            << "\", file: acme.pub } ]\nids: [probe]\nkinds: [module]\n";
    }
    std::string file() const { return (folder / "probe-1.0.0.svcplugin").string(); }

    std::string configuration_;
    Outcome packed_;
};

TEST_F(HostPackages, ArePackedVerifiedAndInstalledButNotEnabled) {
    ASSERT_EQ(packed_.code, 0) << packed_.errors;
    const Outcome stranger = plugins({"install", file(), "--yes"});
    EXPECT_EQ(stranger.code, 3);
    EXPECT_EQ(stranger.errors.rfind("refused: signature-untrusted:", 0), 0U) << stranger.errors;

    trustAcme();
    EXPECT_EQ(plugins({"verify", file()}).code, 0);
    const Outcome asked = plugins({"install", file()});
    EXPECT_EQ(asked.code, 3) << asked.output;
    EXPECT_NE(asked.output.find("  command mail.queue\n"), std::string::npos) << asked.output;
    EXPECT_NE(asked.errors.find("refused: permission-not-accepted:"), std::string::npos) << asked.errors;
    EXPECT_FALSE(fs::exists(folder / "store/probe"));

    const std::size_t digest = asked.errors.find("accepted:") + 9;
    const Outcome installed =
        plugins({"install", file(), "--accept-permissions", asked.errors.substr(digest, 64)});
    EXPECT_EQ(installed.code, 0) << installed.errors;
    EXPECT_NE(installed.output.find(
                  "installed probe 1.0.0; not enabled. Enable it under plugins.enabled in " + configuration_),
              std::string::npos)
        << installed.output;
    EXPECT_EQ(plugins({"install", file(), "--yes"}).code, 4);
    EXPECT_EQ(plugins({"verify", "--all"}).output, "probe 1.0.0: good\n");
    EXPECT_EQ(plugins({"rollback", "probe"}).code, 3);
}

TEST_F(HostPackages, AnEnabledPackageIsCheckedBeforeItsLibraryIsOpened) {
    trustAcme();
    ASSERT_EQ(plugins({"install", file(), "--yes"}).code, 0);
    configure("probe: {}");
    EXPECT_EQ(runHost({"check-config", configuration_}, environment()).code, 0);
    EXPECT_EQ(plugins({"remove", "probe"}).code, 3);

    const fs::path library = folder / "store/probe/1.0.0/libprobe.so";
    std::ofstream(library, std::ios::app) << "more";
    const Outcome changed = runHost({"check-config", configuration_}, environment());
    EXPECT_EQ(changed.code, 1);
    EXPECT_NE(changed.output.find("plugin probe: modified: libprobe.so"), std::string::npos)
        << changed.output;
    EXPECT_EQ(plugins({"verify", "--all"}).output, "probe 1.0.0: modified: libprobe.so\n");

    configure("");
    const Outcome removed = plugins({"remove", "probe"});
    EXPECT_EQ(removed.code, 0) << removed.errors;
    EXPECT_FALSE(fs::exists(folder / "store/probe"));
    EXPECT_EQ(plugins({"remove", "probe"}).errors,
              "refused: not-installed:probe: svc-host plugins list names the plugins.\n");
}

} // namespace
} // namespace svc::test
