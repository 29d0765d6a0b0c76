#include <gtest/gtest.h>

#include "rules/country.hpp"
#include "rules/vat_number.hpp"

namespace svc::partners {

TEST(VatNumber, SpacesGoAndLettersBecomeCapitals) {
    EXPECT_EQ(normalisedVatNumber(" fr 32\u00a0123 456 789 "), "FR32123456789");
}

TEST(VatNumber, OfTheUnionBeginsWithThePrefixOfItsCountry) {
    EXPECT_TRUE(vatNumberFits("FR32123456789", "FR"));
    EXPECT_FALSE(vatNumberFits("DE123456789", "FR"));
    EXPECT_FALSE(vatNumberFits("32123456789", "FR"));
    EXPECT_FALSE(vatNumberFits("FR", "FR"));
    EXPECT_FALSE(vatNumberFits("FR1234567890123456", "FR"));
    EXPECT_FALSE(vatNumberFits("FR32-123", "FR"));
}

TEST(VatNumber, OfGreeceBeginsWithEL) {
    EXPECT_TRUE(vatNumberFits("EL123456789", "GR"));
    EXPECT_FALSE(vatNumberFits("GR123456789", "GR"));
}

TEST(VatNumber, OfTheUnitedKingdomBeginsWithGBOrXI) {
    EXPECT_TRUE(vatNumberFits("GB123456789", "GB"));
    EXPECT_TRUE(vatNumberFits("XI123456789", "GB"));
    EXPECT_FALSE(vatNumberFits("FR32123456789", "GB"));
}

TEST(VatNumber, OfMonacoIsFrench) {
    EXPECT_TRUE(vatNumberFits("FR32123456789", "MC"));
}

TEST(VatNumber, OutsideTheUnionOnlyCharactersAreChecked) {
    EXPECT_TRUE(vatNumberFits("CI-0123456X", "CI"));
    EXPECT_TRUE(vatNumberFits("CHE-123.456.789", "CH"));
    EXPECT_FALSE(vatNumberFits("12 <b>", "CI"));
}

TEST(VatNumber, WithoutCountryThePrefixMustExist) {
    EXPECT_TRUE(vatNumberFits("FR32123456789", std::nullopt));
    EXPECT_TRUE(vatNumberFits("EL123456789", std::nullopt));
    EXPECT_TRUE(vatNumberFits("0123456", std::nullopt));
    EXPECT_FALSE(vatNumberFits("QQ123456789", std::nullopt));
}

TEST(Country, IsACodeOfTwoCapitalLetters) {
    EXPECT_TRUE(isCountry("FR"));
    EXPECT_TRUE(isCountry("ZW"));
    EXPECT_FALSE(isCountry("fr"));
    EXPECT_FALSE(isCountry("ZZ"));
    EXPECT_FALSE(isCountry("RA"));
    EXPECT_FALSE(isCountry("FRA"));
}

} // namespace svc::partners
