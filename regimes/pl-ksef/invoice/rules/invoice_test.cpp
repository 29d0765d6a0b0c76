// Files of the structure FA(3) against its schema.
#include <regex>

#include <gtest/gtest.h>

#include <svc/json.hpp>

#include "invoice/rules/invoice.hpp"
#include "tests/files.hpp"
#include "xml/xml_document.hpp"

namespace svc::pl_ksef {
namespace {

Rate rate(const char* category, int percent, Place place = Place::Poland) {
    return rateOf(category, Decimal(percent), place).value();
}

Invoice invoice() {
    Invoice one;
    one.madeAt = Instant::parse("2026-11-20T09:30:00Z").value();
    one.number = "INV-2026-000001";
    one.date = Date::parse("2026-11-20").value();
    one.currency = Currency::of("PLN");
    one.seller = {.nip = "5265877635",
                  .name = "Kawiarnia & Syn",
                  .address = {"PL", "ul. Długa 1", "00-001 Warszawa"},
                  .email = "biuro@kawiarnia.example",
                  .phone = "+48 22 000 00 00"};
    one.buyer = {
        .nip = "3861610227", .name = "Hotel Nabrzeże", .address = {"PL", "ul. Krótka 2", "87-607 Środa"}};
    one.lines = {{.id = "lin_1",
                  .name = "Kawa <1 kg>",
                  .sku = "K-1",
                  .gtin = "4006381333931",
                  .unit = "szt.",
                  .quantity = Decimal(2),
                  .price = Decimal::parse("50.125").value(),
                  .discount = 25,
                  .amount = 10000,
                  .rate = rate("S", 23)}};
    one.sums = {{.rate = rate("S", 23), .net = 10000, .tax = 2300}};
    one.total = 12300;
    one.payment = Payment{.date = Date::parse("2026-12-20").value(),
                          .form = 6,
                          .account = "PL61109010140000071219812874",
                          .bic = "WBKPPLPP"};
    return one;
}

std::string complaint(const Invoice& one) {
    return testSchemas().invoice.check(writeInvoice(one)).message;
}

/// The text of the first element of this name.
std::string textIn(const std::string& file, std::string_view element) {
    const auto document = xml::XmlDocument::parse(file);
    const auto found = document ? document->root().find(element) : std::nullopt;
    return found ? found->text() : "";
}

TEST(Schema, TakesThePublishedInvoiceAndRefusesEachOfItsMutants) {
    const std::string sample = contentOf("example-invoice.xml");
    EXPECT_EQ(testSchemas().invoice.check(sample).message, "");
    const Json changes = Json::parse(contentOf("mutants.json"));
    ASSERT_EQ(changes["mutants"].size(), 8U);
    for (const Json& change : changes["mutants"].items()) {
        const std::string changed =
            std::regex_replace(sample, std::regex(change["replace"].text()), change["by"].text(),
                               std::regex_constants::format_first_only);
        ASSERT_NE(changed, sample);
        EXPECT_EQ(testSchemas().invoice.check(changed).empty(), change["schemaValid"].boolean())
            << change.dump();
    }
}

TEST(Files, OfASimpleInvoiceFitTheSchema) {
    const std::string file = writeInvoice(invoice());
    EXPECT_EQ(testSchemas().invoice.check(file).message, "") << file;
    EXPECT_TRUE(file.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")) << file;
    EXPECT_EQ(textIn(file, "P_9A"), "50.125");
    EXPECT_EQ(textIn(file, "P_10"), "0.25");
    EXPECT_EQ(textIn(file, "P_11"), "100.00");
    EXPECT_EQ(textIn(file, "P_13_1"), "100.00");
    EXPECT_EQ(textIn(file, "P_14_1"), "23.00");
    EXPECT_EQ(textIn(file, "P_15"), "123.00");
    EXPECT_EQ(textIn(file, "RodzajFaktury"), "VAT");
    EXPECT_EQ(textIn(file, "NrRB"), "PL61109010140000071219812874");
    EXPECT_EQ(textIn(file, "P_6"), "") << "the day of delivery is that of the invoice";
}

TEST(Files, WithPricesThatIncludeTaxHaveGrossAmounts) {
    Invoice one = invoice();
    one.grossPrices = true;
    one.lines[0].amount = 12300;
    one.deliveredOn = Date::parse("2026-11-18");
    one.payment = Payment{.paid = true, .date = one.date, .form = 1};
    const std::string file = writeInvoice(one);
    EXPECT_EQ(testSchemas().invoice.check(file).message, "");
    EXPECT_EQ(textIn(file, "P_9B"), "50.125");
    EXPECT_EQ(textIn(file, "P_11A"), "123.00");
    EXPECT_EQ(textIn(file, "P_11"), "");
    EXPECT_EQ(textIn(file, "P_6"), "2026-11-18");
    EXPECT_EQ(textIn(file, "DataZaplaty"), "2026-11-20");
}

TEST(Files, KnowEveryRateOfPoland) {
    Invoice one = invoice();
    one.lines.clear();
    one.sums.clear();
    struct Case {
        const char* category;
        int percent;
        Place place;
        const char* code;
        const char* sum;
    };
    for (const Case& that :
         {Case{"S", 23, Place::Poland, "23", "P_13_1"}, Case{"S", 22, Place::Poland, "22", "P_13_1"},
          Case{"S", 8, Place::Poland, "8", "P_13_2"}, Case{"S", 5, Place::Poland, "5", "P_13_3"},
          Case{"S", 4, Place::Poland, "4", "P_13_4"}, Case{"Z", 0, Place::Poland, "0 KR", "P_13_6_1"},
          Case{"K", 0, Place::Union, "0 WDT", "P_13_6_2"}, Case{"G", 0, Place::Elsewhere, "0 EX", "P_13_6_3"},
          Case{"E", 0, Place::Poland, "zw", "P_13_7"}, Case{"O", 0, Place::Poland, "np I", "P_13_8"},
          Case{"AE", 0, Place::Union, "np II", "P_13_9"}, Case{"AE", 0, Place::Poland, "oo", "P_13_10"}}) {
        const Rate found = rate(that.category, that.percent, that.place);
        EXPECT_EQ(found.code, that.code);
        EXPECT_EQ("P_13_" + std::string(found.field), that.sum);
        one.lines.push_back(
            {.name = that.code, .quantity = Decimal(1), .price = Decimal(1), .amount = 100, .rate = found});
        one.sums.push_back({.rate = found, .net = 100, .tax = found.taxed ? that.percent : 0});
    }
    one.exempt = exemptionOf("art. 43 ust. 1 pkt 19");
    one.reverseCharge = true;
    const std::string file = writeInvoice(one);
    EXPECT_EQ(testSchemas().invoice.check(file).message, "") << file;
    EXPECT_EQ(textIn(file, "P_13_1"), "2.00") << "23 and 22 percent share a field";
    EXPECT_EQ(textIn(file, "P_14_1"), "0.45");
    EXPECT_EQ(textIn(file, "P_19A"), "art. 43 ust. 1 pkt 19");
    EXPECT_EQ(textIn(file, "P_18"), "1");
    EXPECT_EQ(rateOf("S", Decimal(19), Place::Poland), std::nullopt);
    EXPECT_EQ(rateOf("L", Decimal(7), Place::Poland), std::nullopt);
    EXPECT_EQ(rateOf("AE", Decimal(0), Place::Elsewhere)->code, "np I");
}

TEST(Files, TellTheTaxOfOtherCurrenciesInZloty) {
    Invoice one = invoice();
    one.currency = Currency::of("EUR");
    one.exchangeRate = Decimal::parse("4.2531");
    one.sums[0].taxPln = 9782;
    const std::string file = writeInvoice(one);
    EXPECT_EQ(testSchemas().invoice.check(file).message, "");
    EXPECT_EQ(textIn(file, "KodWaluty"), "EUR");
    EXPECT_EQ(textIn(file, "P_14_1W"), "97.82");
    EXPECT_EQ(textIn(file, "KursWaluty"), "4.2531");
}

TEST(Files, NameBuyersByWhatTheyHave) {
    Invoice one = invoice();
    one.buyer = {.country = "DE", .vatNumber = "123456789", .name = "Kunde GmbH", .address = {"DE", "Weg 1"}};
    EXPECT_EQ(complaint(one), "");
    EXPECT_EQ(textIn(writeInvoice(one), "KodUE"), "DE");
    one.buyer = {.country = "US", .id = "12-3456789", .name = "Buyer"};
    EXPECT_EQ(complaint(one), "");
    EXPECT_EQ(textIn(writeInvoice(one), "NrID"), "12-3456789");
    one.buyer = {.name = "Jan Kowalski"};
    EXPECT_EQ(complaint(one), "");
    EXPECT_EQ(textIn(writeInvoice(one), "BrakID"), "1");
    EXPECT_EQ(textIn(writeInvoice(one), "Nazwa"), "Kawiarnia & Syn");
}

TEST(Files, OfCorrectionsSayWhatTheyChange) {
    Invoice one = invoice();
    one.corrected = Corrected{"INV-2026-000001", Date::parse("2026-11-19").value(),
                              "5265877635-20250826-0100001AF629-AF"};
    one.reason = "Zwrot";
    one.lines[0].quantity = Decimal(-2);
    one.lines[0].discount = -25;
    one.lines[0].amount = -10000;
    one.sums[0].net = -10000;
    one.sums[0].tax = -2300;
    one.total = -12300;
    one.payment.reset();
    const std::string file = writeInvoice(one);
    EXPECT_EQ(testSchemas().invoice.check(file).message, "") << file;
    EXPECT_EQ(textIn(file, "RodzajFaktury"), "KOR");
    EXPECT_EQ(textIn(file, "NrKSeFFaKorygowanej"), "5265877635-20250826-0100001AF629-AF");
    EXPECT_EQ(textIn(file, "NrKSeFN"), "");
    EXPECT_EQ(textIn(file, "P_15"), "-123.00");
    one.corrected->ksefNumber.clear();
    EXPECT_EQ(complaint(one), "");
    EXPECT_EQ(textIn(writeInvoice(one), "NrKSeFN"), "1") << "it was issued outside of KSeF";
}

TEST(Exemptions, NameTheirLaw) {
    EXPECT_EQ(exemptionOf("VATEX-EU-132").field, 'B');
    EXPECT_EQ(exemptionOf("VATEX-EU-132").ground, "art. 132 dyrektywy 2006/112/WE");
    EXPECT_EQ(exemptionOf("art. 113 ust. 1").field, 'A');
}

TEST(Texts, HaveNoCharactersThatKsefRefuses) {
    EXPECT_EQ(plainText("a\x01"
                        "b\x7f"
                        "c\xC2\x80"
                        "d\xEF\xB7\x90"
                        "e\xF0\x9F\xBF\xBE"
                        "f",
                        10),
              "abcdef");
    EXPECT_EQ(plainText(" żółć ", 3), "żół");
    EXPECT_EQ(plainText("\xF0\x9F\x98\x80", 1), "\xF0\x9F\x98\x80");
    Invoice one = invoice();
    one.note = std::string(300, 'x');
    one.lines[0].name = "Kawa\xC2\x9F";
    EXPECT_EQ(complaint(one), "");
    EXPECT_EQ(textIn(writeInvoice(one), "Wartosc").size(), 256U);
}

} // namespace
} // namespace svc::pl_ksef
