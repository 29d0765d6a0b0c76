#include "document/rules/file_check.hpp"

#include <gtest/gtest.h>

#include "einvoice/tests/samples.hpp"

namespace svc::documents {
namespace {

constexpr Profile Profiles[] = {Profile::En16931, Profile::Peppol, Profile::XRechnung, Profile::FacturX};

TEST(FileCheck, FindsNothingInAGoodInvoice) {
    for (const Profile profile : Profiles) {
        EXPECT_TRUE(checkFile(samples::invoice({{}}), profile).empty()) << nameOf(profile);
    }
    EXPECT_FALSE(hasUnsupportedCurrency(samples::invoice({{}}, {.currency = Currency::of("XOF")})));
}

TEST(FileCheck, FindsACurrencyOfThreeDecimals) {
    const Invoice invoice = samples::invoice({{}}, {.currency = Currency::of("TND")});
    EXPECT_TRUE(hasUnsupportedCurrency(invoice));
    for (const Profile profile : Profiles) {
        const std::vector<Finding> findings = checkFile(invoice, profile);
        ASSERT_EQ(findings.size(), 1U) << nameOf(profile);
        EXPECT_EQ(findings[0].rule, "BR-DEC-14");
        EXPECT_EQ(findings[0].field, "currency");
        EXPECT_NE(findings[0].message.find("TND"), std::string::npos) << findings[0].message;
    }
}

TEST(FileCheck, FindsACurrencyBeforeWhatElseIsWrong) {
    Invoice invoice = samples::invoice({{}}, {.currency = Currency::of("KWD")});
    invoice.buyer.address.country.reset();
    const std::vector<Finding> findings = checkFile(invoice, Profile::En16931);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].rule, "BR-DEC-14");
    EXPECT_EQ(findings[1].rule, "BR-11");
}

TEST(FileCheck, TakesBooksOfThreeDecimals) {
    Invoice invoice = samples::invoice({{}});
    invoice.bookCurrency = Currency::of("KWD");
    EXPECT_FALSE(hasUnsupportedCurrency(invoice));
    EXPECT_TRUE(checkFile(invoice, Profile::En16931).empty());
}

} // namespace
} // namespace svc::documents
