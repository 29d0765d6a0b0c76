#include <svc/static_files.hpp>

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace svc {
namespace {

std::string headerOf(const Response& response, std::string_view name) {
    for (const auto& [key, value] : response.headers()) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

const StaticFile& fileOf(const StaticFiles& files, std::string_view name) {
    const StaticFile* found = files.find(name);
    if (found == nullptr) {
        throw std::out_of_range(std::string(name));
    }
    return *found;
}

StaticFile script() {
    StaticFile file(contentTypeOf("app.js"), "plain");
    file.compressed("br", "brotli").compressed("gzip", "gzip");
    return file;
}

TEST(StaticFile, IsSentInTheFirstFormThatTheClientAccepts) {
    const auto sent = [](std::string_view acceptEncoding) {
        return script().answer(acceptEncoding, "", "no-cache").body();
    };
    EXPECT_EQ(sent(""), "plain");
    EXPECT_EQ(sent("gzip, deflate, br"), "brotli");
    EXPECT_EQ(sent("gzip"), "gzip");
    EXPECT_EQ(sent("GZIP;q=0.5"), "gzip");
    EXPECT_EQ(sent("br;q=0, gzip;q=1.0"), "gzip");
    EXPECT_EQ(sent("br; q=0.000, gzip; q=0"), "plain");
    EXPECT_EQ(sent("*"), "brotli");
    EXPECT_EQ(sent("br;q=0, *"), "gzip");
    EXPECT_EQ(sent("*;q=0"), "plain");
    EXPECT_EQ(sent("brotli, identity"), "plain");
}

TEST(StaticFile, SaysWhatItIsAndHowLongItMayBeKept) {
    const Response plain = script().answer("", "", "no-cache");
    EXPECT_EQ(plain.status(), 200);
    EXPECT_EQ(headerOf(plain, "Content-Type"), "text/javascript; charset=utf-8");
    EXPECT_EQ(headerOf(plain, "Cache-Control"), "no-cache");
    EXPECT_EQ(headerOf(plain, "Vary"), "Accept-Encoding");
    EXPECT_EQ(headerOf(plain, "Content-Encoding"), "");
    const Response compressed = script().answer("br", "", "no-cache");
    EXPECT_EQ(headerOf(compressed, "Content-Encoding"), "br");
    EXPECT_NE(headerOf(compressed, "ETag"), headerOf(plain, "ETag")) << "each form has its own";
    const Response single = StaticFile("image/png", "picture").answer("br", "", "no-cache");
    EXPECT_EQ(single.body(), "picture");
    EXPECT_EQ(headerOf(single, "Vary"), "");
}

TEST(StaticFile, IsNotSentAgainToAClientThatHasIt) {
    const std::string etag = headerOf(script().answer("br", "", "no-cache"), "ETag");
    for (const std::string& known : {etag, "W/" + etag, "\"other\", " + etag, std::string("*")}) {
        const Response answer = script().answer("br", known, "no-cache");
        EXPECT_EQ(answer.status(), 304) << known;
        EXPECT_EQ(answer.body(), "");
        EXPECT_EQ(headerOf(answer, "ETag"), etag);
        EXPECT_EQ(headerOf(answer, "Cache-Control"), "no-cache");
        EXPECT_EQ(headerOf(answer, "Vary"), "Accept-Encoding");
        EXPECT_EQ(headerOf(answer, "Content-Type"), "");
        EXPECT_EQ(headerOf(answer, "Content-Encoding"), "");
    }
    EXPECT_EQ(script().answer("gzip", etag, "no-cache").status(), 200) << "it has another form";
    EXPECT_EQ(script().answer("br", "\"other\"", "no-cache").status(), 200);
}

TEST(StaticFile, ItsTagFollowsTheContent) {
    EXPECT_EQ(StaticFile("text/plain", "a").tag(), StaticFile("text/html", "a").tag());
    EXPECT_NE(StaticFile("text/plain", "a").tag(), StaticFile("text/plain", "b").tag());
    EXPECT_NE(StaticFile("text/plain", "ab").tag(), StaticFile("text/plain", "ba").tag());
}

TEST(StaticFiles, AreReadWithWhatIsCompressedOfThem) {
    std::string folder = (std::filesystem::temp_directory_path() / "svc-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    std::filesystem::create_directory(folder + "/assets");
    const auto write = [&](const std::string& name, const std::string& content) {
        std::ofstream(folder + '/' + name, std::ios::binary) << content;
    };
    write("index.html", "<!DOCTYPE html>");
    write("assets/app.js", "plain");
    write("assets/app.js.br", "brotli");
    write("assets/app.js.gz", "gzip");
    write("assets/lonely.gz", "archive");
    const StaticFiles files = StaticFiles::read(folder);
    std::filesystem::remove_all(folder);
    EXPECT_EQ(fileOf(files, "index.html").contentType(), "text/html; charset=utf-8");
    EXPECT_EQ(fileOf(files, "assets/app.js").answer("gzip", "", "").body(), "gzip");
    EXPECT_EQ(fileOf(files, "assets/app.js").answer("br", "", "").body(), "brotli");
    EXPECT_EQ(files.find("assets/app.js.br"), nullptr) << "it is no file of its own";
    EXPECT_EQ(fileOf(files, "assets/lonely.gz").content(), "archive");
    EXPECT_EQ(files.find("assets"), nullptr);
    EXPECT_EQ(files.find("../index.html"), nullptr);
    EXPECT_EQ(StaticFiles::read(folder + "/none").find("index.html"), nullptr);
}

} // namespace
} // namespace svc
