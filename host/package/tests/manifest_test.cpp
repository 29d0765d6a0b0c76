#include "host/package/manifest.hpp"

#include "package_fixture.hpp"

namespace svc::host::package {
namespace {

const std::string Digest(64, 'a');
const std::string Head =
    "svcplugin 1\nid acme-pay\nversion 1.4.2\nkind connector\nsdk 1.2\narch amd64-linux-gnu\n"
    "publisher acme\ncreated 2026-09-21T13:33:20Z\n";

std::string file(const std::string& path, const std::string& size = "1") {
    return "file - " + size + ' ' + Digest + ' ' + path + '\n';
}

std::string refused(const std::string& text) {
    return refusalOf([&] { parseManifest(text); });
}

TEST(Manifest, IsReadAndWrittenInOneWay) {
    const std::string text =
        Head + file("LICENSE") + "file x 5 " + Digest + " a\n" + file("a-b") + file("b/c");
    const Manifest manifest = parseManifest(text);
    EXPECT_EQ(toText(manifest), text);
    EXPECT_EQ(manifest.id, "acme-pay");
    EXPECT_EQ(manifest.sdkMinor, 2);
    EXPECT_TRUE(manifest.files[1].executable);
    EXPECT_EQ(fileNameOf(manifest), "acme-pay-1.4.2.svcplugin");
}

TEST(Manifest, AnotherFormatNeedsAnotherHost) {
    EXPECT_EQ(refused("svcplugin 2\n"), "format-unknown:2");
}

TEST(Manifest, EveryLineHasOneForm) {
    const auto replaced = [](const std::string& what, const std::string& by) {
        std::string text = Head + file("LICENSE");
        return text.replace(text.find(what), what.size(), by);
    };
    EXPECT_EQ(refused(""), "manifest-syntax:1:svcplugin");
    EXPECT_EQ(refused(replaced("id acme", "id Acme")), "manifest-syntax:2:id");
    EXPECT_EQ(refused(replaced("id ", "id  ")), "manifest-syntax:2:id");
    EXPECT_EQ(refused(replaced("1.4.2", "1.04.2")), "manifest-syntax:3:version");
    EXPECT_EQ(refused(replaced("1.4.2", "1.4")), "manifest-syntax:3:version");
    EXPECT_EQ(refused(replaced("connector", "driver")), "manifest-syntax:4:kind");
    EXPECT_EQ(refused(replaced("sdk 1.2", "sdk 1")), "manifest-syntax:5:sdk");
    EXPECT_EQ(refused(replaced("publisher acme\n", "")), "manifest-syntax:7:publisher");
    EXPECT_EQ(refused(replaced("09-21T", "13-21T")), "manifest-syntax:8:created");
    EXPECT_EQ(refused(replaced("20Z\n", "20Z\r\n")), "manifest-syntax:8:created");
    EXPECT_EQ(refused(replaced("file -", "file r")), "manifest-syntax:9:mode");
    EXPECT_EQ(refused(replaced("- 1 ", "- 01 ")), "manifest-syntax:9:size");
    EXPECT_EQ(refused(replaced(Digest, std::string(64, 'A'))), "manifest-syntax:9:sha256");
    EXPECT_EQ(refused(replaced("LICENSE\n", "LICENSE")), "manifest-syntax:9:file");
}

TEST(Manifest, PathsStayInsideOfTheFolder) {
    for (const std::string path : {"../x", "/etc/passwd", "a/../b", "a//b", ".hidden", "a/.b", "a b", "a/",
                                   "", "1/2/3/4/5/6/7", "a\\b", "caf\xC3\xA9"}) {
        EXPECT_EQ(refused(Head + file(path)), "path-refused:" + printable(path)) << path;
    }
    EXPECT_EQ(refused(Head + file(std::string(101, 'x'))).substr(0, 12), "path-refused");
    const std::string part(90, 'x');
    EXPECT_EQ(refused(Head + file(part + "/" + part)).substr(0, 12), "path-refused");
    EXPECT_EQ(refused(Head + file(part + "/" + part.substr(1))), "");
}

TEST(Manifest, PathsAreSortedAndEachIsOneThing) {
    EXPECT_EQ(refused(Head + file("b") + file("a")), "order-or-duplicate:a");
    EXPECT_EQ(refused(Head + file("a") + file("a")), "order-or-duplicate:a");
    // A path of another name stands between the file and the folder.
    EXPECT_EQ(refused(Head + file("a") + file("a-b") + file("a/b")), "file-is-directory:a");
}

TEST(Manifest, SizesAreLimited) {
    EXPECT_EQ(refused(Head + file("a", "134217728")), "");
    EXPECT_EQ(refused(Head + file("a", "134217729")), "file-too-large:a");
    EXPECT_EQ(refused(Head + file("a", "134217728") + file("b", "134217728") + file("c", "1")),
              "package-too-large");
    std::string many = Head;
    for (int i = 0; i <= 2000; ++i) {
        many += file("f" + std::to_string(10000 + i));
    }
    EXPECT_EQ(refused(many), "too-many-files");
}

TEST(Manifest, VersionsAreComparedByTheirNumbers) {
    EXPECT_LT(compareVersions("1.9.0", "1.10.0"), 0);
    EXPECT_GT(compareVersions("2.0.0", "1.10.9"), 0);
    EXPECT_EQ(compareVersions("1.4.2", "1.4.2"), 0);
}

} // namespace
} // namespace svc::host::package
