#include "host/package/store.hpp"

#include <unistd.h>

#include "host/package/candidate.hpp"
#include "host/package/stored_plugins.hpp"
#include "host/plugin/library.hpp"
#include "package_fixture.hpp"

namespace svc::host::package {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PackageStore : public Packages {
protected:
    /// Installs a package as the command does, with what it asks for.
    void install(const fs::path& file, bool allowDowngrade = false) {
        StoreChange change(store_);
        const Candidate candidate = readCandidate(change, file, trust_, {});
        checkVersion(store_, candidate, allowDowngrade);
        const Manifest& manifest = candidate.admitted.manifest;
        change.adopt(candidate.folder, manifest, candidate.sealed);
        writeGrant(
            places_.grants, manifest.id,
            {candidate.permissions, digestOf(candidate.permissions), "root", "2026-11-29T10:00:00.000Z"});
        change.link(manifest.id, manifest.version);
    }
    std::string refused(const fs::path& file, const std::set<std::string>& installed = {}) {
        return refusalOf([&] {
            StoreChange change(store_);
            checkVersion(store_, readCandidate(change, file, trust_, installed), false);
        });
    }
    /// Why a start of the service would not open the plugin; empty when it would.
    std::string atStart() const {
        const StoredPlugins plugins(places_);
        try {
            plugins.check(plugin::readDeclaration(plugins.folders().at(0)));
            return "";
        } catch (const plugin::Refused& error) {
            return error.what();
        }
    }
    fs::path installedFile(const std::string& path) const {
        return store_.folderOf("acme-pay", "1.4.2") / path;
    }

    const Places places_{root_ / "store", trustFolder(), root_ / "grants.d"};
    const Store store_{places_.store, ::geteuid()};
    Trust trust_ = trust();
};

TEST_F(PackageStore, KeepsVersionsBesideEachOther) {
    install(packed("1.4.2"));
    install(packed("1.5.0"));
    EXPECT_THAT(store_.ids(), ElementsAre("acme-pay"));
    EXPECT_THAT(store_.versions("acme-pay"), ElementsAre("1.4.2", "1.5.0"));
    EXPECT_EQ(store_.current("acme-pay"), "1.5.0");
    EXPECT_EQ(store_.highest("acme-pay")->version, "1.5.0");
    EXPECT_THAT(store_.differences("acme-pay", "1.4.2", trust_), ElementsAre());
    EXPECT_EQ(atStart(), "");

    StoreChange(store_).removeVersion("acme-pay", "1.4.2");
    EXPECT_THAT(store_.versions("acme-pay"), ElementsAre("1.5.0"));
    StoreChange(store_).remove("acme-pay");
    EXPECT_THAT(store_.ids(), ElementsAre());
    EXPECT_EQ(store_.highest("acme-pay")->version, "1.5.0");
}

TEST_F(PackageStore, AVersionNumberIsUsedOnceAndDoesNotGoBackUnasked) {
    install(packed("1.4.2"));
    EXPECT_EQ(refused(packed("1.4.2")), "already-installed");
    EXPECT_EQ(refused(packed("1.4.2", "jobs: [ { name: later } ]\n")), "same-version-other-content");
    EXPECT_EQ(refused(packed("1.4.1")), "downgrade:1.4.2:1.4.1");
    install(packed("1.4.1"), true);
    EXPECT_EQ(store_.current("acme-pay"), "1.4.1");
    EXPECT_EQ(store_.highest("acme-pay")->version, "1.4.2");
    StoreChange(store_).remove("acme-pay");
    EXPECT_EQ(refused(packed("1.4.1")), "downgrade:1.4.2:1.4.1");
}

TEST_F(PackageStore, APackageThatIsNotForThisHostIsRefused) {
    const auto changed = [&](const std::string& what, const std::string& by) {
        const fs::path folder = build("1.4.2", "requires: [ledger]\n");
        std::string text = config::readFile(folder / "plugin.yaml");
        write(folder / "plugin.yaml", text.replace(text.find(what), what.size(), by));
        fs::remove(root_ / "acme-pay-1.4.2.svcplugin");
        return pack({folder, root_, "acme", Created}, Key::readPrivate(keyFile("acme"))).file;
    };
    EXPECT_EQ(refused(changed("ledger", "ledger")), "requires:ledger");
    EXPECT_EQ(refused(changed("ledger", "ledger"), {"ledger"}), "");
    EXPECT_EQ(refused(changed("\"1.0\"", "\"1.9\"")), "sdk-too-new:1.9:1.0");
    const fs::path other = root_ / "other.so";
    fs::copy_file(fs::path(SVC_SAMPLES) / "1.5.0.so", other);
    const fs::path folder = build("1.4.2");
    fs::copy_file(other, folder / "libacme-pay.so", fs::copy_options::overwrite_existing);
    fs::remove(root_ / "acme-pay-1.4.2.svcplugin");
    const fs::path file = pack({folder, root_, "acme", Created}, Key::readPrivate(keyFile("acme"))).file;
    EXPECT_THAT(refused(file), HasSubstr("probe-failed:the library is acme-pay 1.5.0"));
}

TEST_F(PackageStore, APublisherMayNotAskForMoreThanItsCeiling) {
    trustAcme("ids: [\"acme-*\"]\nkinds: [connector]\npermissionsAtMost: [http]\n");
    trust_ = trust();
    EXPECT_EQ(refused(packed("1.4.2")), "");
    EXPECT_EQ(refused(packed("1.4.2", "jobs: [ { name: later } ]\n")), "permission-above-ceiling:job later");
}

TEST_F(PackageStore, ARefusedPackageLeavesTheStoreAsItWas) {
    install(packed("1.4.2"));
    std::string bytes = config::readFile(packed("1.5.0"));
    bytes[bytes.size() - 2000] ^= 1;
    write(root_ / "bad.svcplugin", bytes);
    EXPECT_NE(refused(root_ / "bad.svcplugin"), "");
    EXPECT_THAT(store_.versions("acme-pay"), ElementsAre("1.4.2"));
    EXPECT_EQ(store_.current("acme-pay"), "1.4.2");
    EXPECT_EQ(atStart(), "");
}

TEST_F(PackageStore, ACommandThatWasEndedCanBeRepeated) {
    const fs::path file = packed("1.4.2");
    {
        StoreChange change(store_);
        const Candidate candidate = readCandidate(change, file, trust_, {});
        change.adopt(candidate.folder, candidate.admitted.manifest, candidate.sealed);
    }
    EXPECT_EQ(store_.current("acme-pay"), std::nullopt);
    fs::remove(installedFile("LICENSE"));
    install(file);
    EXPECT_EQ(store_.current("acme-pay"), "1.4.2");
    EXPECT_EQ(atStart(), "");
}

TEST_F(PackageStore, EachChangedFileIsNamedAtTheStart) {
    install(packed("1.4.2"));
    write(installedFile("LICENSE"), "GPL\n");
    fs::remove(installedFile("sbom.cdx.json"));
    write(installedFile("extra.so"), "");
    EXPECT_THAT(store_.differences("acme-pay", "1.4.2", trust_),
                ElementsAre("modified: LICENSE", "missing file: sbom.cdx.json", "unexpected file: extra.so"));
    EXPECT_EQ(atStart(), "plugin acme-pay: modified: LICENSE\nplugin acme-pay: missing file: sbom.cdx.json\n"
                         "plugin acme-pay: unexpected file: extra.so");
}

TEST_F(PackageStore, WhatIsRevokedOrNotGrantedIsNotStarted) {
    install(packed("1.4.2", "jobs: [ { name: later } ]\n"));
    EXPECT_EQ(atStart(), "");
    fs::remove(places_.grants / "acme-pay.yaml");
    EXPECT_EQ(atStart(), "plugin acme-pay: permission-not-granted:acme-pay:job later");
    trustAcme("ids: [\"acme-*\"]\nkinds: [connector]\n"
              "revoked: [ { version: \"acme-pay 1.4.2\", reason: leaks tokens } ]\n");
    EXPECT_THAT(atStart(), HasSubstr("plugin acme-pay: revoked:leaks tokens"));
}

TEST_F(PackageStore, AStoreThatOthersMayWriteIsRefused) {
    install(packed("1.4.2"));
    fs::permissions(store_.folder() / "acme-pay", fs::perms(0777));
    const std::string refusal = "store-not-safe:" + (store_.folder() / "acme-pay").string() + ":mode";
    EXPECT_EQ(refused(packed("1.5.0")), refusal);
    EXPECT_THAT(atStart(), HasSubstr(refusal));
    fs::permissions(store_.folder() / "acme-pay", fs::perms(0755));
    fs::create_symlink("/etc", store_.folderOf("acme-pay", "1.4.2") / "etc");
    EXPECT_THAT(refused(packed("1.5.0")), HasSubstr(":link"));
}

TEST_F(PackageStore, OneCommandChangesItAtATime) {
    const StoreChange first(store_);
    EXPECT_EQ(refusalOf([&] { StoreChange second(store_); }), "store-busy");
}

TEST_F(PackageStore, AnUpgradeTellsWhatIsDifferent) {
    install(packed("1.4.2", "jobs: [ { name: later }, { name: poll, every: PT5M } ]\n"));
    const fs::path folder = build("1.5.0", "jobs: [ { name: later }, { name: poll, every: PT1M } ]\n");
    write(folder / "migrations/0002_pay.sql", "-- svc: phase=contract\nDROP TABLE acme_pay.page;\n");
    const fs::path file = pack({folder, root_, "acme", Created}, Key::readPrivate(keyFile("acme"))).file;
    StoreChange change(store_);
    const Candidate candidate = readCandidate(change, file, trust_, {});
    EXPECT_THAT(differencesFrom(plugin::readDeclaration(store_.folderOf("acme-pay", "1.4.2")), candidate),
                ElementsAre("+ job poll PT1M", "- job poll PT5M", "migration 0002_pay.sql, phase contract"));
}

} // namespace
} // namespace svc::host::package
