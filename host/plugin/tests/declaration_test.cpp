// Mistakes in plugin.yaml, each reported with its key.
#include "loader_fixture.hpp"

namespace svc::host::plugin {
namespace {

using testing::HasSubstr;

class DeclarationMistakes : public Loader {
protected:
    /// The message for a plugin.yaml with these additional lines; empty when it is valid.
    std::string said(const std::string& more) {
        fs::remove_all(folder("sample"));
        plugin("sample", "", more);
        try {
            readDeclaration(folder("sample"));
            return "";
        } catch (const config::ConfigError& error) {
            return error.what();
        }
    }
};

TEST_F(DeclarationMistakes, AnUnknownKeyInAMappingIsNamed) {
    EXPECT_THAT(
        said("lifecycle: { companyMade: sample.run }\n"),
        HasSubstr("plugin.yaml:8: lifecycle.companyMade: found an unknown key, expected companyCreated"));
    EXPECT_THAT(said("lifecycle: sample.run\n"), HasSubstr("lifecycle: found \"sample.run\""));
    EXPECT_THAT(said("jobs: [ { name: later, evry: PT1H } ]\n"),
                HasSubstr("jobs.evry: found an unknown key"));
    EXPECT_THAT(said("hooks: [ { event: a.b, handler: c, order: 1 } ]\n"), HasSubstr("hooks.order: found"));
    EXPECT_THAT(said("commands: { provides: [ { name: sample.run, inptu: {} } ] }\n"),
                HasSubstr("commands.provides.inptu: found"));
    EXPECT_THAT(said("commands: { uses: [ { name: other.run, optionl: true } ] }\n"),
                HasSubstr("commands.uses.optionl: found"));
    EXPECT_THAT(said("commands: { uses: [ { name: other.run, raw: callers } ] }\n"),
                HasSubstr("commands.uses.raw: found \"callers\""));
}

TEST_F(DeclarationMistakes, NamesAndCodesHaveTheirForm) {
    EXPECT_THAT(said("identifiers: { no: 5 }\n"), HasSubstr("identifiers.no: found 5"));
    EXPECT_THAT(said("identifiers: { not: 5 }\n"), HasSubstr("expected the name of a type"));
    EXPECT_THAT(said("constraints: { note_key: \"Already Exists\" }\n"),
                HasSubstr("constraints.note_key: found \"Already Exists\""));
    EXPECT_THAT(said("events: [ { type: Note Created, object: note, since: \"3.0\", schema: S,"
                     " descriptions: { en: a, fr: b, de: c } } ]\n"),
                HasSubstr("events.type: found \"Note Created\""));
    EXPECT_THAT(said("errors: [ { code: Not Found, status: 404, description: None } ]\n"),
                HasSubstr("errors.code: found"));
    EXPECT_THAT(said("reads: [ sample ]\n"),
                HasSubstr("reads: found \"sample\", expected the id of another plugin"));
}

TEST_F(DeclarationMistakes, ACommandIsProvidedOnceAndItsSchemasAreRead) {
    EXPECT_THAT(said("commands: { provides: [ { name: sample.run }, { name: sample.run } ] }\n"),
                HasSubstr("commands.provides.name: found \"sample.run\", expected each command once"));
    EXPECT_THAT(
        said("commands: { provides: [ { name: sample.run, input: { type: object, requird: [a] } } ] }\n"),
        HasSubstr("commands.provides.input.requird: found a list, expected a keyword of schemas"));
    EXPECT_THAT(said("commands: { verbs: [ { name: sample.send } ] }\n"),
                HasSubstr("commands.verbs.name: found \"sample.send\", expected <family>.*.<verb>"));
    EXPECT_THAT(said("commands: { verbs: [ { name: sample.*.send }, { name: sample.*.send } ] }\n"),
                HasSubstr("commands.verbs.name: found \"sample.*.send\", expected each verb once"));
    EXPECT_THAT(said("commands: { verbs: [ { name: sample.*, input: { type: object, requird: [a] } } ] }\n"),
                HasSubstr("commands.verbs.input.requird: found a list, expected a keyword of schemas"));
    EXPECT_THAT(said("jobs: [ { name: later, payload: { properties: { a: { type: strin } } } } ]\n"),
                HasSubstr("jobs.payload.properties.a.type: found \"strin\""));
}

TEST_F(DeclarationMistakes, ASettingIsOfAKnownTypeAndNamedWhereItIsUsed) {
    EXPECT_THAT(said("settings: { properties: { a: { type: strin } } }\n"),
                HasSubstr("settings.properties.a.type: found \"strin\""));
    EXPECT_THAT(said("settings: { properties: { a: { type: string, default: 5 } } }\n"),
                HasSubstr("settings.properties.a.default: found 5, expected a text"));
    EXPECT_THAT(said("settings: { properties: { a: { type: string } } }\n"
                     "permissions: { http: [ { fromSetting: nope } ] }\n"),
                HasSubstr("permissions.http.fromSetting: found \"nope\", expected a property of settings"));
}

TEST_F(DeclarationMistakes, ASeriesGivesEachNumberOnce) {
    const auto pattern = [&](const std::string& text) {
        return said("numbering: [ { kind: note, pattern: \"" + text + "\", perBusinessUnit: false } ]\n");
    };
    EXPECT_EQ(pattern("C-{YYYY}-{0000}"), "");
    EXPECT_THAT(pattern("C-{YYYY}"), HasSubstr("numbering.pattern: found \"C-{YYYY}\""));
    EXPECT_THAT(pattern("C-{0000}"), HasSubstr("numbering.pattern: found")) << "the same again next year";
}

TEST_F(DeclarationMistakes, AScheduleHasADuration) {
    EXPECT_EQ(said("jobs: [ { name: hourly, every: PT1H } ]\n"), "");
    EXPECT_THAT(said("jobs: [ { name: hourly, every: 1h } ]\n"), HasSubstr("jobs.every: found \"1h\""));
    EXPECT_THAT(said("jobs: [ { name: hourly, every: PT0S } ]\n"), HasSubstr("jobs.every: found \"PT0S\""));
}

TEST_F(DeclarationMistakes, MigrationsAreAFolderOfThePlugin) {
    EXPECT_EQ(said(""), "");
    EXPECT_THAT(said("migrations: migrations\n"),
                HasSubstr("migrations: found \"migrations\", expected a folder in that of the plugin"));
    EXPECT_THAT(said("migrations: ../../\n"), HasSubstr("migrations: found \"../../\""));
}

TEST_F(DeclarationMistakes, ASettingOfCompaniesHasASchemaAndADefaultOfIt) {
    const auto setting = [&](const std::string& lines) {
        return said("companySettings:\n  menu: { description: Whether., " + lines + " }\n");
    };
    EXPECT_EQ(setting("schema: { type: boolean }, default: false, demonstration: true"), "");
    EXPECT_EQ(setting("schema: { type: number, x-money: true, minimum: 0 }, default: 12.5"), "");
    EXPECT_THAT(setting("default: false"),
                HasSubstr("plugin.yaml:9: companySettings.menu.schema: found nothing, expected a schema"));
    EXPECT_THAT(setting("schema: { type: boolean }"),
                HasSubstr("plugin.yaml:9: companySettings.menu.default: found nothing, expected the value"));
    EXPECT_THAT(
        setting("schema: { type: boolean }, defalt: false, default: true"),
        HasSubstr("companySettings.menu.defalt: found an unknown key (did you mean \"default\"?), expected "
                  "description, schema"));
    EXPECT_THAT(setting("schema: { type: object }, default: {}"),
                HasSubstr("companySettings.menu.schema.type: found \"object\", expected string, boolean,"));
    EXPECT_THAT(setting("schema: { type: boolean, defult: 1 }, default: true"),
                HasSubstr("companySettings.menu.schema.defult: found 1, expected a keyword of schemas"));
    EXPECT_THAT(
        setting("schema: { type: string, pattern: \"[\" }, default: a"),
        HasSubstr("plugin.yaml:9: companySettings.menu.schema: found a mapping, expected a schema that"));
    EXPECT_THAT(setting("schema: { type: string, enum: [a, b] }, default: c"),
                HasSubstr("plugin.yaml:9: companySettings.menu.default: found \"c\""));
    EXPECT_THAT(setting("schema: { type: boolean }, default: true, demonstration: 1"),
                HasSubstr("companySettings.menu.demonstration: found 1"));
    EXPECT_THAT(setting("schema: { type: integer, x-money: true }, default: 1"),
                HasSubstr("companySettings.menu.schema.x-money: found true, expected true, of a number"));
    EXPECT_THAT(setting("schema: { type: number, x-money: true }, default: -1"),
                HasSubstr("companySettings.menu.default: found -1, expected an amount that is not negative"));
    EXPECT_THAT(said("companySettings: [ menu ]\n"), HasSubstr("companySettings: found a list"));
    EXPECT_THAT(said("companySettings: { Menu: 5 }\n"),
                HasSubstr("companySettings.Menu: found 5, expected a name such as stockOnSale"));
}

TEST_F(DeclarationMistakes, AListIsOfATableOfThePlugin) {
    EXPECT_THAT(said("lists: [ { name: note, table: sales.sale, date: r.date } ]\n"),
                HasSubstr("lists.table: found \"sales.sale\", expected a table of the plugin: sample.…"));
    EXPECT_EQ(said("lists: [ { name: note, table: sample.note, date: r.date } ]\n"), "");
    const Declaration declaration = readDeclaration(folder("sample"));
    EXPECT_EQ(declaration.placeOf(declaration.lists.front()),
              (folder("sample") / "plugin.yaml").string() + ":8: lists.note: ");
}

TEST_F(DeclarationMistakes, AListIsCountedByItsColumnsUnlessTheySayOtherwise) {
    const std::string note = "lists:\n  - name: note\n    table: sample.note\n    operation: listNotes\n"
                             "    date: r.date\n    filters:\n      - { parameter: kind, column: r.kind }\n"
                             "      - r.currency\n"
                             "      - { parameter: id, column: r.external_id, key: true, counted: false }\n"
                             "      - { parameter: overdue }\n";
    EXPECT_EQ(said(note), "");
    const Declaration counted = readDeclaration(folder("sample"));
    ASSERT_EQ(counted.lists.size(), 1U);
    EXPECT_EQ(counted.lists[0].date, "r.date");
    EXPECT_EQ(counted.lists[0].filters, (std::vector<std::string>{"r.kind", "r.currency"}));
    EXPECT_THAT(said(note + "      - { column: r.id }\n"), HasSubstr("lists.filters.parameter: "));
    EXPECT_THAT(said(note + "      - { parameter: id, sum: true }\n"), HasSubstr("lists.filters.sum: "));
}

TEST_F(DeclarationMistakes, AListThatIsNotCountedNamesAnOperation) {
    const std::string note = "lists:\n  - name: note\n    table: sample.note\n    date: r.date\n"
                             "    filters: [ { parameter: kind, column: r.kind } ]\n    counted: false\n";
    EXPECT_THAT(said(note), HasSubstr("words to search, or an operation"));
    EXPECT_EQ(said(note + "    operation: listNotes\n"), "");
    EXPECT_TRUE(readDeclaration(folder("sample")).lists.empty());
    EXPECT_EQ(said(note + "    words: r.text\n    wordColumns: [ r.text ]\n"), "");
    const Declaration searched = readDeclaration(folder("sample"));
    ASSERT_EQ(searched.lists.size(), 1U);
    EXPECT_FALSE(searched.lists[0].isCounted());
    EXPECT_THAT(
        said("lists: [ { name: note, table: sample.note, counted: false, operation: listNotes, filters: "
             "[ r.kind ] } ]\n"),
        HasSubstr("lists.filters: found \"r.kind\", expected { parameter: …, column: … }"));
}

} // namespace
} // namespace svc::host::plugin
