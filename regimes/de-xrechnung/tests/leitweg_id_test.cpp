#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include <svc/json.hpp>

#include "leitweg_id.hpp"

namespace svc::xrechnung::testing {
namespace {

Json vectors() {
    std::ifstream file(std::string(SVC_REGIME_DATA) + "/leitweg-id.json");
    return Json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

TEST(LeitwegId, IsKnownByItsCheckDigits) {
    const Json all = vectors();
    ASSERT_GT(all["valid"].size(), 0U);
    for (const Json& one : all["valid"].items()) {
        EXPECT_TRUE(isLeitwegId(one.text())) << one.text();
    }
    for (const Json& one : all["wrong"].items()) {
        EXPECT_FALSE(isLeitwegId(one.text())) << one.text();
    }
}

TEST(LeitwegId, HasItsForm) {
    EXPECT_TRUE(isLeitwegId("04011000-ABC-79") == isLeitwegId("04011000-abc-79")) << "letters of both cases";
    for (const char* text : {"", "-", "04011000", "04011000-06", "4-1234512345-06", "04011000-1234512345-6",
                             "04011000-12345-12345-06", "0401100A-1234512345-06", "04011000--06",
                             "04011000-1234512345-0A", "04011000-1234512345-06 "}) {
        EXPECT_FALSE(isLeitwegId(text)) << text;
    }
}

} // namespace
} // namespace svc::xrechnung::testing
