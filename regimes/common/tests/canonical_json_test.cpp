#include "sealing/canonical_json.hpp"

#include <gtest/gtest.h>

#include <svc/error.hpp>

namespace svc::sealing {
namespace {

TEST(CanonicalJson, SortsMembersAndLeavesNoBlanks) {
    EXPECT_EQ(canonicalJson(Json::parse(R"({ "b": [1, {"d": null, "c": true}], "a": "x", "": {} })")),
              R"({"":{},"a":"x","b":[1,{"c":true,"d":null}]})");
}

TEST(CanonicalJson, SortsAsTheExampleOfTheStandard) {
    // RFC 8785 section 3.2.3: an emoji, beyond the first plane, stands before a Hebrew presentation form.
    const Json value = Json::parse(
        "{\"\u20ac\":1,\"\\r\":2,\"\ufb33\":3,\"1\":4,\"\U0001F600\":5,\"\u0080\":6,\"\u00f6\":7}");
    EXPECT_EQ(canonicalJson(value), "{\"\\r\":2,\"1\":4,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":1,"
                                    "\"\U0001F600\":5,\"\ufb33\":3}");
}

TEST(CanonicalJson, EscapesWhatItMustAndNothingElse) {
    EXPECT_EQ(canonicalJson(Json("\"\\\b\f\n\r\t\x01/é")), "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001/é\"");
}

TEST(CanonicalJson, WritesNumbersThatHaveOneReadingOnly) {
    EXPECT_EQ(canonicalJson(Json::parse("[0,-7,9007199254740992]")), "[0,-7,9007199254740992]");
    for (const char* number : {"1.5", "9007199254740993", "1e3", "-0"}) {
        EXPECT_THROW(canonicalJson(Json::parse(number)), Fault) << number;
        EXPECT_EQ(canonicalJson(exactly(Json::parse(number))), '"' + Json::parse(number).numberText() + '"');
    }
    EXPECT_EQ(canonicalJson(exactly(Json::parse(R"({"a":[{"rate":5.5,"net":100}]})"))),
              R"({"a":[{"net":100,"rate":"5.5"}]})");
}

} // namespace
} // namespace svc::sealing
