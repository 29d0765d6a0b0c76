// GET /openapi.json: valid for external tools, and consistent with the tables of the API definitions.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <svc/error.hpp>

#include "host/openapi/validator.hpp"
#include "support/checks.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

std::string readFile(const fs::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string withoutDetails(const std::string& code) {
    return code.substr(0, code.find(':'));
}

std::set<std::string> texts(const Json& array) {
    std::set<std::string> result;
    if (array.isArray()) {
        for (const Json& entry : array.items()) {
            result.insert(entry.text());
        }
    }
    return result;
}

class OpenApi : public ::testing::Test {
protected:
    static void SetUpTestSuite() { document() = sharedService().anonymous().get("/openapi.json").json; }
    static Json& document() {
        static Json text;
        return text;
    }
    static const Json& operation(const std::string& method, const std::string& path) {
        return document()["paths"][path][lower(method)];
    }
    static Json tables() { return Json::parse(readFile(fs::path(SVC_TEST_DATA) / "api-tables.json")); }
    static std::set<std::string> expectedRoutes() {
        std::set<std::string> routes;
        std::istringstream lines(readFile(fs::path(SVC_TEST_DATA) / "routes.txt"));
        for (std::string line; std::getline(lines, line);) {
            routes.insert(line);
        }
        return routes;
    }
};

TEST_F(OpenApi, TheRoutesOfTheTablesAreThereAndNoOthers) {
    std::set<std::string> served;
    for (const Json::Member& path : document()["paths"].members()) {
        for (const Json::Member& member : path.value.members()) {
            if (member.value.contains("operationId")) {
                std::string method = member.name;
                std::transform(method.begin(), method.end(), method.begin(),
                               [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
                served.insert(method + ' ' + path.name);
            }
        }
    }
    const std::set<std::string> expected = expectedRoutes();
    for (const std::string& route : expected) {
        EXPECT_EQ(served.count(route), 1U) << route << " is missing";
    }
    for (const std::string& route : served) {
        EXPECT_EQ(expected.count(route), 1U) << route << " is not in routes.txt";
    }
}

/// The queries of a list or report: for each date parameter one query with a far date and the required
/// parameters.
std::vector<std::string> farQueries(const Json& operation) {
    std::string required;
    std::vector<std::string> dates;
    if (!operation["parameters"].isArray()) {
        return {};
    }
    for (const Json& parameter : operation["parameters"].items()) {
        const std::string name = parameter.textOr("name");
        const std::string format = parameter["schema"].textOr("format");
        if (parameter.textOr("in") != "query") {
            continue;
        }
        if (format == "date" || format == "date-time" || format == "instant-or-date") {
            dates.push_back(name);
        }
        if (parameter.optionalBool("required").value_or(false)) {
            required += '&' + name + '=' + (name == "from" ? "2026-01-01" : parameter.textOr("example", "1"));
        }
    }
    std::vector<std::string> queries;
    for (const std::string& name : dates) {
        for (const char* far :
             {"0001-01-01", "9999-12-31", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"}) {
            queries.push_back('?' + name + '=' + far + required);
        }
    }
    return queries;
}

TEST_F(OpenApi, NoRouteFailsAtAFarDate) {
    const RunningService& service = sharedService();
    std::size_t asked = 0;
    const auto ask = [&](const std::string& path) {
        EXPECT_LT(service.live().get(path).status, 500) << path;
        ++asked;
    };
    for (const Json::Member& path : document()["paths"].members()) {
        constexpr std::string_view OfCompany = "/companies/{companyId}";
        if (!path.name.starts_with(OfCompany) || path.name.find('{', OfCompany.size()) != std::string::npos) {
            continue;
        }
        for (const std::string& query : farQueries(path.value["get"])) {
            ask(service.company(path.name.substr(OfCompany.size()) + query));
        }
    }
    EXPECT_GT(asked, 100U);
    for (const char* period : {"9999", "9999-12", "9999-Q4", "0001", "0001-01-01..2026-01-01"}) {
        EXPECT_TRUE(isRefusal(service.live().get(service.company("/reports/summary?period=") + period), 400,
                              "field-invalid:period"));
    }
}

TEST_F(OpenApi, EachRouteHasTheScopesStatusAndErrorsOfTheTables) {
    const std::set<std::string> expected = expectedRoutes();
    const Json rows = tables();
    std::size_t compared = 0;
    for (const Json& row : rows["routes"].items()) {
        // The tables include the query of a route that requires one.
        const std::string path = row["path"].text().substr(0, row["path"].text().find('?'));
        const std::string name = row["method"].text() + ' ' + path;
        const Json& found = operation(row["method"].text(), path);
        if (expected.count(name) == 0 || !found.isObject()) {
            continue;
        }
        ++compared;
        EXPECT_EQ(texts(found["x-scope"]), texts(row["scopes"])) << name;
        const std::string caller = row["auth"].text();
        EXPECT_EQ(found.textOr("x-caller", "any"), caller == "key" ? "any" : caller) << name;
        EXPECT_TRUE(found["responses"].contains(row["status"].numberText())) << name;
        const std::string list = row["list"].text();
        EXPECT_EQ(found.textOr("x-page") == "cursor", list == "cursor") << name;
        EXPECT_EQ(found.textOr("x-page") == "page", list == "array+page") << name;
        std::set<std::string> declared;
        for (const std::string& code : texts(found["x-errors"])) {
            declared.insert(withoutDetails(code));
        }
        for (const std::string& code : texts(row["errors"])) {
            // The errors of /ready and /metrics are described in their answers instead.
            EXPECT_TRUE(declared.count(withoutDetails(code)) == 1 || row["area"].text() == "Service")
                << name << ' ' << code;
        }
    }
    EXPECT_EQ(compared, expected.size());
}

TEST_F(OpenApi, EveryDeclaredErrorIsOfTheTables) {
    std::set<std::string> known;
    for (const Json& row : rowsOf(tables()["errors"])) {
        known.insert(withoutDetails(row["code"].text()));
    }
    for (const Json::Member& path : document()["paths"].members()) {
        for (const Json::Member& member : path.value.members()) {
            for (const std::string& code : texts(member.value["x-errors"])) {
                EXPECT_EQ(known.count(withoutDetails(code)), 1U)
                    << member.name << ' ' << path.name << ' ' << code;
            }
        }
    }
}

TEST_F(OpenApi, EveryScopeOfARouteIsOneThatTheServiceKnows) {
    std::set<std::string> known;
    for (const Json& row : rowsOf(tables()["scopes"])) {
        known.insert(row["scope"].text());
    }
    for (const std::string& scope :
         texts(sharedService().owner().get(sharedService().company("/api-keys")).json["scopes"])) {
        EXPECT_EQ(known.count(scope), 1U) << scope;
    }
}

TEST_F(OpenApi, OperationsAreNamedOnceAndExplained) {
    EXPECT_EQ(document()["openapi"].text(), "3.1.0");
    EXPECT_EQ(document()["info"]["version"].text().rfind("3.0.", 0), 0U);
    std::set<std::string> ids;
    for (const Json::Member& path : document()["paths"].members()) {
        // Only the root path ends with a slash.
        EXPECT_TRUE(path.name == "/" || path.name.back() != '/') << path.name;
        for (const Json::Member& member : path.value.members()) {
            if (!member.value.contains("operationId")) {
                continue;
            }
            EXPECT_TRUE(ids.insert(member.value["operationId"].text()).second) << path.name;
            EXPECT_FALSE(member.value.textOr("summary").empty()) << path.name;
        }
    }
}

/// Every operation of the document, including those under `webhooks`, with a text that names it.
std::vector<std::pair<std::string, const Json*>> operationsOf(const Json& document) {
    std::vector<std::pair<std::string, const Json*>> operations;
    for (const char* part : {"paths", "webhooks"}) {
        for (const Json::Member& path : document[part].members()) {
            for (const Json::Member& member : path.value.members()) {
                if (member.value.contains("operationId")) {
                    operations.emplace_back(member.name + ' ' + path.name, &member.value);
                }
            }
        }
    }
    return operations;
}

TEST_F(OpenApi, EachOperationIsDescribedAndSaysWhichEventsItMayEmit) {
    std::map<std::string, std::set<std::string>> expected;
    const Json rows = tables();
    for (const Json& row : rows["routes"].items()) {
        const std::string path = row["path"].text().substr(0, row["path"].text().find('?'));
        std::set<std::string>& events = expected[row["method"].text() + ' ' + path] = texts(row["events"]);
        events.erase("ping"); // a test delivery, no event of the catalogue
    }
    std::size_t emitting = 0;
    for (const auto& [name, operation] : operationsOf(document())) {
        if (document()["webhooks"].contains(name.substr(name.find(' ') + 1))) {
            continue;
        }
        EXPECT_FALSE(operation->textOr("description").empty()) << name;
        std::string known = name;
        std::transform(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(known.find(' ')),
                       known.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        EXPECT_EQ(texts((*operation)["x-events"]), expected[known]) << name;
        emitting += (*operation)["x-events"].isArray() ? 1U : 0U;
    }
    EXPECT_GT(emitting, 40U);
}

TEST_F(OpenApi, EachEventOfTheCatalogueIsAWebhookWithItsSchema) {
    for (const Json& type :
         rowsOf(sharedService().live().get(sharedService().company("/events/catalogue")).json)) {
        const Json& webhook = document()["webhooks"][type["type"].text()];
        EXPECT_EQ(webhook.isObject(), !type["reserved"].boolean()) << type["type"].text();
        if (webhook.isObject()) {
            const Json& data =
                webhook["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]["data"];
            EXPECT_EQ("/openapi.json" + data["$ref"].text(), type["schema"]["$ref"].text());
        }
    }
}

TEST_F(OpenApi, AListThatIsFilteredByAStateTakesSeveralStates) {
    std::size_t filters = 0;
    for (const auto& [name, operation] : operationsOf(document())) {
        // The parameter `state` of OAuth 2 is no filter.
        if (!operation->contains("parameters") || name.ends_with(".pdf") ||
            name.find(" /oauth/") != std::string::npos) {
            continue;
        }
        for (const Json& parameter : (*operation)["parameters"].items()) {
            const std::string filter = lower(parameter.textOr("name"));
            if (filter.ends_with("status") || filter == "state") {
                ++filters;
                EXPECT_EQ(parameter["schema"].textOr("type"), "array") << name << ' ' << filter;
            }
        }
    }
    EXPECT_GT(filters, 10U);
}

TEST_F(OpenApi, EachBodyAndEachAnswerHasAnExampleThatItsSchemaLetsThrough) {
    host::openapi::SchemaSet schemas(document(), "openapi.json");
    std::size_t looked = 0;
    const auto look = [&](const std::string& name, const Json& content, bool request) {
        const Json& json = content["application/json"];
        if (!json.isObject()) {
            return;
        }
        ASSERT_TRUE(json.contains("example") || json.contains("examples")) << name;
        if (json.contains("examples")) {
            return;
        }
        ++looked;
        const host::openapi::Schema* schema = schemas.compile(json["schema"], name);
        if (request) {
            Json body = json["example"];
            try {
                host::openapi::BodyValidator().check(*schema, body);
            } catch (const ApiError& error) {
                ADD_FAILURE() << name << ": " << error.code() << ": " << body.dump();
            }
            return;
        }
        const auto mismatch = host::openapi::findMismatch(*schema, json["example"]);
        EXPECT_FALSE(mismatch) << name << ": " << mismatch.value_or("") << ": " << json["example"].dump();
    };
    for (const auto& [name, operation] : operationsOf(document())) {
        look(name, (*operation)["requestBody"]["content"], true);
        for (const Json::Member& answer : (*operation)["responses"].members()) {
            look(name + ' ' + answer.name, answer.value["content"], false);
        }
    }
    for (const Json::Member& answer : document()["components"]["responses"].members()) {
        look(answer.name, answer.value["content"], false);
    }
    EXPECT_GT(looked, 300U);
}

TEST_F(OpenApi, TheCommandPrintsTheSameDocument) {
    const auto [code, printed] = sharedService().command({"openapi"});
    EXPECT_EQ(code, 0);
    // The running service has one more route, which exists only in tests.
    Json served = document()["paths"];
    EXPECT_TRUE(served.remove("/testing/clock"));
    const Json other = Json::parse(printed)["paths"];
    EXPECT_EQ(other.size(), served.size());
    for (const Json::Member& path : served.members()) {
        EXPECT_TRUE(other[path.name] == path.value) << path.name;
    }
}

/// npm packages, cached in the build folder.
class Npm : public OpenApi {
protected:
    void SetUp() override {
        if (runProgram({"npm", "--version"}).code != 0) {
            GTEST_SKIP() << "npm is not installed";
        }
        fs::create_directories(folder);
        const fs::path manifest = folder / "package.json";
        const std::string wanted =
            R"({"private":true,"dependencies":{"@redocly/cli":"1.34.3","openapi-typescript":"7.6.1","typescript":"5.8.3"}})";
        if (readFile(manifest) != wanted || !fs::exists(folder / "node_modules/.bin/tsc")) {
            std::ofstream(manifest) << wanted;
            const Outcome installed =
                runProgram({"npm", "install", "--prefix", folder.string(), "--no-audit", "--no-fund",
                            "--ignore-scripts", "--fetch-retries=0", "--fetch-timeout=20000"},
                           {"npm_config_cache=" + (folder / "cache").string()});
            if (installed.code != 0) {
                fs::remove(manifest);
                GTEST_SKIP() << "the packages cannot be fetched: " << installed.errors.substr(0, 300);
            }
        }
        std::ofstream(folder / "openapi.json") << sharedService().anonymous().get("/openapi.json").body;
    }
    Outcome run(const std::string& tool, std::vector<std::string> words) const {
        words.insert(words.begin(), (folder / "node_modules/.bin" / tool).string());
        return runProgram(words, {"REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "CI=1"});
    }

    const fs::path folder = SVC_TEST_CACHE;
};

TEST_F(Npm, RedoclyFindsNothingToComplainAbout) {
    // Ambiguous paths: a shop with the slug "documents" would share a path with a document whose token is
    // "menu", but tokens are never that short. The OAuth callback of a provider answers only 302.
    const Outcome lint = run("redocly", {"lint", (folder / "openapi.json").string(), "--extends=recommended",
                                         "--skip-rule=no-ambiguous-paths",
                                         "--skip-rule=operation-2xx-response", "--max-problems=50"});
    EXPECT_EQ(lint.code, 0) << lint.output << lint.errors;
    EXPECT_EQ((lint.output + lint.errors).find("Warning was"), std::string::npos)
        << lint.output << lint.errors;
    EXPECT_EQ((lint.output + lint.errors).find("warning"), std::string::npos) << lint.output << lint.errors;
}

TEST_F(Npm, TheDocumentCompilesIntoAStrictTypeScriptClient) {
    const fs::path types = folder / "client.ts";
    const Outcome made =
        run("openapi-typescript", {(folder / "openapi.json").string(), "-o", types.string()});
    ASSERT_EQ(made.code, 0) << made.output << made.errors;
    std::ofstream(folder / "use.ts") << R"(import type { components, operations, paths } from "./client";
type Sale = components["schemas"]["Sale"];
type NewSale = NonNullable<operations["createSale"]["requestBody"]>["content"]["application/json"];
type Listed = paths["/companies/{companyId}/sales"]["get"]["responses"][200]["content"]["application/json"];
export function total(sale: Sale): number { return sale.total; }
export const order: NewSale = { lines: [{ label: "Work", quantity: 1, unitPrice: 12 }] };
export function count(listed: Listed): number { return Array.isArray(listed) ? listed.length : listed.total; }
)";
    const Outcome compiled =
        run("tsc", {"--strict", "--noEmit", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes",
                    "--target", "ES2022", "--moduleResolution", "bundler", "--module", "ES2022",
                    (folder / "use.ts").string(), types.string()});
    EXPECT_EQ(compiled.code, 0) << compiled.output << compiled.errors;
}

} // namespace
} // namespace svc::test
