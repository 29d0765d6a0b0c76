#include <svc/testing/vectors.hpp>

#include "leitweg_id.hpp"

namespace svc::de_xrechnung::testing {
namespace {

TEST(LeitwegId, IsKnownByItsCheckDigits) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS, [](const Json& given) {
        return Json::object({{"valid", isLeitwegId(given["leitwegId"].text())}});
    });
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
} // namespace svc::de_xrechnung::testing
