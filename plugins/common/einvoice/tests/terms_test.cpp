#include <gtest/gtest.h>

#include <svc/rounding.hpp>

#include "einvoice/check.hpp"
#include "einvoice/code_lists.hpp"
#include "einvoice/national.hpp"
#include "einvoice/tests/broken.hpp"
#include "einvoice/tests/samples.hpp"

namespace svc::einvoice {
namespace {

using samples::Agreed;

std::string said(const std::vector<Finding>& findings) {
    std::string all;
    for (const Finding& finding : findings) {
        all += finding.rule + " " + finding.field + "; ";
    }
    return all;
}

TEST(InvoiceTerms, KeepThePriceWhenItIsWithoutTax) {
    const Invoice invoice =
        samples::invoice({{.quantity = Decimal(3), .unitPrice = Decimal::parse("3333.3").value()}},
                         {.pricesIncludeTax = false});
    EXPECT_EQ(invoice.lines[0].netPrice, Decimal::parse("3333.3").value());
    EXPECT_EQ(invoice.lines[0].netAmount, 10000);
    EXPECT_EQ(invoice.totals.tax, 2000);
    EXPECT_EQ(invoice.totals.due, 12000);
    EXPECT_EQ(invoice.totals.rounding, 0);
}

TEST(InvoiceTerms, TakeTheTaxOutOfAPriceThatIncludesIt) {
    const Invoice invoice = samples::invoice({{.quantity = Decimal(2), .unitPrice = Decimal(12000)},
                                              {.name = "Installation", .unitPrice = Decimal(6000)}});
    EXPECT_EQ(invoice.lines[0].netAmount, 20000);
    EXPECT_EQ(invoice.lines[0].netPrice, Decimal(10000));
    EXPECT_EQ(invoice.lines[1].netAmount, 5000);
    EXPECT_EQ(invoice.totals.withoutTax, 25000);
    EXPECT_EQ(invoice.totals.tax, 5000);
    EXPECT_EQ(invoice.totals.due, 30000);
}

TEST(InvoiceTerms, PutTheCentThatNoNetAmountGivesIntoTheRounding) {
    // 0.03 with 20 % included: 0.02 or 0.03 without tax, whose tax is 0.00 or 0.01.
    bool seen = false;
    for (const std::int64_t rate : {10, 19, 20, 21, 23}) {
        for (std::int64_t gross = 1; gross < 3000; ++gross) {
            const Invoice invoice =
                samples::invoice({{.unitPrice = Decimal(gross), .taxRate = Decimal(rate)}});
            EXPECT_EQ(invoice.totals.due, gross);
            EXPECT_EQ(invoice.totals.tax, roundedRatio(Int128{gross} * rate, Int128{100 + rate}))
                << gross << " at " << rate << ": the tax of the books";
            EXPECT_LE(std::abs(invoice.totals.rounding), 1);
            seen = seen || invoice.totals.rounding != 0;
        }
    }
    EXPECT_TRUE(seen);
}

TEST(InvoiceTerms, KeepTheTaxThatWasBookedForAPart) {
    for (const std::int64_t tax : {553, 554, 555, 556, 557, 558}) {
        Invoice invoice = samples::invoice({{.unitPrice = Decimal(3333)}});
        deriveTerms(invoice, {{"S", Decimal(20), 3333 - tax, tax}});
        EXPECT_EQ(invoice.totals.tax, tax);
        EXPECT_EQ(invoice.totals.due, 3333);
        EXPECT_TRUE(invoice.allowances.empty());
        EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())), "") << tax;
    }
}

/// Books 100.00 of a rate in ten parts, each with its share of the tax of the whole.
std::vector<BookedGroup> tenParts(const Decimal& rate) {
    std::vector<BookedGroup> parts;
    std::int64_t gross = 0;
    std::int64_t tax = 0;
    for (std::int64_t part = 1; part <= 10; ++part) {
        const std::int64_t amount = part < 10 ? 92 * part : 10'000 - gross;
        gross += amount;
        const std::int64_t taxSoFar =
            roundedMinor(Decimal::divide(Decimal(gross) * rate, Decimal(100) + rate, 0)).value();
        parts.push_back({"S", rate, amount - (taxSoFar - tax), taxSoFar - tax});
        tax = taxSoFar;
    }
    return parts;
}

TEST(InvoiceTerms, OfPartsAddUpToTheWholeAtAnyRate) {
    bool isAnyShare = false;
    for (const char* rate : {"0.9", "2.1", "5.5", "10", "20"}) {
        for (const BookedGroup& booked : tenParts(Decimal::parse(rate).value())) {
            Invoice note =
                samples::invoice({{.unitPrice = Decimal(booked.net + booked.tax), .taxRate = booked.taxRate}},
                                 {.credit = true});
            deriveTerms(note, {booked}, Extent::Part);
            EXPECT_EQ(note.taxes[0].taxable, booked.net) << rate;
            EXPECT_EQ(note.taxes[0].tax, booked.tax) << rate;
            EXPECT_EQ(note.totals.rounding, 0) << rate;
            EXPECT_EQ(note.totals.due, booked.net + booked.tax) << rate;
            EXPECT_EQ(said(checkInvoice(note, Profile::Peppol, codeLists())), "") << rate;
            isAnyShare = isAnyShare || note.taxes[0].isShare;
        }
    }
    EXPECT_TRUE(isAnyShare);
}

TEST(InvoiceTerms, OfAPartWithoutDecimalsObeyTheOfficialRules) {
    Invoice note = samples::invoice({{.unitPrice = Decimal(92), .taxRate = Decimal::parse("5.5").value()}},
                                    {.currency = Currency::of("XOF"), .credit = true});
    deriveTerms(note, {{"S", Decimal::parse("5.5").value(), 88, 4}}, Extent::Part);
    EXPECT_EQ(note.taxes[0].taxable, 81) << "5.5 % of 88 would be 5";
    EXPECT_EQ(note.taxes[0].tax, 4);
    EXPECT_EQ(note.totals.due, 92);
}

TEST(InvoiceTerms, SpreadADiscountOfTheDocumentOverItsRates) {
    const Invoice invoice =
        samples::invoice({{.unitPrice = Decimal(10000)},
                          {.unitPrice = Decimal(5000), .taxRate = Decimal::parse("5.5").value()}},
                         {.pricesIncludeTax = false, .discount = 1500});
    ASSERT_EQ(invoice.allowances.size(), 2U);
    EXPECT_EQ(invoice.allowances[0].amount, 1000);
    EXPECT_EQ(invoice.allowances[1].amount, 500);
    EXPECT_EQ(invoice.totals.allowances, 1500);
    EXPECT_EQ(invoice.totals.withoutTax, 13500);
}

TEST(InvoiceTerms, AddChargesToTheGroupOfTheirTax) {
    const Invoice invoice =
        samples::invoice({{.unitPrice = Decimal(10000)},
                          {.unitPrice = Decimal(5000), .taxRate = Decimal::parse("5.5").value()}},
                         {.pricesIncludeTax = false, .freight = 1250});
    EXPECT_EQ(invoice.totals.lines, 15000);
    EXPECT_EQ(invoice.totals.charges, 1250);
    EXPECT_EQ(invoice.totals.withoutTax, 16250);
    ASSERT_EQ(invoice.taxes.size(), 2U);
    EXPECT_EQ(invoice.taxes[0].taxable, 11250);
    EXPECT_EQ(invoice.taxes[0].tax, 2250);
    EXPECT_EQ(invoice.taxes[1].taxable, 5000);
    EXPECT_TRUE(invoice.allowances.empty());
    EXPECT_THROW(samples::invoice({{}}, {.pricesIncludeTax = true, .freight = 1}), std::invalid_argument);
}

TEST(InvoiceTerms, ObeyTheArithmeticOfTheNormForAnyInvoice) {
    std::mt19937_64 random(20261121);
    for (int i = 0; i < 10'000; ++i) {
        const Invoice invoice = samples::randomInvoice(random);
        const std::vector<Finding> findings = checkInvoice(invoice, Profile::Peppol, codeLists());
        ASSERT_TRUE(findings.empty()) << "invoice " << i << ": " << said(findings);
        std::int64_t agreed = 0;
        for (const TaxGroup& group : invoice.taxes) {
            agreed += group.taxable + group.tax;
        }
        ASSERT_EQ(invoice.totals.withTax, agreed);
        ASSERT_LE(std::abs(invoice.totals.rounding), static_cast<std::int64_t>(invoice.taxes.size()));
    }
}

TEST(InvoiceTerms, GiveTheTaxInTheCurrencyOfTheBooks) {
    const Invoice invoice = samples::invoice(
        {{.unitPrice = Decimal(10842)}},
        {.currency = Currency::of("USD"), .pricesIncludeTax = false, .exchangeRate = Decimal(10842, 4)});
    EXPECT_EQ(invoice.totals.tax, 2168);
    EXPECT_EQ(invoice.bookTax, 2000);
}

TEST(OwnCheck, NamesTheRuleAndTheFieldOfEachMistake) {
    for (const samples::Broken& broken : samples::brokenInvoices()) {
        bool named = false;
        const std::vector<Finding> findings = checkInvoice(broken.make(), broken.profile, codeLists());
        for (const Finding& finding : findings) {
            named = named || (finding.rule == broken.rule && finding.field == broken.field);
        }
        EXPECT_TRUE(named) << broken.rule << " at " << broken.field << ", found: " << said(findings);
    }
}

TEST(InvoiceTerms, GiveBackTheBookedAmountsForAPaper) {
    // 15.99 with 20 % tax: 13.32 and 2.67 are booked, but the tax on 13.32 is 2.66.
    const Invoice invoice = samples::invoice({{.unitPrice = Decimal(1599)}});
    EXPECT_EQ(invoice.taxes[0].taxable, 1333);
    EXPECT_EQ(invoice.totals.rounding, -1);
    const Invoice booked = withBookedAmounts(invoice);
    EXPECT_EQ(booked.taxes[0].taxable, 1332);
    EXPECT_EQ(booked.taxes[0].tax, 267);
    EXPECT_EQ(booked.totals.withoutTax, 1332);
    EXPECT_EQ(booked.totals.tax, 267);
    EXPECT_EQ(booked.totals.withTax, 1599);
    EXPECT_EQ(booked.totals.rounding, 0);
    EXPECT_EQ(booked.totals.due, invoice.totals.due);
}

TEST(InvoiceTerms, ConvertTheBookedTaxForAPaper) {
    const Invoice invoice = samples::invoice({{.unitPrice = Decimal(1599)}},
                                             {.currency = Currency::of("USD"), .exchangeRate = Decimal(2)});
    EXPECT_EQ(withBookedAmounts(invoice).bookTax, 134);
}

TEST(InvoiceTerms, HaveAGroupForLinesThatAmountToNothing) {
    Invoice invoice =
        samples::invoice({{}, {.unitPrice = Decimal(0), .taxCategory = "Z", .taxRate = Decimal(0)}});
    deriveTerms(invoice, {{"S", Decimal(20), 8333, 1667}});
    ASSERT_EQ(invoice.taxes.size(), 2U);
    EXPECT_EQ(invoice.taxes[1].taxCategory, "Z");
    EXPECT_EQ(invoice.taxes[1].taxable, 0);
    EXPECT_EQ(invoice.taxes[1].tax, 0);
    EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())), "");
}

TEST(InvoiceTerms, TellEveryReasonOfAnExemptGroupOnce) {
    const auto exempt = [](const char* reason) {
        return Agreed{.taxCategory = "E", .taxRate = Decimal(0), .exemption = reason};
    };
    const Invoice invoice =
        samples::invoice({exempt("Article 261-4-1 CGI"), exempt("Article 261-7 CGI"),
                          exempt("Article 261-4-1 CGI"), exempt("VATEX-EU-132-1B"), exempt("VATEX-EU-143")});
    ASSERT_EQ(invoice.taxes.size(), 1U);
    EXPECT_EQ(invoice.taxes[0].exemptionText, "Article 261-4-1 CGI; Article 261-7 CGI");
    EXPECT_EQ(invoice.taxes[0].exemptionCode, "VATEX-EU-132-1B");
}

TEST(BookTax, IsRoundedOnceToTwoDecimalsAtMost) {
    Invoice invoice = samples::invoice({{.unitPrice = Decimal(12000)}});
    ASSERT_EQ(invoice.totals.tax, 2000);
    invoice.exchangeRate = Decimal(3, 1);
    invoice.bookCurrency = Currency::of("TND");
    EXPECT_EQ(bookTaxText(invoice), "66.67");
    EXPECT_NE(writeUbl(invoice, Profile::Peppol).find("<cbc:TaxAmount currencyID=\"TND\">66.67<"),
              std::string::npos);
    EXPECT_NE(writeCii(invoice, Profile::FacturX).find("<ram:TaxTotalAmount currencyID=\"TND\">66.67<"),
              std::string::npos);
    invoice.bookCurrency = Currency::of("XOF");
    EXPECT_EQ(bookTaxText(invoice), "67");
    invoice.exchangeRate = Decimal(301, 2);
    invoice.bookCurrency = Currency::of("KWD");
    EXPECT_EQ(bookTaxText(invoice), "6.64") << "6.6445 by way of 6.645 would be 6.65";
}

TEST(OwnCheck, TakesNumbersOfTheirForm) {
    for (const char* address :
         {"0192:923609016", "0184:12345678", "0184:DK12345678", "0208:0403019261", "0007:5560125790",
          "0151:51824753556", "0096:1234567890", "0198:DK12345678"}) {
        Invoice invoice = samples::invoice({{}});
        invoice.buyer.electronicAddress = address;
        EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())), "") << address;
    }
}

TEST(OwnCheck, TakesAnyNumberOfADanishBuyerFromAbroad) {
    Invoice invoice = samples::invoice({{}});
    invoice.buyer.address.country = "DK";
    invoice.buyer.registration = "12 34";
    EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())), "");
    EXPECT_EQ(writeUbl(invoice, Profile::Peppol).find("0184"), std::string::npos);
}

TEST(OwnCheck, NamesAMeansOfPaymentThatDanesTake) {
    Invoice invoice = samples::invoice({{}});
    EXPECT_EQ(meansBetween(invoice, "30"), "30");
    invoice.seller.address.country = invoice.buyer.address.country = "DK";
    EXPECT_EQ(meansBetween(invoice, "58"), "58");
    invoice.payment.iban = "DK5000400440116243";
    invoice.payment.bic = "DABADKKK";
    EXPECT_EQ(meansBetween(invoice, "30"), "31");
    invoice.payment.bic.reset();
    EXPECT_EQ(meansBetween(invoice, "30"), "1");
    EXPECT_EQ(meansBetween(invoice, "ZZZ"), "1");
}

TEST(OwnCheck, NamesNoMeansOfPaymentThatTheDutchDoNotTakeWhenAllIsPaid) {
    Invoice invoice = samples::invoice({{}}, {.paid = true});
    EXPECT_EQ(meansBetween(invoice, "10"), "10");
    invoice.seller.address.country = invoice.buyer.address.country = "NL";
    EXPECT_EQ(meansBetween(invoice, "10"), "");
    EXPECT_EQ(meansBetween(invoice, "58"), "58");
    invoice.totals.due = 100;
    EXPECT_EQ(meansBetween(invoice, "10"), "10") << "the check asks for an account";
}

TEST(OwnCheck, DemandsMeansOfPaymentOnlyWhereTheRulesDo) {
    Invoice invoice = samples::invoice({{}}, {.paid = true, .german = true});
    invoice.payment.code.clear();
    invoice.payment.iban.reset();
    invoice.payment.bic.reset();
    EXPECT_EQ(paymentMeansOf(invoice, Profile::XRechnung), "ZZZ");
    EXPECT_EQ(paymentMeansOf(invoice, Profile::Peppol), "ZZZ");
    EXPECT_EQ(paymentMeansOf(invoice, Profile::FacturX), "");
    EXPECT_EQ(writeCii(invoice, Profile::FacturX).find("PaymentMeans"), std::string::npos);
    invoice.buyer.address.country = "FR";
    EXPECT_EQ(paymentMeansOf(invoice, Profile::Peppol), "");
    EXPECT_EQ(writeUbl(invoice, Profile::Peppol).find("PaymentMeans"), std::string::npos);
}

TEST(UblFiles, TellTheRateOutsideTheScopeOfTaxToGermanPartiesAlone) {
    const auto rateAt = [](bool german) {
        const Invoice invoice =
            samples::invoice({{.taxCategory = "O", .taxRate = Decimal(0)}}, {.german = german});
        const std::string xml = writeUbl(invoice, Profile::Peppol);
        const std::size_t rate = xml.find("<cbc:Percent>0</cbc:Percent>");
        EXPECT_TRUE(rate == std::string::npos || rate < xml.find("</cac:TaxSubtotal>"))
            << "only in the breakdown";
        return rate;
    };
    EXPECT_NE(rateAt(true), std::string::npos);
    EXPECT_EQ(rateAt(false), std::string::npos);
}

TEST(OwnCheck, TakesTaxNumbersFromOutsideTheUnionWithoutTheCodeOfTheirCountry) {
    Invoice invoice = samples::invoice({{}});
    invoice.seller.vatNumber = "0012345 2G3";
    EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())), "BR-CO-09 company.vatNumber; ");
    invoice.seller.address.country = "SN";
    EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())), "");
    EXPECT_NE(writeUbl(invoice, Profile::Peppol).find(">SN0012345 2G3<"), std::string::npos);
    EXPECT_NE(writeCii(invoice, Profile::FacturX).find(">SN0012345 2G3<"), std::string::npos);
    invoice.seller.vatNumber = "CI1234567A";
    EXPECT_EQ(vatNumberOf(invoice.seller), "CI1234567A");
    invoice.seller.vatNumber.reset();
    EXPECT_EQ(vatNumberOf(invoice.seller), "");
}

TEST(OwnCheck, LetsNotesHaveMarks) {
    for (const char* note : {"#AAI# By hand", "Order #12", "#1 and #2", "Room #a1#"}) {
        Invoice invoice = samples::invoice({{}});
        invoice.note = note;
        EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())), "") << note;
    }
    Invoice invoice = samples::invoice({{}});
    invoice.note = "#VAT# paid";
    EXPECT_EQ(said(checkInvoice(invoice, Profile::FacturX, codeLists())), "") << "CII has an element for it";
}

TEST(OwnCheck, TakesSchemesThatPeppolDoesNotDeliverToOnlyOutsideOfPeppol) {
    for (const char* address : {"EM:books@quais.example", "0205:ABCDEF1", "0037:12345", "0220:1"}) {
        Invoice invoice = samples::invoice({{}});
        invoice.buyer.electronicAddress = address;
        for (const Profile profile : {Profile::En16931, Profile::XRechnung, Profile::FacturX}) {
            EXPECT_EQ(said(checkInvoice(invoice, profile, codeLists())), "") << address;
        }
        EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())),
                  "PEPPOL-EN16931-CL008 partner.peppolId; ")
            << address;
    }
}

TEST(OwnCheck, AsksForElectronicAddressesOnlyWhereTheProfileDoes) {
    Invoice invoice = samples::invoice({{}});
    invoice.seller.electronicAddress.reset();
    invoice.buyer.electronicAddress.reset();
    EXPECT_EQ(said(checkInvoice(invoice, Profile::En16931, codeLists())), "");
    EXPECT_EQ(said(checkInvoice(invoice, Profile::FacturX, codeLists())), "");
    EXPECT_EQ(said(checkInvoice(invoice, Profile::Peppol, codeLists())),
              "PEPPOL-EN16931-R020 company.peppolId; PEPPOL-EN16931-R010 partner.peppolId; ");
}

TEST(InvoiceTerms, PriceALineOfACurrencyWithoutDecimalsAsPeppolReckons) {
    const Invoice invoice = samples::invoice(
        {{.quantity = Decimal(333, 3), .unitPrice = Decimal(1999)}},
        {.currency = Currency::of("XOF"), .pricesIncludeTax = false, .exchangeRate = Decimal(655957, 3)});
    EXPECT_EQ(invoice.lines[0].netAmount, 666);
    EXPECT_EQ(invoice.lines[0].netPrice, Decimal(2000));
    EXPECT_EQ(invoice.lines[0].unitPrice, Decimal(1999));
}

TEST(PriceFor, HasNoMoreDecimalsThanItNeeds) {
    EXPECT_EQ(priceFor(10000, Decimal(4)), Decimal(2500));
    EXPECT_EQ(priceFor(10000, Decimal(3)), Decimal(333333, 2));
    EXPECT_EQ(priceFor(0, Decimal(3)), Decimal(0));
}

} // namespace
} // namespace svc::einvoice
