#include <gtest/gtest.h>

#include "document/rules/gtin.hpp"

namespace svc::documents {
namespace {

TEST(Gtin, HasItsLengthAndItsCheckDigit) {
    for (const char* code : {"96385074", "036000291452", "4006381333931", "10012345678902"}) {
        EXPECT_TRUE(isGtin(code)) << code;
    }
}

TEST(Gtin, IsNoOtherBarCode) {
    for (const char* code : {"", "96385075", "4006381333932", "400638133393", "40063813339310", "123456789",
                             "400638133393X", "ITEM-1234567"}) {
        EXPECT_FALSE(isGtin(code)) << code;
    }
}

} // namespace
} // namespace svc::documents
