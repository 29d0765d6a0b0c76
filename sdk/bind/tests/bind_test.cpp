#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "made.hpp"
#include "names.hpp"

namespace svc::bindgen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A contract with one schema, starting at line 8, which is the body of a route.
std::string contractOf(const std::string& schema) {
    return "paths:\n  /things:\n    post:\n      operationId: makeThing\n"
           "      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' "
           "} } } }\n"
           "      responses: { '204': { description: done } }\n"
           "components: { schemas: { Thing:\n" +
           schema + " } }\n";
}

TEST(Bindings, AreWhatTheSampleSays) {
    Mistakes mistakes;
    Contracts contracts({Folder / "contracts"}, mistakes);
    const Plugin plugin = readPlugin(Folder / "sample", contracts, mistakes);
    ASSERT_EQ(mistakes.text(), "");
    EXPECT_EQ(recordsText(plugin), fileText(Folder / "expected/records.hpp"));
    EXPECT_EQ(headerText(plugin), fileText(Folder / "expected/bindings.hpp"));
    EXPECT_EQ(sourceText(plugin), fileText(Folder / "expected/bindings.cpp"));
}

TEST(Bindings, ValuesThatAreSignsHaveNames) {
    EXPECT_EQ(enumeratorName("on_hold"), "OnHold");
    EXPECT_EQ(enumeratorName("-validUntil"), "ValidUntilDescending");
    EXPECT_EQ(enumeratorName(";"), "Semicolon");
}

TEST(Bindings, AFileThatIsNoYamlIsToldWithItsLine) {
    EXPECT_THAT(mistakesOf("id: shop\nversion: [1\n"), HasSubstr("plugin.yaml:3: syntax: found "));
}

TEST(Bindings, AKeyThatStandsTwiceIsTold) {
    EXPECT_EQ(mistakesOf(Identity + "id: other\n"),
              "plugin.yaml:3: id: found the key a second time, expected it once\n");
}

TEST(Bindings, APluginWithoutVersionIsTold) {
    EXPECT_EQ(mistakesOf("id: shop\n"), "plugin.yaml:1: version: found nothing, expected a text\n");
}

TEST(Bindings, AReferenceToNoSchemaIsTold) {
    EXPECT_EQ(
        mistakesOf(Identity,
                   contractOf("{ type: object, properties: { a: { $ref: '#/components/schemas/B' } } }")),
        "openapi.yaml:8: $ref: found \"B\", expected a schema of components.schemas in openapi.yaml\n");
}

TEST(Bindings, ATypeThatIsNoneIsTold) {
    EXPECT_EQ(
        mistakesOf(Identity, contractOf("{ type: object, properties: { a: { type: text } } }")),
        "openapi.yaml:8: type: found \"text\", expected string, integer, number, boolean, array, object or "
        "\"null\"\n");
}

TEST(Bindings, APrefixThatNobodyDeclaresIsTold) {
    EXPECT_EQ(
        mistakesOf(Identity, contractOf("{ type: object, properties: { a: { type: string, x-id: zzz } } }")),
        "openapi.yaml:8: x-id: found \"zzz\", expected a prefix of the API, or one under `identifiers` of "
        "plugin.yaml\n");
}

TEST(Bindings, AUnitOfMoneyThatIsNoneIsTold) {
    EXPECT_EQ(mistakesOf(Identity,
                         contractOf("{ type: object, properties: { a: { type: number, x-money: cents } } }")),
              "openapi.yaml:8: x-money: found \"cents\", expected true (major units) or minor\n");
}

TEST(Bindings, AListWithoutElementsIsTold) {
    EXPECT_EQ(mistakesOf(Identity, contractOf("{ type: object, properties: { a: { type: array } } }")),
              "openapi.yaml:8: items: found nothing, expected the schema of an element\n");
}

TEST(Bindings, ARequiredMemberThatIsNotDeclaredIsTold) {
    EXPECT_EQ(mistakesOf(Identity,
                         contractOf("{ type: object, required: [b], properties: { a: { type: string } } }")),
              "openapi.yaml:8: required: found \"b\", expected a name under properties\n");
}

TEST(Bindings, AnOperationWithoutNameIsTold) {
    EXPECT_EQ(mistakesOf(Identity, "paths:\n  /things:\n    get:\n      responses: { '200': {} }\n"),
              "openapi.yaml:4: /things.get: found no operationId, expected the name of its handler\n");
}

TEST(Bindings, AnOperationThatNeverSucceedsIsTold) {
    EXPECT_EQ(mistakesOf(Identity, "paths:\n  /things:\n    get:\n      operationId: listThings\n"),
              "openapi.yaml:4: listThings.responses: found no status of success, expected one of 200 to 299, "
              "302 or 304\n");
}

TEST(Bindings, ACommandThatNobodyProvidesIsTold) {
    EXPECT_THAT(mistakesOf(Identity + "commands:\n  uses:\n    - { name: other.fnid }\n"),
                testing::AllOf(
                    HasSubstr("plugin.yaml:5: commands.uses.name: found \"other.fnid\", expected a command"),
                    HasSubstr("sdk/bind/tests/contracts")));
}

TEST(Bindings, AMisspelledKeyOfACommandIsTold) {
    EXPECT_EQ(
        mistakesOf(Identity + "commands:\n  provides:\n    - { name: shop.open, inputs: {} }\n"),
        "plugin.yaml:5: commands.provides.inputs: found an unknown key (did you mean \"input\"?), expected "
        "name, description, input, output, outside\n");
}

TEST(Bindings, AMisspelledKeyAnywhereInPluginYamlIsTold) {
    const std::string told =
        mistakesOf(Identity + "identifers: { not: NoteId }\n" // line 3
                              "name: { en: Shop, fr: Boutique, dee: Laden }\n"
                              "scopes:\n"
                              "  - { scope: a:b, modul: A }\n"
                              "events:\n"
                              "  - { type: a.b, reserved: true, sicne: \"3.0\" }\n"
                              "jobs:\n"
                              "  - { name: sync, evry: PT1H, payload: { tpye: object } }\n"
                              "lifecycle: { demonstrat: a.b }\n"
                              "lists:\n"
                              "  - name: thing\n"
                              "    table: shop.thing\n"
                              "    filtres:\n"
                              "      - { parameter: state }\n"
                              "companySettings:\n"
                              "  goesOut: { defualt: b, schema: { type: string }, default: b }\n"
                              "permissions: { htpp: [] }\n"
                              "settings:\n"
                              "  properties: { a: { type: string, maxLenght: 3, x-mine: 1 } }\n"
                              "console: { menu: [ { id: a, labl: { en: A } } ] }\n");
    for (const char* line :
         {"plugin.yaml:3: identifers: found an unknown key (did you mean \"identifiers\"?), expected id,",
          "plugin.yaml:4: name.dee: found an unknown key (did you mean \"de\"?), expected en, fr, de\n",
          "plugin.yaml:6: scopes.modul: found an unknown key (did you mean \"module\"?), expected",
          "plugin.yaml:8: events.sicne: found an unknown key (did you mean \"since\"?), expected",
          "plugin.yaml:10: jobs.evry: found an unknown key (did you mean \"every\"?), expected",
          "plugin.yaml:10: jobs.payload.tpye: found an unknown key (did you mean \"type\"?), expected",
          "plugin.yaml:11: lifecycle.demonstrat: found an unknown key (did you mean \"demonstrate\"?)",
          "plugin.yaml:15: lists.filtres: found an unknown key (did you mean \"filters\"?), expected",
          "plugin.yaml:18: companySettings.goesOut.defualt: found an unknown key (did you mean",
          "plugin.yaml:19: permissions.htpp: found an unknown key (did you mean \"http\"?), expected http\n",
          "plugin.yaml:21: settings.properties.a.maxLenght: found an unknown key (did you mean",
          "plugin.yaml:22: console.menu.labl: found an unknown key (did you mean \"label\"?), expected id"}) {
        EXPECT_THAT(told, HasSubstr(line));
    }
    EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 12) << told;
}

TEST(Bindings, AMisspelledKeyAnywhereInOpenApiYamlIsTold) {
    const std::string told = mistakesOf(
        Identity, "pahts: {}\n"
                  "paths:\n"
                  "  /things:\n"
                  "    gett: {}\n"
                  "    post:\n"
                  "      operationId: makeThing\n"
                  "      x-scop: [a:b]\n"
                  "      parameters: [ { name: a, in: query, requird: true, schema: { type: string } } ]\n"
                  "      requestBody: { contents: {} }\n"
                  "      responses:\n"
                  "        '204': { description: done, headrs: {} }\n"
                  "components:\n"
                  "  schemas:\n"
                  "    Thing: { type: object, properties: { a: { type: string, x-idd: not } } }\n");
    EXPECT_EQ(told.find("found \""), std::string::npos) << told;
    for (
        const char* line :
        {"openapi.yaml:1: pahts: found an unknown key (did you mean \"paths\"?), expected openapi,",
         "openapi.yaml:4: /things.gett: found an unknown key (did you mean \"get\"?), expected get,",
         "openapi.yaml:7: POST /things.x-scop: found an unknown key (did you mean \"x-scope\"?), expected",
         "openapi.yaml:8: POST /things.requird: found an unknown key (did you mean \"required\"?), expected",
         "openapi.yaml:9: POST /things.contents: found an unknown key (did you mean \"content\"?), expected",
         "openapi.yaml:11: POST /things 204.headrs: found an unknown key (did you mean \"headers\"?)",
         "openapi.yaml:14: components.schemas.Thing.a.x-idd: found an unknown key (did you mean \"x-id\"?)"}) {
        EXPECT_THAT(told, HasSubstr(line));
    }
}

TEST(Bindings, ASettingOfCompaniesHasASchemaOfOneValueAndADefault) {
    const auto setting = [](const std::string& lines) {
        return mistakesOf(Identity + "companySettings:\n  goesOut: { " + lines + " }\n");
    };
    EXPECT_EQ(setting("schema: { type: string, enum: [a, b] }, default: b"), "");
    EXPECT_EQ(setting("default: b"),
              "plugin.yaml:4: companySettings.goesOut: found a mapping, expected schema and default\n");
    EXPECT_EQ(setting("schema: { type: array, items: { type: string } }, default: b"),
              "plugin.yaml:4: companySettings.goesOut.schema: found a mapping, expected a string, boolean, "
              "integer or number\n");
    EXPECT_EQ(setting("schema: { type: string, enum: [a, b] }, default: c"),
              "plugin.yaml:4: companySettings.goesOut.default: found \"c\", expected one of its enum\n");
}

TEST(Bindings, AnEventWithoutSchemaIsTold) {
    EXPECT_EQ(mistakesOf(Identity + "events:\n  - { type: shop.opened, object: shop, schema: EventShop }\n"),
              "plugin.yaml:4: events.shop.opened: found schema \"EventShop\", expected type, object, and a "
              "schema of "
              "components.schemas\n");
}

TEST(Bindings, AnOutputMayExtendASchemaOfTheApi) {
    EXPECT_EQ(mistakesOf(Identity + "commands:\n  provides:\n    - name: shop.open\n      output: { type: "
                                    "object, allOf: [{ $ref: 'openapi.yaml#/components/schemas/Thing' }] }\n",
                         contractOf("{ type: object, properties: { name: { type: string } } }")),
              "");
}

TEST(Bindings, TwoSchemasOfOneNameAreTold) {
    EXPECT_THAT(
        mistakesOf(Identity, contractOf("{ type: object, properties: { some: { $ref: '#/components/schemas/"
                                        "ThingKind' }, kind: { type: string, enum: [a] } } }, ThingKind: { "
                                        "type: string, enum: [b] }")),
        HasSubstr("a second schema that would be called ThingKind"));
}

TEST(Bindings, SchemasOfOneTypeShareIt) {
    const auto things = [](const std::string& second) {
        return contractOf(
            "{ type: object, properties: { is: { type: string, x-type: ThingState, enum: [a, b] }, was: "
            "{ type: [string, 'null'], x-type: ThingState, enum: [" +
            second + ", null] } } }");
    };
    EXPECT_EQ(mistakesOf(Identity, things("a, b")), "");
    EXPECT_THAT(mistakesOf(Identity, things("a")),
                HasSubstr("x-type: found what differs from the first schema called ThingState"));
    EXPECT_THAT(
        mistakesOf(Identity,
                   contractOf("{ type: object, properties: { is: { type: string, x-type: Some } } }")),
        HasSubstr("x-type: found \"Some\", expected the name of a type"));
}

/// A contract with a route that has this answer, and these components.
std::string answerOf(const std::string& answer, const std::string& schemas) {
    return "paths:\n  /things:\n    get:\n      operationId: getThing\n      responses: { '200': { content: "
           "{ "
           "application/json: { schema: " +
           answer + " } } } }\ncomponents: { schemas: {\n" + schemas + " } }\n";
}

TEST(Bindings, ASharedStructRequiresWhatAllItsSchemasRequire) {
    const std::string made = madeOf(
        Identity,
        answerOf("{ type: object, properties: { some: { $ref: '#/components/schemas/Thing' }, all: { type: "
                 "array, items: { $ref: '#/components/schemas/ThingRow' } } } }",
                 "Thing: { type: object, x-type: Thing, required: [id, parts], properties: { id: { type: "
                 "string }, parts: { type: integer } } },\n"
                 "ThingRow: { type: object, x-type: Thing, required: [id], properties: { id: { type: string "
                 "}, parts: { type: integer } } }"));
    EXPECT_THAT(made, HasSubstr("struct Thing {\n    std::string id{};\n"
                                "    std::optional<std::int64_t> parts{};\n};"));
    EXPECT_THAT(made, HasSubstr("std::vector<api::Thing>"));
}

TEST(Bindings, AStructMayExtendAnother) {
    const std::string thing =
        "Thing: { type: object, required: [id], properties: { id: { type: string } } },\n";
    const auto more = [&](const std::string& members) {
        return answerOf("{ $ref: '#/components/schemas/More' }",
                        thing + "More: { type: object, x-extends: Thing, required: [id, of], properties: { " +
                            members + " } }");
    };
    const std::string made = madeOf(Identity, more("id: { type: string }, of: { type: string }"));
    EXPECT_THAT(made, HasSubstr("struct More : api::Thing {\n    std::string of{};\n};"));
    EXPECT_THAT(made, HasSubstr("const api::More& from) {\n    out.beginObject();\n"
                                "    out.member(\"id\", from.id);\n    out.member(\"of\", from.of);"));
    EXPECT_THAT(mistakesOf(Identity, more("of: { type: string }, id: { type: string }")),
                HasSubstr("x-extends: found a schema without id in its place"));
}

TEST(Bindings, AnAnswerOfSeveralFormsIsAResponse) {
    const std::string made = madeOf(
        Identity, answerOf("{ oneOf: [ { type: array, items: { type: string } }, { $ref: "
                           "'#/components/schemas/Page' } ] }",
                           "Page: { type: object, required: [total], properties: { total: { type: integer } "
                           "} }"));
    EXPECT_THAT(made, HasSubstr("Response getThing(Request& request);"));
    EXPECT_THAT(made, HasSubstr("void writeTo(JsonWriter& out, const Page& from);"));
}

TEST(Bindings, AnAnswerThatTheClientMayHaveAlreadyIsAResponse) {
    std::string contract =
        answerOf("{ $ref: '#/components/schemas/All' }", "All: { type: object, additionalProperties: true }");
    contract.replace(contract.find("'200'"), 0, "'304': { description: The client has it. }, ");
    EXPECT_THAT(madeOf(Identity, contract), HasSubstr("Response getThing(Request& request);"));
}

TEST(Bindings, ALongAnswerOfAnyJsonIsAResponse) {
    std::string contract =
        answerOf("{ $ref: '#/components/schemas/All' }", "All: { type: object, additionalProperties: true }");
    EXPECT_THAT(madeOf(Identity, contract), HasSubstr("Answer<200, Json> getThing(Request& request);"));
    contract.replace(contract.find("      responses"), 0, "      x-export: true\n");
    EXPECT_THAT(madeOf(Identity, contract), HasSubstr("Response getThing(Request& request);"));
}

TEST(Bindings, CodesMayStayTextsAndStructsBeStored) {
    const std::string made = madeOf(
        Identity, answerOf("{ $ref: '#/components/schemas/Tax' }",
                           "Tax: { type: object, x-stored: true, required: [code], properties: { code: "
                           "{ type: string, x-text: true, enum: [S, Z] } } }"));
    EXPECT_THAT(made, HasSubstr("    std::string code{};"));
    EXPECT_THAT(made, HasSubstr("void read(const Json& json, const bind::Place& place, Tax& to);"));
    EXPECT_THAT(made, HasSubstr("void writeTo(JsonWriter& out, const Tax& from);"));
}

TEST(Bindings, ACallerMayAskForAnOutputAsItIsWritten) {
    const auto madeOfUse = [](const std::string& use) {
        return madeOf(Identity + "commands:\n  uses: [{ name: other.find" + use + " }]\n", "paths: {}\n");
    };
    EXPECT_THAT(madeOfUse(""), HasSubstr("std::optional<calls::other::Thing> find(Call& call, "));
    EXPECT_THAT(madeOfUse(", raw: true"),
                HasSubstr("Json find(Call& call, const calls::other::FindInput& input);"));
}

TEST(Bindings, CallersMayHaveAnOutputAsItIsWritten) {
    const std::string commands = "  provides:\n    - { name: shop.get, output: { x-raw: callers, type: "
                                 "object, properties: { a: { type: "
                                 "string } } } }\n";
    EXPECT_THAT(madeOf(Identity + "commands:\n" + commands, "paths: {}\n"),
                HasSubstr("GetOutput get(Call& call);"));
    EXPECT_THAT(madeOf(Identity + "commands:\n  uses: [{ name: other.whole }]\n", "paths: {}\n"),
                HasSubstr("Json whole(Call& call);"));
}

TEST(Bindings, TheHostDeclaresEachOfItsCommands) {
    const fs::path host = fs::path(SVC_SOURCE_TREE) / "host";
    Mistakes mistakes;
    Contracts contracts({host}, mistakes);
    const std::string list = fileText(host / "core/host_commands.hpp");
    const std::regex name("\"([a-z]+\\.[a-z]+)\"");
    std::size_t count = 0;
    for (std::sregex_iterator found(list.begin(), list.end(), name), end; found != end; ++found, ++count) {
        EXPECT_TRUE(contracts.provider((*found)[1])) << (*found)[1];
    }
    EXPECT_GE(count, 16U) << "names were not found in the list";
}

/// The error messages for a list of the table shop.thing with these further lines, which start at line 6, and
/// an operation with these parameters.
std::string mistakesOfList(const std::string& lines, const std::string& parameters,
                           const std::string& page = "array") {
    return mistakesOf(Identity + "lists:\n  - name: thing\n    table: shop.thing\n" + lines,
                      "paths:\n  /things:\n    get:\n      operationId: listThings\n      x-page: " + page +
                          "\n      parameters: [ " + parameters +
                          " ]\n      responses: { '200': { description: done } }\n");
}

const std::string OfListThings = "    operation: listThings\n";
const std::string Ordered = "    order: [ r.id ]\n";
const std::string StateParameter = "{ name: state, in: query, schema: { type: string } }";
const std::string SortParameter =
    "{ name: sort, in: query, schema: { type: string, enum: [date, '-date'], default: date } }";

TEST(Lists, AnOperationThatIsNoListIsTold) {
    const std::string expected =
        "plugin.yaml:6: lists.thing.operation: found \"listThings\", expected an operationId of "
        "openapi.yaml: a GET with x-page: array or page\n";
    EXPECT_EQ(mistakesOfList(OfListThings + Ordered, "", "cursor"), expected);
    EXPECT_EQ(mistakesOfList(OfListThings + Ordered, ""), "");
    EXPECT_EQ(mistakesOfList("", StateParameter), "") << "a list without operation has no filters to compare";
}

TEST(Lists, AFilterIsAParameterOfTheOperation) {
    EXPECT_EQ(mistakesOfList(
                  OfListThings + Ordered + "    filters: [ { parameter: sate, column: r.state } ]\n", ""),
              "plugin.yaml:8: lists.thing.filters.parameter: found \"sate\", expected a parameter of "
              "listThings\n");
    EXPECT_EQ(
        mistakesOfList(OfListThings + Ordered + "    filters: [ { parameter: state, kee: true } ]\n",
                       StateParameter),
        "plugin.yaml:8: lists.filters.kee: found an unknown key (did you mean \"key\"?), expected parameter, column, key, "
        "counted\n");
}

TEST(Lists, EachParameterOfTheOperationIsAFilter) {
    EXPECT_EQ(
        mistakesOfList(OfListThings + Ordered, StateParameter),
        "plugin.yaml:6: lists.thing.filters: found none for the parameter state of listThings, expected "
        "{ parameter: state, column: … }, without `column` when the handler filters by it\n");
    EXPECT_EQ(mistakesOfList(OfListThings + Ordered, "{ name: from, in: query, schema: { type: string, "
                                                     "format: date } }"),
              "plugin.yaml:6: lists.thing.date: found the parameter from of listThings, expected the day "
              "(`date`) or the instant (`instant`) that it is compared with, for a parameter of the format "
              "date or instant-or-date\n");
    EXPECT_EQ(mistakesOfList(OfListThings + Ordered, "{ name: q, in: query, schema: { type: string } }"),
              "plugin.yaml:6: lists.thing.words: found nothing, expected the text that the parameter q of "
              "listThings searches\n");
}

TEST(Lists, AColumnIsOfATypeThatHasAText) {
    EXPECT_THAT(
        mistakesOfList(OfListThings + Ordered + "    filters: [ { parameter: most, column: r.worth } ]\n",
                       "{ name: most, in: query, schema: { type: number } }"),
        HasSubstr("plugin.yaml:8: lists.thing.filters.column: found \"r.worth\", expected no column"));
}

TEST(Lists, AFilterThatAlwaysAppliesIsCountedOrNothingIs) {
    const std::string state = "{ name: state, in: query, schema: { type: string, default: new } }";
    const std::string filters = "    filters: [ { parameter: state, column: r.state, counted: false } ]\n";
    EXPECT_EQ(mistakesOfList(OfListThings + Ordered + "    date: r.date\n" + filters, state),
              "plugin.yaml:6: lists.thing.filters: found state, which always filters and is not counted, "
              "expected it counted, or counted: false for the whole list\n");
    EXPECT_EQ(
        mistakesOfList(OfListThings + Ordered + "    date: r.date\n    counted: false\n" + filters, state),
        "");
}

TEST(Lists, EachValueOfTheOrderHasItsColumns) {
    EXPECT_EQ(mistakesOfList(OfListThings + "    sort: { date: [ r.date, r.id ] }\n", SortParameter), "");
    EXPECT_EQ(
        mistakesOfList(OfListThings + "    sort: { name: [ r.name ] }\n", SortParameter),
        "plugin.yaml:7: lists.thing.sort: found nothing for \"date\", expected the columns of each value "
        "of the parameter sort of listThings\n"
        "plugin.yaml:7: lists.thing.sort.name: found a list, expected a value of the parameter sort of "
        "listThings\n");
    EXPECT_EQ(mistakesOfList(OfListThings + "    sort: { date: [ r.date DESC ] }\n", SortParameter),
              "plugin.yaml:7: lists.thing.sort.date: found \"r.date DESC\", expected a column without "
              "direction\n");
    EXPECT_EQ(
        mistakesOfList(OfListThings + Ordered, SortParameter),
        "plugin.yaml:6: lists.thing.sort: found nothing for \"date\", expected the columns of each value "
        "of the parameter sort of listThings\n"
        "plugin.yaml:7: lists.thing.order: found a list, expected `sort` with the columns of each value "
        "of the parameter sort of listThings\n");
    EXPECT_EQ(
        mistakesOfList(OfListThings, ""),
        "plugin.yaml:6: lists.thing.order: found nothing, expected the columns, [ r.date DESC, r.id DESC "
        "]\n");
}

TEST(Lists, APageWithNumbersHasTotals) {
    const std::string made = madeOf(
        Identity +
            "lists:\n  - { name: thing, table: shop.thing, operation: listThings, date: r.date, totals: [ "
            "r.worth ], words: r.name, sort: { date: [ r.date, r.id ] } }\n",
        "paths:\n  /things:\n    get:\n      operationId: listThings\n      x-page: page\n      parameters: [ { "
        "name: from, in: query, schema: { type: string, format: instant-or-date } }, { name: q, in: query, "
        "schema: { type: string } }, " +
            SortParameter + " ]\n      responses: { '200': { description: done } }\n");
    EXPECT_THAT(made, HasSubstr("ListRequest thing(Request& request, const api::ListThingsParameters& "
                                "parameters);"));
    EXPECT_THAT(made, HasSubstr("    const auto from = dayOf(request, parameters.from);\n"
                                "    list.where += list.params.bound(\"r.date >=\", from);\n"
                                "    list.counted = ListCounted{from, {}, {\n    }};\n"));
    EXPECT_THAT(made, HasSubstr("    list.newest = \" ORDER BY r.date DESC, r.id DESC\";\n"));
    EXPECT_THAT(made, HasSubstr("        list.text = parameters.q;\n"));
    EXPECT_THAT(made, HasSubstr("    if (request.wantsPage()) {\n"
                                "        list.limit = parameters.page.size;\n"
                                "        list.offset = parameters.page.offset();\n"
                                "        list.totals = {\n            \"r.worth\",\n        };\n"));
}

TEST(Lists, AnInstantIsComparedWithThePeriod) {
    const std::string made = madeOf(
        Identity +
            "lists:\n  - { name: thing, table: shop.thing, operation: listThings, instant: r.at, order: "
            "[ r.at ] }\n",
        "paths:\n  /things:\n    get:\n      operationId: listThings\n      x-page: array\n      parameters: [ "
        "{ name: to, in: query, schema: { type: string, format: instant-or-date } } ]\n      responses: { "
        "'200': { description: done } }\n");
    EXPECT_THAT(made, HasSubstr("    const auto to = instantBefore(call, parameters.to);\n"
                                "    list.where += list.params.bound(\"r.at <\", to);\n"));
    EXPECT_THAT(made, testing::Not(HasSubstr("list.counted")));
}

TEST(Names, AreThoseOfCpp) {
    EXPECT_EQ(upperCamel("time_entry.created"), "TimeEntryCreated");
    EXPECT_EQ(upperCamel("3d"), "V3d");
    EXPECT_EQ(lowerCamel("host.commands"), "hostCommands");
    EXPECT_EQ(lowerCamel("delete"), "delete_");
    EXPECT_EQ(memberName("operator"), "operator_");
    EXPECT_EQ(namespaceName("fr-accounting"), "fr_accounting");
}

} // namespace
} // namespace svc::bindgen
