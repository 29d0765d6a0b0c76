// The web console over HTTP, with an application and a plugin made for the test.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/checks.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

/// The headers of each answer with a file of the console; names in lower case.
const std::map<std::string, std::string>& protection() {
    static const std::map<std::string, std::string> Headers{
        {"content-security-policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src "
         "'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action "
         "'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svc-worker"},
        {"x-content-type-options", "nosniff"},
        {"referrer-policy", "no-referrer"},
        {"cross-origin-opener-policy", "same-origin"},
        {"permissions-policy", "camera=(self), geolocation=(), microphone=()"}};
    return Headers;
}

constexpr const char* ForAYear = "public, max-age=31536000, immutable";
constexpr const char* Page =
    "<!DOCTYPE html><title>Test</title><script type=\"module\" src=\"/console/assets/app-1a2b.js\">";

/// A folder with an application; removed at the end.
class Application {
public:
    Application() {
        std::string name = (fs::temp_directory_path() / "svc-console-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        fs::create_directory(folder_ / "assets");
        write("index.html", Page);
        write("index.html.br", "page in brotli");
        write("assets/app-1a2b.js", "console.log(1)");
        write("assets/app-1a2b.js.br", "script in brotli");
        write("assets/app-1a2b.js.gz", "script in gzip");
        write("assets/bed-3c4d.svg", "<svg/>");
    }
    ~Application() { fs::remove_all(folder_); }
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    std::string folder() const { return folder_.string(); }

private:
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
    }
    fs::path folder_;
};

ServiceOptions optionsWith(const std::string& settings) {
    ServiceOptions options;
    options.plugins = {"partners", "console", "probe"};
    options.pluginFolders = {SVC_TEST_PLUGINS};
    options.settings["console"] = "{ " + settings + " }";
    return options;
}

class Console : public ::testing::Test {
protected:
    static RunningService& service() {
        static const Application application;
        static RunningService running(optionsWith("title: Acme, folder: \"" + application.folder() + '"'));
        return running;
    }
    static void TearDownTestSuite() { service().stop(); }

    static void expectProtected(const Answer& answer) {
        for (const auto& [name, value] : protection()) {
            EXPECT_EQ(answer.header(name), value) << name;
        }
    }

    HttpClient browser = service().anonymous();
};

TEST_F(Console, EveryAddressThatIsNothingElseOpensThePage) {
    for (const char* path :
         {"/console", "/console/login", "/console/c/com_1/sales", "/console/c/com_1/sales/sal_1/lines",
          "/console/c/com_1/compliance/journal?page=2", "/console/invite"}) {
        const Answer answer = browser.get(path);
        ASSERT_TRUE(hasStatus(answer, 200)) << path;
        EXPECT_EQ(answer.body, Page) << path;
        EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8");
        EXPECT_EQ(answer.header("cache-control"), "no-cache");
        EXPECT_EQ(answer.header("vary"), "Accept-Encoding");
        expectProtected(answer);
    }
}

TEST_F(Console, APageThatTheClientHasIsNotSentAgain) {
    const Answer first = browser.get("/console", {{"Accept-Encoding", "gzip, br"}});
    ASSERT_TRUE(hasStatus(first, 200));
    EXPECT_EQ(first.body, "page in brotli");
    EXPECT_EQ(first.header("content-encoding"), "br");
    const HeaderList known{{"Accept-Encoding", "gzip, br"}, {"If-None-Match", first.header("etag")}};
    const Answer again = browser.get("/console/login", known);
    ASSERT_TRUE(hasStatus(again, 304));
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(again.header("etag"), first.header("etag"));
    EXPECT_EQ(again.header("cache-control"), "no-cache");
    expectProtected(again);
    EXPECT_TRUE(hasStatus(browser.get("/console", {{"If-None-Match", first.header("etag")}}), 200))
        << "another form of it";
}

TEST_F(Console, HeadHasTheHeadersOfGet) {
    const Answer get = browser.get("/console");
    const Answer head = browser.send("HEAD", "/console", std::nullopt);
    ASSERT_TRUE(hasStatus(head, 200));
    EXPECT_EQ(head.body, "");
    EXPECT_EQ(head.header("content-length"), std::to_string(get.body.size()));
    EXPECT_EQ(head.header("etag"), get.header("etag"));
    expectProtected(head);
}

TEST_F(Console, AssetsAreKeptForAYearInTheFormThatTheClientAccepts) {
    const std::string path = "/console/assets/app-1a2b.js";
    for (const auto& [accepted, coding, content] :
         {std::tuple("", "", "console.log(1)"), std::tuple("gzip, deflate", "gzip", "script in gzip"),
          std::tuple("gzip, deflate, br, zstd", "br", "script in brotli"),
          std::tuple("br;q=0, gzip", "gzip", "script in gzip")}) {
        const Answer answer = browser.get(path, {{"Accept-Encoding", accepted}});
        ASSERT_TRUE(hasStatus(answer, 200));
        EXPECT_EQ(answer.body, content);
        EXPECT_EQ(answer.header("content-encoding"), coding);
        EXPECT_EQ(answer.header("content-type"), "text/javascript; charset=utf-8");
        EXPECT_EQ(answer.header("cache-control"), ForAYear);
        EXPECT_EQ(answer.header("vary"), "Accept-Encoding");
        expectProtected(answer);
    }
    const Answer picture = browser.get("/console/assets/bed-3c4d.svg", {{"Accept-Encoding", "br"}});
    EXPECT_EQ(picture.header("content-type"), "image/svg+xml");
    EXPECT_EQ(picture.header("vary"), "");
    EXPECT_TRUE(hasStatus(browser.get(path, {{"If-None-Match", browser.get(path).header("etag")}}), 304));
}

TEST_F(Console, AFileThatIsNotThereIsNeverThePage) {
    for (const char* path :
         {"/console/assets/app-0000.js", "/console/assets/app-1a2b.js.br", "/console/assets/..%2Findex.html",
          "/console/assets", "/console/assets/more/app.js", "/console/ext/probe",
          "/console/ext/probe/00/probe.js", "/console/ext/probe/00/more/probe.js",
          "/console/manifest.json/x"}) {
        EXPECT_TRUE(isRefusal(browser.get(path), 404, "not-found")) << path;
    }
    EXPECT_TRUE(isRefusal(browser.post("/console/login", Json::object()), 405, "method-not-allowed"));
}

TEST_F(Console, TheManifestHasWhatPluginsAdd) {
    const Answer answer = browser.get("/console/manifest.json");
    ASSERT_TRUE(hasStatus(answer, 200));
    EXPECT_EQ(answer.header("content-type"), "application/json");
    EXPECT_EQ(answer.header("cache-control"), "no-cache");
    expectProtected(answer);
    const Json& manifest = answer.json;
    EXPECT_EQ(manifest["title"].text(), "Acme");
    EXPECT_TRUE(manifest["extensions"].boolean());
    EXPECT_EQ(manifest["plugins"].dump(),
              R"([{"id":"probe","name":{"de":"Sonde","en":"Probe","fr":"Sonde"}}])");
    EXPECT_EQ(manifest["menu"].size(), 2U);
    EXPECT_EQ(manifest["pages"][0]["columns"].dump(), R"(["things","marks"])");
    EXPECT_EQ(manifest["panels"][0]["slot"].text(), "dashboard.main");
    EXPECT_EQ(manifest["todo"][0]["plugin"].text(), "probe");
    EXPECT_TRUE(
        hasStatus(browser.get("/console/manifest.json", {{"If-None-Match", answer.header("etag")}}), 304));

    const std::string module = manifest["panels"][0]["module"].text();
    EXPECT_EQ(module.rfind("/console/ext/probe/", 0), 0U) << module;
    EXPECT_EQ(manifest["pages"][1]["module"].text(), module);
    const Answer script = browser.get(module);
    ASSERT_TRUE(hasStatus(script, 200));
    EXPECT_NE(script.body.find("export function mount"), std::string::npos);
    EXPECT_EQ(script.header("content-type"), "text/javascript; charset=utf-8");
    EXPECT_EQ(script.header("cache-control"), ForAYear);
    expectProtected(script);
    EXPECT_TRUE(hasStatus(browser.get(module.substr(0, module.rfind('/')) + "/words.js"), 200))
        << "a module finds its other files beside it";
}

TEST_F(Console, ThePagesOfTheHostStayAsTheyAre) {
    const Answer page = browser.get("/console/reset/unknown");
    ASSERT_TRUE(hasStatus(page, 200));
    EXPECT_NE(page.body.find("<form method=\"post\">"), std::string::npos);
    EXPECT_EQ(page.header("content-security-policy").rfind("default-src 'none'; style-src 'sha256-", 0), 0U);
    EXPECT_TRUE(hasStatus(browser.get("/console/invite/unknown"), 200));
}

TEST(ConsoleWithoutExtensions, GivesOutNoScriptOfAPlugin) {
    // Nobody has built the application in this folder.
    RunningService service(
        optionsWith("extensions: false, folder: \"" + fs::temp_directory_path().string() + "/none\""));
    HttpClient browser = service.anonymous();
    const Json manifest = browser.get("/console/manifest.json").json;
    EXPECT_EQ(manifest["title"].text(), "Console");
    EXPECT_FALSE(manifest["extensions"].boolean());
    EXPECT_EQ(manifest["menu"].size(), 1U);
    EXPECT_EQ(manifest["menu"][0]["route"].text(), "/probe");
    EXPECT_EQ(manifest["pages"].size(), 1U);
    EXPECT_EQ(manifest["panels"].size(), 0U);
    EXPECT_EQ(manifest["todo"].size(), 1U);
    const Answer page = browser.get("/console/login");
    ASSERT_TRUE(hasStatus(page, 200));
    EXPECT_NE(page.body.find("The web console was not built"), std::string::npos);
    EXPECT_NE(page.body.find("SVC_CONSOLE"), std::string::npos) << "how to build it";
}

TEST(ConsoleAbsent, TheHostDoesNotPointToIt) {
    ServiceOptions options;
    options.plugins = {"partners"};
    RunningService service(options);
    HttpClient browser = service.anonymous();
    EXPECT_TRUE(isRefusal(browser.get("/console"), 503, "module-disabled:console"));
    EXPECT_EQ(browser.get("/", {{"Accept", "text/html"}}).body.find("/console"), std::string::npos);
}

} // namespace
} // namespace svc::test
