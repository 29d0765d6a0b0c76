#include "host/package/archive.hpp"

#include <random>

#include "host/package/candidate.hpp"
#include "package_fixture.hpp"

namespace svc::host::package {
namespace {

class Archive : public Packages {
protected:
    /// The refusal of a package with these bytes.
    std::string refused(const std::string& bytes) const {
        const fs::path file = root_ / "changed.svcplugin";
        write(file, bytes);
        return refusalOf([&] { verifyFile(file, trust_); });
    }
    std::string good() const { return config::readFile(packed("1.4.2")); }

    /// The place of the header of a file in an archive.
    static std::size_t headerOf(const std::string& bytes, const std::string& path) {
        for (std::size_t at = 0; at < bytes.size(); at += 512) {
            if (bytes.compare(at, path.size() + 1, path + '\0') == 0) {
                return at;
            }
        }
        throw std::runtime_error("no header of " + path);
    }

    const Trust trust_ = trust();
};

TEST_F(Archive, TheSameFolderGivesTheSameFile) {
    const std::string first = good();
    EXPECT_EQ(first, good());
    EXPECT_EQ(first.size() % 512, 0U);
    EXPECT_EQ(refused(first), "");
}

TEST_F(Archive, TarListsIt) {
    const std::string command = "tar tf " + packed("1.4.2").string() + " > " + (root_ / "list").string();
    ASSERT_EQ(std::system(command.c_str()), 0); // NOLINT: a fixed command
    EXPECT_EQ(config::readFile(root_ / "list"),
              "MANIFEST\nMANIFEST.sig\nLICENSE\nlibacme-pay.so\nmigrations/0001_pay.sql\nopenapi.yaml\n"
              "plugin.yaml\nsbom.cdx.json\n");
}

TEST_F(Archive, NoChangedByteIsAccepted) {
    std::string bytes = good();
    // Every byte of the headers and lists, and every 97th of the files.
    const std::size_t files = headerOf(bytes, "LICENSE");
    for (std::size_t at = 0; at < bytes.size(); at += at < files + 1024 ? 1 : 97) {
        const char before = bytes[at];
        bytes[at] = static_cast<char>(before ^ 1);
        EXPECT_NE(refused(bytes), "") << at;
        bytes[at] = before;
    }
}

TEST_F(Archive, NoShorterOrLongerFileIsAccepted) {
    const std::string bytes = good();
    std::mt19937 random(7); // NOLINT: the same places in each run
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(refused(bytes.substr(0, random() % bytes.size())), "truncated");
    }
    EXPECT_EQ(refused(bytes + '\0'), "trailing-bytes");
    EXPECT_EQ(refused(bytes + bytes), "trailing-bytes");
}

TEST_F(Archive, OtherFilesAreNoPackages) {
    EXPECT_EQ(refused("PK\x03\x04" + std::string(600, 'x')), "not-a-package:MANIFEST");
    const std::string bytes = good();
    EXPECT_EQ(refused(bytes.substr(headerOf(bytes, "LICENSE"))), "not-a-package:MANIFEST");
    std::string second = bytes;
    second[headerOf(bytes, "MANIFEST.sig")] = 'N';
    EXPECT_EQ(refused(second), "not-a-package:MANIFEST.sig");
}

TEST_F(Archive, TheFirstWrongThingIsNamed) {
    const std::string bytes = good();
    const auto changed = [&](std::size_t at, char to) {
        std::string text = bytes;
        text[at] = to;
        return refused(text);
    };
    const std::size_t license = headerOf(bytes, "LICENSE");
    EXPECT_EQ(changed(license + 156, '2'), "header-differs:LICENSE"); // a link
    EXPECT_EQ(changed(license + 103, '4'), "header-differs:LICENSE"); // a set-user-id file
    EXPECT_EQ(changed(license + 512, 'X'), "digest-differs:LICENSE");
    EXPECT_EQ(changed(license + 1000, 'X'), "padding:LICENSE");
    EXPECT_EQ(changed(bytes.size() - 1024, 'X'), "extra-member");
    EXPECT_EQ(changed(bytes.size() - 1, 'X'), "trailing-bytes");
    EXPECT_EQ(changed(512, 'X'), "signature-wrong:" + keyId("acme"));
}

TEST_F(Archive, AnotherKeyCanSignToo) {
    makeKey("next");
    const fs::path file = packed("1.4.2");
    addSignature(file, Key::readPrivate(keyFile("next")));
    EXPECT_EQ(refusalOf([&] { verifyFile(file, trust_); }), "");
    write(trustFolder() / "acme.yaml", "publisher: acme\nkeys: [ { id: \"" + keyId("next") +
                                           "\", file: next.pub } ]\nids: [\"*\"]\nkinds: [connector]\n");
    const Trust next = trust();
    EXPECT_EQ(verifyFile(file, next).key, keyId("next"));

    const std::string twice = config::readFile(file);
    addSignature(file, Key::readPrivate(keyFile("next")));
    EXPECT_EQ(config::readFile(file), twice);
}

TEST_F(Archive, AFolderThatCannotBePackedSaysWhy) {
    const auto refusedFolder = [&](const std::function<void(const fs::path&)>& change) {
        const fs::path folder = build("1.4.2");
        change(folder);
        return refusalOf([&] { pack({folder, root_, "acme", Created}, Key::readPrivate(keyFile("acme"))); });
    };
    EXPECT_EQ(refusedFolder([](const fs::path& folder) { fs::remove(folder / "LICENSE"); }),
              "file-missing:LICENSE");
    EXPECT_EQ(refusedFolder([](const fs::path& folder) { fs::create_symlink("LICENSE", folder / "link"); }),
              "not-a-file:link");
    EXPECT_EQ(refusedFolder([](const fs::path& folder) { write(folder / "my notes", ""); }),
              "path-refused:my\\x20notes");
    EXPECT_EQ(refusedFolder([](const fs::path& folder) { write(folder / "libacme-pay.so", "no ELF"); }),
              "arch-unknown:libacme-pay.so");
}

} // namespace
} // namespace svc::host::package
