#include "invoice/rules/texts.hpp"

#include <gtest/gtest.h>

namespace svc::it_fatturapa {
namespace {

TEST(Texts, AreThoseOfTheSchema) {
    EXPECT_EQ(latinText("  Libert\xc3\xa0 \xe2\x80\x93 \xc5\x81\xc3\xb3"
                        "d\xc5\xba\n\t2 \xe2\x82\xac  ",
                        60),
              "Libert\xc3\xa0 - L\xc3\xb3"
              "dz 2 EUR");
    EXPECT_EQ(basicText("Libert\xc3\xa0", 60), "Liberta");
    EXPECT_EQ(latinText("Liberta\u0300", 7), "Libert\xc3\xa0") << "the accent is a character of its own";
    EXPECT_EQ(latinText("\xc3\xa0\xc3\xa0\xc3\xa0", 2), "\xc3\xa0\xc3\xa0") << "cut between characters";
    EXPECT_EQ(amountText(0), "0.00");
    EXPECT_EQ(amountText(-5), "-0.05");
    EXPECT_EQ(amountText(123456), "1234.56");
}

} // namespace
} // namespace svc::it_fatturapa
