#include <gtest/gtest.h>

#include "wallet/rules/iban.hpp"

namespace svc::treasury {

TEST(Iban, HasCheckDigitsThatHold) {
    EXPECT_TRUE(isIban("FR7630006000011234567890189"));
    EXPECT_TRUE(isIban("DE89370400440532013000"));
    EXPECT_TRUE(isIban("NO9386011117947"));
    EXPECT_FALSE(isIban("FR7630006000011234567890188"));
    EXPECT_FALSE(isIban("FR76"));
    EXPECT_FALSE(isIban("FR76-0006000011234567890189"));
}

TEST(Iban, IsReadWithoutBlanksAndInCapitals) {
    EXPECT_EQ(normalisedAccount("fr76 3000 6000 0112 3456 7890 189"), "FR7630006000011234567890189");
}

TEST(Bic, HasEightOrElevenCharacters) {
    EXPECT_TRUE(isBic("AGRIFRPP"));
    EXPECT_TRUE(isBic("DEUTDEFF500"));
    EXPECT_FALSE(isBic("AGRIFRP"));
    EXPECT_FALSE(isBic("AGRI1RPP"));
    EXPECT_FALSE(isBic("agrifrpp"));
}

} // namespace svc::treasury
