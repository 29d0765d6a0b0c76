// Reading invoices: those written here, official examples, and files that are refused.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>
#include <zlib.h>

#include "einvoice/file_reader.hpp"
#include "einvoice/formats.hpp"
#include "einvoice/tests/samples.hpp"

namespace svc::einvoice {
namespace {

namespace fs = std::filesystem;

const fs::path Examples = fs::path(SVC_SOURCE_TREE) / "tests" / "data" / "einvoice" / "examples";

std::string bytesOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string faultOf(std::string_view bytes) {
    try {
        readInvoiceFile(bytes);
        return "taken";
    } catch (const FileFault& fault) {
        return fault.detail();
    }
}

/// Rules broken beyond what the official rules tolerate.
std::string errorsOf(const ReceivedInvoice& received) {
    std::string rules;
    for (const Finding& finding : checkReceived(received)) {
        if (!finding.tolerated) {
            rules += finding.rule + " (" + finding.message + ") ";
        }
    }
    return rules;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

void expectSame(const Invoice& written, const Invoice& read) {
    EXPECT_EQ(read.number, written.number);
    EXPECT_EQ(read.typeCode, typeCodeOf(written, Profile::En16931));
    EXPECT_EQ(read.date, written.date);
    EXPECT_EQ(read.dueDate, written.dueDate);
    EXPECT_EQ(read.currency, written.currency);
    EXPECT_EQ(read.bookCurrency, written.bookCurrency);
    EXPECT_EQ(read.seller.name, written.seller.name);
    EXPECT_EQ(read.seller.registration, written.seller.registration);
    if (showsVatNumbers(written)) {
        EXPECT_EQ(read.seller.vatNumber, written.seller.vatNumber);
        EXPECT_EQ(read.buyer.vatNumber, written.buyer.vatNumber);
    }
    EXPECT_EQ(read.seller.electronicAddress, written.seller.electronicAddress);
    EXPECT_EQ(read.seller.address.city, written.seller.address.city);
    EXPECT_EQ(read.buyer.name, written.buyer.name);
    EXPECT_EQ(read.payment.iban, written.payment.iban);
    EXPECT_EQ(read.purchaseOrderRef, written.purchaseOrderRef);
    EXPECT_EQ(read.totals.lines, written.totals.lines);
    EXPECT_EQ(read.totals.allowances, written.totals.allowances);
    EXPECT_EQ(read.totals.charges, written.totals.charges);
    EXPECT_EQ(read.totals.withoutTax, written.totals.withoutTax);
    EXPECT_EQ(read.totals.tax, written.totals.tax);
    EXPECT_EQ(read.totals.withTax, written.totals.withTax);
    EXPECT_EQ(read.totals.prepaid, written.totals.prepaid);
    EXPECT_EQ(read.totals.rounding, written.totals.rounding);
    EXPECT_EQ(read.totals.due, written.totals.due);
    ASSERT_EQ(read.taxes.size(), written.taxes.size());
    for (std::size_t i = 0; i < read.taxes.size(); ++i) {
        EXPECT_EQ(read.taxes[i].taxCategory, written.taxes[i].taxCategory);
        EXPECT_EQ(read.taxes[i].taxRate, written.taxes[i].taxRate);
        EXPECT_EQ(read.taxes[i].taxable, written.taxes[i].taxable);
        EXPECT_EQ(read.taxes[i].tax, written.taxes[i].tax);
    }
    ASSERT_EQ(read.lines.size(), written.lines.size());
    for (std::size_t i = 0; i < read.lines.size(); ++i) {
        EXPECT_EQ(read.lines[i].name, written.lines[i].name);
        EXPECT_EQ(read.lines[i].quantity, written.lines[i].quantity);
        EXPECT_EQ(read.lines[i].unit, written.lines[i].unit);
        EXPECT_EQ(read.lines[i].netPrice, written.lines[i].netPrice);
        EXPECT_EQ(read.lines[i].netDiscount, written.lines[i].netDiscount);
        EXPECT_EQ(read.lines[i].netAmount, written.lines[i].netAmount);
        EXPECT_EQ(read.lines[i].taxCategory, written.lines[i].taxCategory);
        EXPECT_EQ(read.lines[i].taxRate, written.lines[i].taxRate);
    }
}

TEST(Reading, GivesBackWhatWasWritten) {
    std::mt19937_64 random(20260301);
    for (int i = 0; i < 200; ++i) {
        const Invoice written = samples::randomInvoice(random);
        for (const Profile profile : {Profile::En16931, Profile::Peppol}) {
            const ReceivedInvoice ubl = readInvoiceFile(writeUbl(written, profile));
            const ReceivedInvoice cii = readInvoiceFile(writeCii(written, profile));
            if (profile == Profile::En16931) {
                expectSame(written, ubl.invoice);
                expectSame(written, cii.invoice);
            }
            EXPECT_EQ(ubl.syntax, Syntax::Ubl);
            EXPECT_EQ(cii.syntax, Syntax::Cii);
            EXPECT_EQ(errorsOf(ubl), "") << writeUbl(written, profile);
            EXPECT_EQ(errorsOf(cii), "");
            EXPECT_EQ(profileName(ubl.specification),
                      profile == Profile::Peppol ? "peppol-bis-3" : "en16931");
        }
        if (HasFailure()) {
            return;
        }
    }
}

struct Example {
    const char* file;
    const char* number;
    const char* profile;
    std::size_t lines;
    std::int64_t due;
};

TEST(Reading, TakesOfficialExamples) {
    for (const Example& example : {
             Example{"01.01a-INVOICE_ubl.xml", "123456XX", "xrechnung", 2, 33690},
             Example{"01.01a-INVOICE_uncefact.xml", "123456XX", "xrechnung", 2, 33690},
             Example{"03.03a-INVOICE_ubl.xml", "0000123456", "xrechnung", 4, 1068620},
             Example{"CII_business_example_01.xml", "TOSL108", "en16931", 5, 80178},
             Example{"CII_business_example_02.xml", "INV000013", "zugferd-1", 3, 1190},
             Example{"EN16931_Einfach.pdf", "471102", "en16931", 2, 52987},
         }) {
        const ReceivedInvoice received = readInvoiceFile(bytesOf(Examples / example.file));
        EXPECT_EQ(received.invoice.number, example.number) << example.file;
        EXPECT_EQ(profileName(received.specification), example.profile) << example.file;
        EXPECT_EQ(received.invoice.lines.size(), example.lines) << example.file;
        EXPECT_EQ(received.invoice.totals.due, example.due) << example.file;
        EXPECT_EQ(received.inPdf, std::string_view(example.file).ends_with(".pdf"));
        EXPECT_EQ(errorsOf(received), "") << example.file;
    }
}

TEST(Reading, FindsNoErrorInTheOtherValidExamples) {
    const fs::path all =
        fs::path(SVC_SOURCE_TREE) / ".." / "shared" / "conformance" / "einvoice" / "examples";
    if (!fs::exists(all)) {
        GTEST_SKIP() << "the collection of official examples is not beside the source tree";
    }
    for (const auto& entry : fs::recursive_directory_iterator(all)) {
        if (entry.is_regular_file()) {
            EXPECT_EQ(errorsOf(readInvoiceFile(bytesOf(entry.path()))), "") << entry.path();
        }
    }
}

TEST(Reading, FindsBrokenRules) {
    const std::string good = bytesOf(Examples / "01.01a-INVOICE_ubl.xml");
    const auto rulesOf = [](const std::string& xml) { return errorsOf(readInvoiceFile(xml)); };
    EXPECT_EQ(rulesOf(good), "");
    EXPECT_NE(rulesOf(replaced(good, "<cbc:TaxInclusiveAmount currencyID=\"EUR\">336.9",
                               "<cbc:TaxInclusiveAmount currencyID=\"EUR\">337.9"))
                  .find("BR-CO-15"),
              std::string::npos);
    EXPECT_NE(rulesOf(replaced(good, "<cbc:PayableAmount currencyID=\"EUR\">336.9",
                               "<cbc:PayableAmount currencyID=\"EUR\">236.9"))
                  .find("BR-CO-16"),
              std::string::npos);
}

TEST(Reading, TellsACreditNoteByItsCodeOrItsKind) {
    const std::string invoice = bytesOf(Examples / "01.01a-INVOICE_ubl.xml");
    EXPECT_FALSE(readInvoiceFile(invoice).creditNote);
    for (const char* code : {"81", "83", "261", "381", "396", "458", "502", "503", "532"}) {
        EXPECT_TRUE(readInvoiceFile(replaced(invoice, ">380<", '>' + std::string(code) + '<')).creditNote)
            << code;
        const std::string cii = writeCii(samples::invoice({{}}), Profile::En16931);
        EXPECT_TRUE(readInvoiceFile(replaced(cii, ">380<", '>' + std::string(code) + '<')).creditNote)
            << code;
    }
    const std::string credit = writeUbl(samples::invoice({{}}, {.credit = true}), Profile::En16931);
    EXPECT_TRUE(readInvoiceFile(replaced(credit, ">381<", ">380<")).creditNote)
        << "every UBL CreditNote is one";
}

TEST(Reading, FindsWhatTheFileAloneShows) {
    const std::string good =
        writeUbl(samples::invoice({{}}, {.pricesIncludeTax = false, .freight = 1250}), Profile::Peppol);
    const auto rulesOf = [](const std::string& xml) { return errorsOf(readInvoiceFile(xml)); };
    ASSERT_EQ(rulesOf(good), "");
    struct Spoilt {
        const char* rule;
        const char* what;
        const char* with;
    };
    for (const Spoilt& spoilt : {
             Spoilt{"PEPPOL-EN16931-R001",
                    "cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID",
                    "cbc:UUID>1</cbc:UUID"},
             Spoilt{"PEPPOL-EN16931-R007", "billing:01:1.0<", "billing:07:1.0<"},
             Spoilt{"PEPPOL-EN16931-R002", "<cbc:Note>", "<cbc:Note>One more</cbc:Note><cbc:Note>"},
             Spoilt{"PEPPOL-EN16931-P0100", ">380<", ">389<"},
             Spoilt{"PEPPOL-EN16931-R051", "TaxExclusiveAmount currencyID=\"EUR\"",
                    "TaxExclusiveAmount currencyID=\"USD\""},
             Spoilt{"BR-CO-15", "TaxAmount currencyID=\"EUR\"", "TaxAmount currencyID=\"USD\""},
             Spoilt{"BR-DEC-18", "</cbc:PayableAmount>", "0</cbc:PayableAmount>"},
             Spoilt{"BR-CL-16", ">58<", ">999<"},
             Spoilt{"BR-21", "<cbc:ID>1</cbc:ID>", ""},
             Spoilt{"BR-CO-09", ">FR40303265045<", ">40303265045<"},
             Spoilt{"BR-07", "<cbc:RegistrationName>Hôtel des Quais</cbc:RegistrationName>", ""},
         }) {
        EXPECT_NE(rulesOf(replaced(good, spoilt.what, spoilt.with)).find(spoilt.rule), std::string::npos)
            << spoilt.rule;
    }
    const std::string coded =
        replaced(good, "<cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>", "");
    EXPECT_EQ(rulesOf(coded), "") << "a text is enough";
    EXPECT_NE(rulesOf(replaced(coded, "<cbc:AllowanceChargeReason>Freight</cbc:AllowanceChargeReason>", ""))
                  .find("BR-CO-22"),
              std::string::npos);
    const std::string cii = writeCii(samples::invoice({{}}), Profile::En16931);
    EXPECT_NE(rulesOf(replaced(cii, "TaxTotalAmount currencyID=\"EUR\"", "TaxTotalAmount currencyID=\"USD\""))
                  .find("BR-CO-15"),
              std::string::npos);
}

TEST(Reading, FindsWhatTheGermanRulesAlwaysWant) {
    const Invoice invoice = samples::invoice({{.taxCategory = "O", .taxRate = Decimal(0)}}, {.german = true});
    const auto without = [](std::string xml, const std::string& element) {
        const std::size_t from = xml.find("<" + element);
        const std::string end = "</" + element + ">";
        EXPECT_NE(from, std::string::npos) << element;
        return xml.erase(from, xml.find(end, from) + end.size() - from);
    };
    const auto finds = [](const std::string& xml, const std::string& rule) {
        return errorsOf(readInvoiceFile(xml)).find(rule + " ") != std::string::npos;
    };
    const std::string peppol = writeUbl(invoice, Profile::Peppol);
    ASSERT_EQ(errorsOf(readInvoiceFile(peppol)), "");
    EXPECT_TRUE(finds(without(peppol, "cac:PaymentMeans"), "DE-R-001"));
    EXPECT_TRUE(finds(without(peppol, "cbc:Percent"), "DE-R-014"));
    const std::string ubl = writeUbl(invoice, Profile::XRechnung);
    EXPECT_TRUE(finds(without(ubl, "cac:PaymentMeans"), "BR-DE-1"));
    EXPECT_TRUE(finds(without(ubl, "cbc:Percent"), "BR-DE-14"));
    const std::string cii = writeCii(invoice, Profile::XRechnung);
    ASSERT_EQ(errorsOf(readInvoiceFile(cii)), "");
    EXPECT_TRUE(finds(without(cii, "ram:SpecifiedTradeSettlementPaymentMeans"), "BR-DE-1"));
    EXPECT_TRUE(finds(without(cii, "ram:RateApplicablePercent"), "BR-DE-14"));
    const std::string plain = writeUbl(invoice, Profile::En16931);
    EXPECT_EQ(errorsOf(readInvoiceFile(without(plain, "cac:PaymentMeans"))), "");
}

TEST(Reading, AsksForTheSchemeOfARegister) {
    Invoice invoice = samples::invoice({{}});
    invoice.seller.address.country = invoice.buyer.address.country = "DK";
    invoice.seller.registration = invoice.buyer.registration = "12345678";
    const std::string good = writeUbl(invoice, Profile::Peppol);
    EXPECT_EQ(errorsOf(readInvoiceFile(good)), "");
    const std::string bare = replaced(good, "<cbc:CompanyID schemeID=\"0184\">", "<cbc:CompanyID>");
    EXPECT_NE(errorsOf(readInvoiceFile(bare)).find("DK-R-014"), std::string::npos);
}

TEST(Reading, LetsTheTaxOfTheBooksHaveTheirCurrency) {
    for (const char* syntax : {"ubl", "cii"}) {
        const Invoice invoice =
            samples::invoice({{.unitPrice = Decimal(10842)}},
                             {.currency = Currency::of("USD"), .exchangeRate = Decimal(10842, 4)});
        const std::string bytes = std::string_view(syntax) == "ubl" ? writeUbl(invoice, Profile::Peppol)
                                                                    : writeCii(invoice, Profile::En16931);
        EXPECT_EQ(errorsOf(readInvoiceFile(bytes)), "") << syntax;
    }
}

TEST(Reading, TakesNumbersAsXmlSchemaWritesThem) {
    const std::string good = bytesOf(Examples / "01.01a-INVOICE_ubl.xml");
    const std::string due = "<cbc:PayableAmount currencyID=\"EUR\">336.9<";
    const auto with = [&](const char* number) {
        return replaced(good, due, "<cbc:PayableAmount currencyID=\"EUR\">" + std::string(number) + '<');
    };
    for (const char* number : {"+336.90", "0336.9", "00336.900"}) {
        EXPECT_EQ(readInvoiceFile(with(number)).invoice.totals.due, 33690) << number;
    }
    EXPECT_EQ(readInvoiceFile(with("2.")).invoice.totals.due, 200);
    EXPECT_EQ(readInvoiceFile(with(".5")).invoice.totals.due, 50);
    EXPECT_EQ(readInvoiceFile(with("-.5")).invoice.totals.due, -50);
    for (const char* number : {"1.2E2", ".", "+", "1,5", "1.2.3", "--1", "NaN"}) {
        EXPECT_EQ(faultOf(with(number)), "BT-115") << number;
    }
}

TEST(Reading, RefusesWhatIsNoInvoice) {
    const std::string good = bytesOf(Examples / "01.01a-INVOICE_ubl.xml");
    EXPECT_EQ(faultOf(""), "format");
    EXPECT_EQ(faultOf("PK\x03\x04 a spreadsheet"), "format");
    EXPECT_EQ(faultOf("<Order/>"), "format");
    EXPECT_EQ(faultOf("<Invoice>"), "truncated");
    EXPECT_EQ(faultOf("<Invoice></Order>"), "xml");
    EXPECT_EQ(faultOf("<Invoice/>"), "BT-5");
    EXPECT_EQ(faultOf(replaced(good, ">123456XX<", "><")), "BT-1");
    EXPECT_EQ(faultOf(replaced(good, "currencyID=\"EUR\">336.9", "currencyID=\"EUR\">1e400")), "BT-112");
    EXPECT_EQ(faultOf(good.substr(0, good.size() / 2)), "truncated");
}

TEST(Reading, TellsItsFaultsInTheWordsOfTheApi) {
    EXPECT_EQ(FileFault("BT-1", "").reason(), "syntax");
    EXPECT_EQ(FileFault("doctype", "").reason(), "syntax");
    EXPECT_EQ(FileFault("size", "").reason(), "too-large");
    EXPECT_EQ(FileFault("pdf-encrypted", "").reason(), "encrypted");
    EXPECT_EQ(FileFault("pdf-without-invoice", "").reason(), "no-attachment");
}

TEST(Reading, RefusesHostileXml) {
    const std::string outside = "<?xml version=\"1.0\"?><!DOCTYPE i [<!ENTITY x SYSTEM "
                                "\"file:///etc/passwd\">]><Invoice><ID>&x;</ID></Invoice>";
    EXPECT_EQ(faultOf(outside), "doctype");
    std::string deep;
    for (int i = 0; i < 100'000; ++i) {
        deep += "<Invoice>";
    }
    EXPECT_EQ(faultOf(deep), "depth");
    std::string many = "<Invoice>";
    for (int i = 0; i < 400'000; ++i) {
        many += "<a/>";
    }
    EXPECT_EQ(faultOf(many + "</Invoice>"), "size");
}

TEST(Reading, RefusesPdfWithoutInvoice) {
    EXPECT_EQ(faultOf("%PDF-1.7\nnothing"), "pdf");
    EXPECT_EQ(faultOf(bytesOf(fs::path(SVC_SOURCE_TREE) / "tests" / "data" / "einvoice" / "plain.pdf")),
              "pdf-without-invoice");
}

TEST(Reading, RefusesAPdfThatUnpacksToTooMuch) {
    // Deflated zeros take a thousandth of their size.
    std::string packed(200'000, '\0');
    uLongf size = packed.size();
    const std::string zeros(100 * 1024 * 1024, '\0');
    ASSERT_EQ(compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                        reinterpret_cast<const Bytef*>(zeros.data()), zeros.size(), 9),
              Z_OK);
    packed.resize(size);
    EXPECT_EQ(faultOf("%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n" + packed +
                      "\nendstream\nendobj\n"),
              "size");
}

} // namespace
} // namespace svc::einvoice
