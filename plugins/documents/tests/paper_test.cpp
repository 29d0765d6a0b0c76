// Rendered documents: pages are compared with reviewed pictures in tests/data/papers.
#include <iostream>
#include <thread>

#include "document/rules/invoice.hpp"
#include "einvoice/formats.hpp"
#include "paper/reader_form.hpp"
#include "pdf/archive.hpp"
#include "tests/papers.hpp"

namespace svc::documents {
namespace {

TEST(Wording, HasEveryTextInEveryLanguage) {
    const std::vector<std::string> english = book().in("en").keys();
    for (const auto& [language, wording] : book().all()) {
        if (language.find('-') == std::string::npos) {
            EXPECT_EQ(wording.keys(), english) << language;
            continue;
        }
        for (const std::string& key : wording.keys()) { // country words override others, they add none
            EXPECT_TRUE(book().in("en").has(key)) << language << ": " << key;
        }
    }
    EXPECT_EQ(book().in("en", "US")["total_tax"], "Sales tax");
    EXPECT_EQ(book().in("en", "US")["quote"], "Quote");
    EXPECT_EQ(book().in("fr", "US")["total_tax"], book().in("fr")["total_tax"]);
}

TEST(Wording, OfAMissingTextIsTheEnglishOne) {
    std::string folder = (fs::temp_directory_path() / "wording.XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    std::ofstream(folder + "/en.json") << R"({"invoice": "Invoice", "quote": "Quote"})";
    std::ofstream(folder + "/it.json") << R"({"invoice": "Fattura"})";
    const WordingBook half(folder);
    EXPECT_EQ(half.in("it")["invoice"], "Fattura");
    EXPECT_EQ(half.in("it")["quote"], "Quote");
    EXPECT_TRUE(half.in("it").has("quote"));
    EXPECT_EQ(half.in("ja")["invoice"], "Invoice");
    EXPECT_THROW(half.in("it")["statement"], std::out_of_range);
    std::ofstream(folder + "/fr.json") << "{";
    EXPECT_THROW(WordingBook{folder}, std::runtime_error);
    fs::remove_all(folder);
}

TEST(ReaderForms, WriteAsTheReaderDoes) {
    const Currency eur = Currency::of("EUR");
    EXPECT_EQ(ReaderForm("de", "DE").amount(123456789, eur), "1.234.567,89");
    EXPECT_EQ(ReaderForm("en", "GB").money(-1250, eur), "-€12.50");
    EXPECT_EQ(ReaderForm("en", "GB").price(Decimal(125, 2), eur), "0.0125");
    EXPECT_EQ(ReaderForm("en", "GB").moneyPrice(Decimal(125, 2), eur), "€0.0125");
    EXPECT_EQ(ReaderForm("en", "GB").moneyPrice(Decimal(1250), eur), "€12.50");
    EXPECT_EQ(ReaderForm("en", "DE").amount(123456789, eur), "1,234,567.89");
    EXPECT_EQ(ReaderForm("de", "").date(Date::of(2026, 11, 20).value()), "20.11.2026");
    EXPECT_EQ(ReaderForm("fr", "SN").amount(1999, Currency::of("XOF")), "1\u202F999");
    EXPECT_EQ(ReaderForm("en", "").amount(1999, Currency::of("TND")), "1.999");
}

TEST(PaperText, LosesWhatWouldTurnItAround) {
    EXPECT_EQ(paperText("a\u202Eb\u2066c\x01"
                        "d\te\n"),
              "abcd e\n");
}

TEST(EpcPayload, IsThatOfASepaTransfer) {
    const std::string payload = epcPayload(samples::invoice({{.unitPrice = Decimal(27600)}}), 27600).value();
    EXPECT_EQ(payload, "BCD\n002\n1\nSCT\nAGRIFRPP\nLumière SARL\nFR7630006000011234567890189\nEUR276.00\n\n"
                       "RF40INV2026000123\n\n");
    EXPECT_FALSE(epcPayload(samples::invoice({{}}, {.paid = true}), 0));
    EXPECT_FALSE(epcPayload(samples::invoice({{}}, {.currency = Currency::of("USD")}), 10000));
}

TEST_F(Papers, LookAsTheyDidInEveryLanguage) {
    OtherFacts quote;
    quote.until = Date::of(2026, 12, 31);
    const OtherFacts delivery = {
        .kind = Kind::DeliveryNote, .until = {}, .carrier = "DPD", .tracking = "0987 6543"};
    const OtherFacts order = {
        .kind = Kind::PurchaseOrder, .until = Date::of(2026, 11, 28), .carrier = {}, .tracking = {}};
    Invoice sale = samples::invoice(
        {{}, {.name = "Croissant", .quantity = Decimal(3), .unitPrice = Decimal(120)}}, {.paid = true});
    sale.isTicket = true;
    for (const std::string language : {"en", "fr", "de"}) {
        const Wording& say = book().in(language);
        compare("invoice-" + language, sheet(shortInvoice(), language));
        compare("credit-note-" + language, sheet(shortInvoice({.credit = true}), language));
        compare("usd-" + language,
                sheet(shortInvoice({.currency = Currency::of("USD"), .exchangeRate = Decimal(10842, 4)}),
                      language));
        compare("ticket-" + language, drawTicket(composeInvoice(sale, say, language, {}, true)));
        compare("quote-" + language, drawSheet(composeOther(shortInvoice(), quote, say, language, {})));
        compare("delivery-note-" + language,
                drawSheet(composeOther(shortInvoice(), delivery, say, language, {})));
        compare("purchase-order-" + language,
                drawSheet(composeOther(shortInvoice(), order, say, language, {})));
        compare("statement-" + language,
                drawSheet(composeStatement(shortInvoice(), account(), say, language, {})));
    }
}

TEST_F(Papers, ATicketTellsTheDiscountOfALine) {
    const Invoice sale = samples::invoice({{.name = "Beans", .discount = 250}}, {});
    const std::string text = textOf(drawTicket(composeInvoice(sale, book().in("en"), "en", {}, true)));
    EXPECT_NE(text.find("Discount €2.50"), std::string::npos) << text;
}

TEST_F(Papers, AnInvoiceOnARollTellsWhoOwesWhat) {
    const Invoice invoice = samples::invoice({{.unitPrice = Decimal(27600)}});
    const auto on = [this](const Invoice& one) {
        return textOf(drawTicket(composeInvoice(one, book().in("en"), "en", {}, true)));
    };
    const std::string text = on(invoice);
    for (const char* part : {"Invoice", "Billed to", "Amount due", "IBAN", "Due date"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
    }
    EXPECT_NE(text.find(invoice.buyer.name), std::string::npos) << text;
    compare("roll-fr", drawTicket(composeInvoice(invoice, book().in("fr"), "fr", {}, true)));
    Invoice ticket = invoice;
    ticket.isTicket = true;
    const std::string owed = on(ticket);
    EXPECT_NE(owed.find("Amount due"), std::string::npos) << "a ticket that is not paid is no receipt";
    EXPECT_EQ(owed.find(invoice.buyer.name), std::string::npos) << owed;
    const Invoice paid = samples::invoice({{.unitPrice = Decimal(27600)}}, {.paid = true});
    EXPECT_EQ(on(paid).find("IBAN"), std::string::npos) << "nothing is asked for";
}

TEST_F(Papers, NameTheReasonOfEachTaxInEveryLanguage) {
    const Invoice untaxed = samples::invoice(
        {{.name = "Reverse", .taxCategory = "AE", .taxRate = Decimal(0)},
         {.name = "Intra", .taxCategory = "K", .taxRate = Decimal(0)},
         {.name = "Export", .taxCategory = "G", .taxRate = Decimal(0)},
         {.name = "Exempt", .taxCategory = "E", .taxRate = Decimal(0), .exemption = "Article 261-4-4 CGI"},
         {.name = "Zero", .taxCategory = "Z", .taxRate = Decimal(0)},
         {.name = "Stamps", .taxCategory = "O", .taxRate = Decimal(0)}},
        {.pricesIncludeTax = false, .discount = 6000});
    for (const char* language : {"en", "fr", "de"}) {
        compare(std::string("untaxed-") + language, sheet(untaxed, language));
    }
}

TEST_F(Papers, AreTheSameBytesWhoeverDrawsThemFirst) {
    const auto write = [](const Invoice& invoice, const std::string& language) {
        const Paper paper = composeInvoice(invoice, book().in(language), language, {}, false);
        return archivePdf(drawSheet(paper), {paper.title, paper.senderName, language, paper.madeAt},
                          EmbeddedInvoice{writeCii(invoice, Profile::FacturX)});
    };
    const std::string here = write(shortInvoice(), "fr");
    std::string there;
    // Another thread has its own fonts, whose caches hold other letters.
    std::thread([&] {
        write(samples::invoice({{.name = "AVATAR Kaffeefilter ½"}}), "de");
        write(samples::invoice({{.name = "AVATAR Kaffeefilter ½"}}), "fr");
        there = write(shortInvoice(), "fr");
    }).join();
    EXPECT_TRUE(here == there);
    EXPECT_TRUE(here == write(shortInvoice(), "fr"));
}

TEST_F(Papers, LoseNoWordOfATextThatIsLongerThanAPage) {
    const auto repeated = [](const std::string& word, int times) {
        std::string text;
        for (int i = 0; i < times; ++i) {
            text += word + ' ';
        }
        return text;
    };
    Invoice invoice = samples::invoice({{.name = repeated("label", 1600)}, {.name = "Tea"}, {}});
    invoice.lines[1].description = repeated("detail", 1400);
    invoice.note = repeated("note", 2000);
    const std::string pages = textOf(archivePdf(sheet(invoice, "en"), {}, std::nullopt));
    EXPECT_EQ(countOn(pages, "label"), 1600);
    EXPECT_EQ(countOn(pages, "detail"), 1400);
    EXPECT_EQ(countOn(pages, "note"), 2000);
    EXPECT_EQ(countOn(pages, "RF40 INV2"), 1);
    compare("parted-en", sheet(invoice, "en"), 2);
}

TEST_F(Papers, AskNoViewerToSmoothAPicture) {
    Look look;
    look.logo = logo();
    const std::string pdf = archivePdf(
        drawSheet(composeInvoice(shortInvoice(), book().in("en"), "en", look, false)), {}, std::nullopt);
    EXPECT_NE(pdf.find("/ImageMask true"), std::string::npos) << "the code to scan";
    EXPECT_NE(pdf.find("/SMask"), std::string::npos) << "the logo";
    EXPECT_EQ(pdf.find("/Interpolate true"), std::string::npos) << "PDF/A forbids it";
}

TEST_F(Papers, RepeatTheHeadAndCarryTheTotalOverPages) {
    std::vector<samples::Agreed> lines;
    for (int i = 0; i < 60; ++i) {
        lines.push_back({.name = "Arabica beans no. " + std::to_string(i), .quantity = Decimal(i + 1)});
    }
    const Drawing pdf = sheet(samples::invoice(lines, {.pricesIncludeTax = false}), "en");
    compare("long-en-1", pdf, 1);
    compare("long-en-2", pdf, 2);
    compare("long-en-3", pdf, 3);
}

TEST_F(Papers, HoldLongNamesAndWideNumbers) {
    Invoice wide = samples::invoice(
        {{.name =
              std::string(
                  "Kundenspezifische Hochleistungskaffeemaschine mit Donaudampfschifffahrtsgesellschafts") +
              "kapitänsmützenhalterung und zweiter Brühgruppe",
          .quantity = Decimal(1234567, 3),
          .unitPrice = Decimal(12345678912, 2)},
         {.name = "Zucker", .quantity = Decimal(25, 1), .unitPrice = Decimal(987654321)},
         {.name = "Pfand", .quantity = Decimal(-4), .unitPrice = Decimal(25)}},
        {.currency = Currency::of("USD"),
         .pricesIncludeTax = false,
         .discount = 123456,
         .exchangeRate = Decimal(10842, 4)});
    wide.buyer.name = "Gesellschaft für außerordentlich lange Firmennamen und deren ordnungsgemäße "
                      "Darstellung mbH & Co. KG";
    wide.lines[0].description = "Baujahr 2026, mit Wasseranschluss\nZweite Zeile der Beschreibung";
    wide.lines[1].unit = "KGM";
    compare("wide-de", sheet(wide, "de"));
    wide.isTicket = true;
    compare("wide-ticket-en", drawTicket(composeInvoice(wide, book().in("en"), "en", {}, true)));
}

TEST_F(Papers, ReadFromTheRightWhereTheTextDoes) {
    Invoice arabic = samples::invoice(
        {{.name = "قهوة عربية محمصة (1 كغ)", .quantity = Decimal(2), .unitPrice = Decimal(1999)},
         {.name = "咖啡豆 一公斤 コーヒー豆 커피콩", .unitPrice = Decimal(3000)}},
        {.currency = Currency::of("TND"), .pricesIncludeTax = false, .exchangeRate = Decimal(33, 1)});
    arabic.buyer.name = "شركة النور للتجارة";
    arabic.buyer.address = {"شارع الحبيب بورقيبة 12", std::nullopt, "1000", "تونس", std::nullopt, "TN"};
    arabic.note = "شكرا لكم";
    for (const char* language : {"en", "fr", "de"}) {
        compare(std::string("arabic-") + language, sheet(arabic, language));
    }
    Invoice francs = shortInvoice({.currency = Currency::of("XOF"), .exchangeRate = Decimal(655957, 3)});
    francs.buyer.address.country = "CI";
    compare("xof-fr", sheet(francs, "fr"));
}

TEST_F(Papers, WearTheLogoColourAndWordsOfTheCompany) {
    Look look;
    look.accent = "#7a1f3d";
    look.logo = logo();
    look.introduction = "Thank you for your order. We are glad to deliver as follows.";
    look.footer = "Registered office: 3 rue du Port, 59800 Lille · Capital 10 000 €";
    compare("look-en", drawSheet(composeInvoice(shortInvoice(), book().in("en"), "en", look, false)));
}

/// Peak memory of this process in kilobytes since the peak was last reset.
long peakMemory() {
    std::ifstream status("/proc/self/status");
    std::string word;
    long kilobytes = 0;
    while (status >> word && word != "VmHWM:") {
    }
    status >> kilobytes;
    return kilobytes;
}

TEST(LongPapers, StaySmallInMemory) {
    std::vector<samples::Agreed> lines;
    for (int i = 0; i < 5000; ++i) {
        lines.push_back({.name = "Arabica beans no. " + std::to_string(i), .quantity = Decimal(i % 9 + 1)});
    }
    const Invoice invoice = samples::invoice(lines, {.pricesIncludeTax = false});
    const auto write = [&](const Invoice& one) {
        const Paper paper = composeInvoice(one, book().in("en"), "en", {}, false);
        return archivePdf(drawSheet(paper), {paper.title, paper.senderName, "en", paper.madeAt},
                          EmbeddedInvoice{writeCii(one, Profile::FacturX)})
            .size();
    };
    write(samples::invoice({{}})); // fonts and formats are loaded once
    std::ofstream("/proc/self/clear_refs") << 5;
    const long before = peakMemory();
    const std::size_t bytes = write(invoice);
    const long grown = peakMemory() - before;
    RecordProperty("kilobytes", std::to_string(grown));
    EXPECT_GT(bytes, 100'000U);
#ifdef __SANITIZE_ADDRESS__
    constexpr long Limit = 1024 * 1024; // freed memory stays in quarantine
#else
    constexpr long Limit = 128 * 1024; // most of it the structure: each cell is an element
#endif
    EXPECT_LT(grown, Limit);
    std::cout << "5,000 lines: " << grown << " KiB more, a file of " << bytes / 1024 << " KiB\n";
}

} // namespace
} // namespace svc::documents
