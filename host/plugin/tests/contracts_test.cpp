// Plugins whose contract is invalid, or conflicts with the host or other plugins.
#include "loader_fixture.hpp"

namespace svc::host::plugin {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST_F(Loader, MistakesOfAContractAreToldAtOnceWithTheirLines) {
    plugin("sample", "good");
    write(folder("sample") / "openapi.yaml", "openapi: 3.1.0\n"
                                             "paths:\n"
                                             "  /companies/{companyId}/sample:\n"
                                             "    get:\n"
                                             "      operationId: readSample\n"
                                             "      x-scpoe: []\n"
                                             "      parameters:\n"
                                             "        - { name: a, in: query, schema: { type: string } }\n"
                                             "        - { name: b, in: query, schema: { typ: string } }\n"
                                             "      responses: { \"200\": { description: Good } }\n"
                                             "components:\n"
                                             "  schemas:\n"
                                             "    Sample:\n"
                                             "      type: object\n"
                                             "      required: [ c ]\n");
    load("    sample: {}\n");
    const std::string file = "sample/openapi.yaml:";
    EXPECT_EQ(
        reason("sample"),
        "plugin sample: " + file +
            "6: GET /companies/{companyId}/sample: unknown keyword x-scpoe (did you mean \"x-scope\"?)\n" +
            file +
            "9: GET /companies/{companyId}/sample parameter b: unknown keyword typ (did you mean "
            "\"type\"?)\n" +
            file + "13: #/components/schemas/Sample: required names c, which is not in properties");
}

TEST_F(Loader, AContractThatIsWrongRefusesItsPluginAlone) {
    plugin("other", "other");
    plugin("sample", "good");
    contract("sample", "readSample", "[]",
             "Sample, content: { application/json: { schema: { type: arrray } } }");
    load("    sample: {}\n    other: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"other"}));
    EXPECT_THAT(reason("sample"),
                AllOf(HasSubstr("plugin sample: sample/openapi.yaml:5: "), HasSubstr("arrray")));
    EXPECT_EQ(set_.whyNotOpened(set_.found().at("sample")), reason("sample"));
}

TEST_F(Loader, AnEventWhoseSchemaIsNotInTheContractIsRefused) {
    plugin("sample", "good",
           "events: [ { type: sample.made, object: sample, since: \"3.0\", schema: EventSampleMade, "
           "descriptions: { en: Made, fr: Fait, de: Gemacht } } ]\n");
    load("    sample: {}\n");
    EXPECT_EQ(reason("sample"),
              "plugin sample: the schema EventSampleMade of the event sample.made is not in "
              "its openapi.yaml");
}

TEST_F(Loader, AnOperationWithAScopeThatNobodyDeclaresIsRefused) {
    plugin("sample", "good");
    contract("sample", "readSample", "[ sample:nope ]");
    loadBeside("    sample: {}\n");
    EXPECT_TRUE(running().empty());
    EXPECT_EQ(reason("sample"),
              "plugin sample: operation readSample needs the scope sample:nope, which nobody declares");
}

TEST_F(Loader, AScopeOfAPluginThatIsNotEnabledIsKnown) {
    plugin(
        "other", "other",
        "scopes: [ { scope: other:view, module: Other, description: { en: See, fr: Voir, de: Sehen } } ]\n");
    plugin("sample", "good");
    contract("sample", "readSample", "[ other:view ]");
    loadBeside("    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
    Catalogue catalogue;
    set_.bind(catalogue);
    EXPECT_EQ(catalogue.scope("other:view"), nullptr);
    ASSERT_NE(catalogue.absentOwner("other:view"), nullptr);
    EXPECT_EQ(*catalogue.absentOwner("other:view"), "other");
}

TEST_F(Loader, WhatTheHostHasIsNotDeclaredByAPlugin) {
    Catalogue own;
    own.add(Scope{"things:view", "Things", {}, false, false, {}, "host"});
    plugin("sample", "good",
           "scopes: [ { scope: things:view, module: Sample, description: { en: See, fr: Voir, de: Sehen } } "
           "]\n");
    loadBeside("    sample: {}\n", own);
    EXPECT_EQ(reason("sample"), "plugin sample: scope things:view is declared by host and by sample");
}

TEST_F(Loader, OfTwoThatClaimTheSameTheOneThatIsRequiredStays) {
    plugin("other", "other", "requires: [ sample ]\n");
    plugin("sample", "good");
    loadBeside("    other: {}\n    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
    EXPECT_EQ(reason("other"), "plugin other: operation readSample: there is one of this name in sample");
}

TEST_F(Loader, OneThatIsWrongAloneTakesNobodyElseOut) {
    const std::string scope =
        "scopes: [ { scope: things:view, module: M, description: { en: See, fr: Voir, de: Sehen } } ]\n";
    plugin("other", "other", scope);
    plugin("sample", "good", scope);
    contract("other", "readSample", "[ nobody:has ]");
    loadBeside("    other: {}\n    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
    EXPECT_THAT(reason("other"), HasSubstr("nobody:has, which nobody declares"));
}

TEST_F(Loader, OfEqualsTheOneThatTheServiceNeedsStays) {
    plugin("other", "other");
    plugin("sample", "good");
    loadBeside("    other: {}\n    sample: { required: true }\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
}

TEST_F(Loader, AMisspeltMethodRefusesItsPluginAlone) {
    plugin("other", "other");
    plugin("sample", "good");
    write(folder("sample") / "openapi.yaml",
          "openapi: 3.1.0\npaths:\n  /companies/{companyId}/sample: { gett: { operationId: readSample } }\n");
    load("    sample: {}\n    other: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"other"}));
    EXPECT_EQ(reason("sample"),
              "plugin sample: sample/openapi.yaml:3: /companies/{companyId}/sample: unknown keyword gett "
              "(did you mean \"get\"?)");
}

} // namespace
} // namespace svc::host::plugin
