#include "rules/document.hpp"

#include <svc/testing/vectors.hpp>

#include "rules/vectors.hpp"

namespace svc::pt_certified {
namespace {

TEST(Vectors, OfTheChainTheCodeAndTaxNumbers) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS, checkVector);
}

TEST(TaxNumber, HasNineDigits) {
    EXPECT_FALSE(isNif("12345678"));
    EXPECT_FALSE(isNif("PT1234567"));
}

TEST(TaxNumber, StandsWithoutThePrefixOfItsCountry) {
    EXPECT_EQ(withoutPrefix("PT500000000"), "500000000");
    EXPECT_EQ(withoutPrefix("500000000"), "500000000");
    EXPECT_EQ(withoutPrefix("ESB12345674", "ES"), "B12345674");
    EXPECT_EQ(withoutPrefix("EL123456789", "GR"), "123456789");
    EXPECT_EQ(withoutPrefix("ESB12345674"), "ESB12345674") << "of another country";
}

TEST(Code, KeepsItsFieldsApartWhateverTheirValues) {
    QrFacts facts;
    facts.issuer = "123456789";
    facts.buyer = "A*B:1*";
    facts.type = "FT";
    facts.other = "*";
    const std::string code = qrOf(facts);
    EXPECT_TRUE(code.starts_with("A:123456789*B:AB:1*C:PT*D:FT*E:N*")) << code;
    EXPECT_EQ(code.find("S:"), std::string::npos) << code;
}

TEST(Series, AreThePartsOfANumber) {
    const auto invoice = seriesOf("INV-2026-000123");
    ASSERT_TRUE(invoice);
    EXPECT_EQ(invoice->series, "INV2026");
    EXPECT_EQ(invoice->sequence, 123);
    EXPECT_EQ(documentId("FT", *invoice), "FT INV2026/123");
    EXPECT_EQ(seriesOf("TKT-LIS-2026-000007")->series, "TKTLIS2026");
    EXPECT_FALSE(seriesOf("DRAFT"));
    EXPECT_FALSE(seriesOf("000123"));
}

} // namespace
} // namespace svc::pt_certified
