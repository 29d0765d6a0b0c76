#include "trade/tax_terms.hpp"

#include <gtest/gtest.h>

namespace svc::trade {
namespace {

Company registered() {
    Company company;
    company.vatNumber = "FR40303265045";
    company.defaultTaxCategory = "S";
    company.defaultTaxRate = Decimal(20);
    return company;
}

void expectTerms(const TaxTerms& terms, std::string_view category, std::int64_t rate) {
    EXPECT_EQ(terms.category, category);
    EXPECT_EQ(terms.rate, Decimal(rate));
}

TEST(TaxTerms, TheLineGoesBeforeItsItemAndThatBeforeTheCompany) {
    const TaxChoice item{.category = "AA", .rate = Decimal(10)};
    expectTerms(taxTermsOf({.category = "S", .rate = Decimal(5)}, item, registered()), "S", 5);
    expectTerms(taxTermsOf({}, item, registered()), "AA", 10);
    expectTerms(taxTermsOf({}, {}, registered()), "S", 20);
}

TEST(TaxTerms, ACategoryAloneTakesTheRateOfTheItemInTheSameCategoryOrTheCompanys) {
    const TaxChoice item{.category = "AA", .rate = Decimal(10)};
    expectTerms(taxTermsOf({.category = "AA"}, item, registered()), "AA", 10);
    expectTerms(taxTermsOf({.category = "S"}, item, registered()), "S", 20);
    expectTerms(taxTermsOf({.category = "E"}, item, registered()), "E", 0);
}

TEST(TaxTerms, ARateAloneStaysWithinTheUsualCategoryWhereItFits) {
    const TaxChoice exempt{.category = "E"};
    expectTerms(taxTermsOf({.rate = Decimal(10)}, {}, registered()), "S", 10);
    expectTerms(taxTermsOf({.rate = Decimal(0)}, {}, registered()), "Z", 0);
    expectTerms(taxTermsOf({.rate = Decimal(0)}, exempt, registered()), "E", 0);
    expectTerms(taxTermsOf({.rate = Decimal(10)}, exempt, registered()), "S", 10);
    expectTerms(taxTermsOf({}, {.rate = Decimal(10)}, registered()), "S", 10);
}

TEST(TaxTerms, ACompanyWithoutVatNumberIsOutsideTheTaxUnlessTheLineSaysOtherwise) {
    Company company = registered();
    company.vatNumber.reset();
    expectTerms(taxTermsOf({}, {}, company), "O", 0);
    expectTerms(taxTermsOf({.rate = Decimal(20)}, {}, company), "S", 20);
}

TEST(TaxTerms, TheReasonOfAnExemptionFallsBackToTheItemsThenToThePartners) {
    const TaxChoice exempt{.category = "E", .exemptionReason = "VATEX-EU-132"};
    EXPECT_EQ(taxTermsOf({.exemptionReason = "VATEX-EU-143"}, exempt, registered()).exemptionReason,
              "VATEX-EU-143");
    EXPECT_EQ(taxTermsOf({}, exempt, registered(), "VATEX-EU-IC").exemptionReason, "VATEX-EU-132");
    EXPECT_EQ(taxTermsOf({.category = "K"}, {}, registered(), "VATEX-EU-IC").exemptionReason, "VATEX-EU-IC");
    EXPECT_EQ(taxTermsOf({}, {}, registered(), "VATEX-EU-IC").exemptionReason, std::nullopt)
        << "a taxed line has no reason not to be";
    EXPECT_EQ(taxTermsOf({.category = "Z"}, {}, registered(), "VATEX-EU-IC").exemptionReason, std::nullopt)
        << "nor has a zero-rated one";
}

} // namespace
} // namespace svc::trade
