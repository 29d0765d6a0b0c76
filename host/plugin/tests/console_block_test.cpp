// What plugins add to the web console: each mistake is told with file and line, or the plugins are told as
// they are.
#include "loader_fixture.hpp"

#include <svc/json.hpp>

namespace svc::host::plugin {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* Label = "label: { en: Rooms, fr: Chambres, de: Zimmer }";

class Contributions : public Loader {
protected:
    /// A plugin that has these lines below `console:`; the first of them is the eighth of its plugin.yaml.
    void contributor(const std::string& id, const std::string& lines, const std::string& library = {}) const {
        plugin(id, library, "commands: { provides: [ { name: " + id + ".run } ] }\nconsole:\n" + lines);
    }
    void asset(const std::string& id, const std::string& name, const std::string& content) const {
        fs::create_directories(folder(id) / "assets");
        write(folder(id) / "assets" / name, content);
    }
    /// The message for a block whose form is wrong; empty when it is right.
    std::string said(const std::string& lines) {
        contributor("sample", lines);
        try {
            readDeclaration(folder("sample"));
            return "";
        } catch (const config::ConfigError& error) {
            return error.what();
        }
    }
    /// Why a plugin with this block and a list of rooms is refused when it is loaded.
    std::string refused(const std::string& lines) {
        fs::remove_all(folder("sample"));
        contributor("sample", lines, "good");
        write(folder("sample") / "openapi.yaml", Rooms);
        load("    sample: {}\n");
        return reason("sample");
    }

    static constexpr const char* Rooms =
        "openapi: 3.1.0\n"
        "paths:\n"
        "  /companies/{companyId}/rooms:\n"
        "    get:\n"
        "      operationId: readSample\n"
        "      x-page: array\n"
        "      parameters: [ { name: state, in: query, schema: { type: string } } ]\n"
        "      responses: { \"200\": { description: Rooms, content: { application/json: { schema:\n"
        "        { type: array, items: { type: object, properties: { name: { type: string } } } } } } } }\n";
};

TEST_F(Contributions, ABlockThatIsRightIsToldAsItIs) {
    fs::create_directories(folder("sample"));
    asset("sample", "rooms.js", "export function mount() {}");
    contributor(
        "sample",
        "  menu: [ { id: rooms, group: sell, " + std::string(Label) +
            ", icon: bed, route: /rooms, key: y, order: 40 } ]\n"
            "  pages: [ { route: /rooms, kind: module, module: assets/rooms.js } ]\n"
            "  panels: [ { id: plan, slot: dashboard.main, module: assets/rooms.js } ]\n"
            "  todo: [ { id: free, operation: readSample, label: { en: Free }, route: \"/rooms?state=free\" } ]\n",
        "good");
    loadBeside("    sample: {}\n");
    ASSERT_EQ(running(), std::vector<std::string>{"sample"}) << reason("sample");
    Catalogue catalogue;
    set_.bind(catalogue);
    const Command* command = catalogue.command("host.contributions");
    ASSERT_NE(command, nullptr);
    EXPECT_TRUE(command->anywhere) << "the console asks without a company";
    const Json told = Json::parse(contributionsText({&set_.loaded().front()->declaration}))["plugins"][0];
    EXPECT_EQ(told["id"].text(), "sample");
    EXPECT_EQ(told["name"]["de"].text(), "Beispiel");
    EXPECT_EQ(told["version"].text(), "1.0.0");
    EXPECT_EQ(told["console"]["menu"][0]["key"].text(), "y");
    EXPECT_EQ(told["console"]["menu"][0]["order"].integer(), 40);
    EXPECT_EQ(told["digest"].text().size(), 64U);
    EXPECT_EQ(told["assets"].dump(),
              R"([{"name":"rooms.js","content":"ZXhwb3J0IGZ1bmN0aW9uIG1vdW50KCkge30="}])");
}

TEST_F(Contributions, APluginThatAddsNothingIsToldWithoutABlock) {
    plugin("sample", "good");
    load("    sample: {}\n");
    const Json told = Json::parse(contributionsText({&set_.loaded().front()->declaration}))["plugins"][0];
    EXPECT_TRUE(told["console"].isNull());
    EXPECT_EQ(told["assets"].size(), 0U);
}

TEST_F(Contributions, TheFormOfABlockIsCheckedWithLines) {
    EXPECT_THAT(said("  menus: []\n"),
                HasSubstr("plugin.yaml:8: console.menus: found an unknown key (did you mean \"menu\"?)"));
    EXPECT_THAT(
        said("  pages: [ { route: /rooms, kind: table, operation: readSample } ]\n"),
        HasSubstr("plugin.yaml:8: console.pages.kind: found \"table\", expected list, record or module"));
    EXPECT_THAT(said("  pages: [ { route: rooms, kind: record, operation: readSample } ]\n"),
                HasSubstr("console.pages.route: found \"rooms\", expected an address"));
    EXPECT_THAT(said("  pages: [ { route: /rooms, kind: list, operation: readSample } ]\n"),
                HasSubstr("console.pages.columns: found"));
    EXPECT_THAT(
        said("  pages: [ { route: \"/rooms/{id}\", kind: record, operation: readSample, filters: [a] } ]\n"),
        HasSubstr("console.pages.filters: found a list, expected none on a page of kind record"));
    const std::string page = "  pages: [ { route: /rooms, kind: record, operation: readSample } ]\n";
    EXPECT_THAT(
        said(page + "  menu:\n    - { id: rooms, group: shop, route: /rooms, label: { en: Rooms } }\n"),
        HasSubstr("plugin.yaml:10: console.menu.group: found \"shop\", expected home, sell, buy"));
    EXPECT_THAT(
        said(page + "  menu:\n    - { id: rooms, group: sell, route: /rooms, label: { fr: Chambres } }\n"),
        HasSubstr("plugin.yaml:10: console.menu.label.en: found nothing, expected a text"));
    EXPECT_THAT(
        said(page + "  menu:\n    - { id: rooms, group: sell, route: /beds, label: { en: Rooms } }\n"),
        HasSubstr(
            "plugin.yaml:10: console.menu.route: found \"/beds\", expected the route of one of console.pages"));
    EXPECT_THAT(
        said(page +
             "  menu:\n    - { id: rooms, group: sell, route: /rooms, key: yy, label: { en: Rooms } }\n"),
        HasSubstr("console.menu.key: found \"yy\", expected a small letter"));
    EXPECT_THAT(
        said("  todo:\n    - { id: free, operation: a, route: /beds, label: { en: Free } }\n"
             "    - { id: free, operation: a, route: \"/sales?status=draft\", label: { en: Free } }\n"),
        AllOf(HasSubstr("plugin.yaml:9: console.todo.route: found \"/beds\""),
              HasSubstr("plugin.yaml:10: console.todo.id: found \"free\", expected each identifier once")));
}

TEST_F(Contributions, AnUnknownSlotAndAScriptThatIsMissingOrTooLargeAreRefused) {
    EXPECT_THAT(
        said("  panels:\n    - { id: plan, slot: dashboard.mian, module: assets/plan.js }\n"),
        AllOf(HasSubstr(
                  "plugin.yaml:9: console.panels.slot: found \"dashboard.mian\", expected dashboard.main"),
              HasSubstr("plugin.yaml:9: console.panels.module: found \"assets/plan.js\", expected a file")));
    asset("sample", "plan.js", std::string(200 * 1024, ' '));
    const std::string panel = "  panels:\n    - { id: plan, slot: dashboard.main, module: assets/plan.js }\n";
    EXPECT_EQ(said(panel), "");
    asset("sample", "plan.js", std::string(200 * 1024 + 1, ' '));
    EXPECT_THAT(said(panel), HasSubstr("found assets/plan.js, expected files of at most 204800 bytes"));
    EXPECT_THAT(said("  panels:\n    - { id: plan, slot: dashboard.main, module: ../plan.js }\n"),
                HasSubstr("console.panels.module: found \"../plan.js\""));
}

TEST_F(Contributions, OperationsFiltersAndColumnsAreThoseOfTheContract) {
    const std::string page = "  pages:\n    - route: /rooms\n      kind: list\n";
    EXPECT_EQ(refused(page + "      operation: readSample\n      columns: [name]\n      filters: [state]\n"),
              "not refused");
    EXPECT_THAT(
        refused(page + "      operation: readRooms\n      columns: [name]\n"),
        HasSubstr("sample/plugin.yaml:11: console.pages.operation: found \"readRooms\", expected a GET"));
    EXPECT_THAT(refused(page + "      operation: readSample\n      columns: [nmae]\n      filters: [stat]\n"),
                AllOf(HasSubstr("plugin.yaml:13: console.pages.filters: found \"stat\""),
                      HasSubstr("plugin.yaml:12: console.pages.columns: found \"nmae\"")));
    EXPECT_THAT(
        refused(page + "      operation: readSample\n      columns: [name]\n      create: readSample\n"
                       "      actions: [dropSample]\n"),
        AllOf(HasSubstr("plugin.yaml:13: console.pages.create: found \"readSample\", expected a write"),
              HasSubstr("plugin.yaml:14: console.pages.actions: found \"dropSample\"")));
    EXPECT_THAT(
        refused(
            "  todo:\n    - { id: free, operation: readSample, query: { stat: free }, route: /sales, label: { en: Free } }\n"),
        HasSubstr(
            "plugin.yaml:9: console.todo.query.stat: found \"free\", expected a parameter of the query of readSample"));
}

TEST_F(Contributions, AScopeThatNobodyDeclaresRefusesThePlugin) {
    contributor(
        "sample",
        "  pages: [ { route: /rooms, kind: record, operation: readSample } ]\n"
        "  menu:\n    - { id: rooms, group: sell, route: /rooms, scope: \"rooms:veiw\", label: { en: Rooms } }\n",
        "good");
    loadBeside("    sample: {}\n");
    EXPECT_THAT(reason("sample"),
                HasSubstr("plugin.yaml:10: console.menu.scope: found \"rooms:veiw\", expected a scope"));
}

TEST_F(Contributions, WhatTheConsoleOrAnotherPluginHasTakenIsRefused) {
    contributor("sample", "  pages: [ { route: /sales, kind: record, operation: readSample } ]\n", "good");
    loadBeside("    sample: {}\n");
    EXPECT_THAT(
        reason("sample"),
        HasSubstr(
            "plugin.yaml:8: console.pages.route: found \"/sales\", expected one that the console has not taken"));

    const auto block = [this](const std::string& id, const std::string& lines) {
        contributor(id, lines);
        return readDeclaration(folder(id));
    };
    const std::string menu =
        "  pages: [ { route: /rooms, kind: record, operation: readSample } ]\n"
        "  menu: [ { id: rooms, group: sell, route: /rooms, key: y, label: { en: Rooms } } ]\n";
    ConsoleSurface surface;
    surface.add(block("first", menu));
    try {
        surface.add(block("second", menu));
        ADD_FAILURE() << "it took what first has";
    } catch (const Refused& refusal) {
        EXPECT_THAT(
            refusal.what(),
            AllOf(
                HasSubstr(
                    "second/plugin.yaml:8: console.pages.route: found \"/rooms\", expected one that first has not taken"),
                HasSubstr(
                    "second/plugin.yaml:9: console.menu.key: found \"y\", expected one that first has not taken")));
    }
}

} // namespace
} // namespace svc::host::plugin
