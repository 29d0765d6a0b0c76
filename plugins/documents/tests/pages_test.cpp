// The texts on each kind of document.
#include <algorithm>

#include "tests/papers.hpp"

namespace svc::documents {
namespace {

TEST_F(Papers, SayAtTheTopWhatIsDueAndWhen) {
    const std::string text = textOf(sheet(shortInvoice(), "en"));
    const std::size_t due = text.find("€232.03 due on 20 Dec 2026");
    ASSERT_NE(due, std::string::npos) << text;
    EXPECT_LT(due, text.find("Coffee machine C2"));
    Invoice undated = shortInvoice();
    undated.dueDate.reset();
    EXPECT_NE(textOf(sheet(undated, "fr")).find("à payer\n"), std::string::npos);
    EXPECT_EQ(textOf(sheet(shortInvoice({.credit = true}), "en")).find(" due"), std::string::npos);
}

TEST_F(Papers, AskNothingOfWhoOwesNothing) {
    Invoice invoice = shortInvoice();
    for (const auto& [standing, mark] : {std::pair(Standing::Paid, "PAID"), std::pair(Standing::Void, "VOID"),
                                         std::pair(Standing::Credited, "CREDITED")}) {
        invoice.standing = standing;
        const Paper paper = composeInvoice(invoice, book().in("en"), "en", {}, false);
        EXPECT_EQ(paper.mark, mark);
        EXPECT_FALSE(paper.qr);
        const std::string text = textOf(drawSheet(paper));
        EXPECT_NE(text.find(mark), std::string::npos) << text;
        EXPECT_EQ(text.find("Please pay"), std::string::npos) << text;
        EXPECT_EQ(text.find("FR76"), std::string::npos) << text;
        EXPECT_EQ(text.find("due on"), std::string::npos) << text;
        compare("marked-" + std::string(mark), drawSheet(paper));
    }
    EXPECT_EQ(composeInvoice(shortInvoice(), book().in("en"), "en", {}, false).mark, "");
    EXPECT_NE(textOf(drawTicket(composeInvoice(
                         [&] {
                             invoice.standing = Standing::Void;
                             return invoice;
                         }(),
                         book().in("en"), "en", {}, true)))
                  .find("VOID"),
              std::string::npos);
}

TEST_F(Papers, TellTheCurrentStateInACopyThatSaysSo) {
    Invoice invoice = shortInvoice();
    invoice.current = CurrentState{Date::of(2026, 11, 30).value(), 1000, 5000, 17203};
    const Paper paper = composeInvoice(invoice, book().in("en"), "en", {}, false);
    const std::string text = textOf(drawSheet(paper));
    for (const char* part :
         {"Copy: state on 30 Nov 2026", "€172.03 due on 20 Dec 2026", "-€10.00", "€50.00"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
    ASSERT_TRUE(paper.qr);
    EXPECT_NE(paper.qr->payload.find("EUR172.03\n"), std::string::npos);
    compare("current-en", drawSheet(paper));
}

TEST_F(Papers, TellProfessionalsOfAFrenchSellerWhatLatenessCosts) {
    Invoice invoice = shortInvoice();
    invoice.seller.address.country = "FR";
    EXPECT_EQ(textOf(sheet(invoice, "fr")).find("recouvrement"), std::string::npos) << "a consumer";
    invoice.buyer.professional = true;
    const std::string text = textOf(sheet(invoice, "fr"));
    EXPECT_NE(text.find("Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("majoré de 10 points"), std::string::npos) << text;
    compare("professionals-fr", sheet(invoice, "fr"));
    invoice.seller.address.country = "DE";
    EXPECT_EQ(textOf(sheet(invoice, "fr")).find("recouvrement"), std::string::npos) << "a German seller";
}

TEST(ExemptionNote, PutsCodesOfLawInWords) {
    const auto note = [](const char* code, const char* language) {
        return exemptionNote({.taxCategory = "E", .taxRate = {}, .exemptionText = {}, .exemptionCode = code},
                             book().in(language));
    };
    EXPECT_EQ(note("VATEX-EU-132", "de"), "Steuerfrei: Artikel 132 der Richtlinie 2006/112/EG");
    EXPECT_EQ(note("VATEX-EU-143-1FA", "en"), "Exempt from VAT: article 143 (1) (fa), Directive 2006/112/EC");
    EXPECT_EQ(note("VATEX-EU-148-C", "fr"),
              "Exonération de TVA\u00A0: article 148 (c) de la directive 2006/112/CE");
    EXPECT_EQ(note("VATEX-FR-CGI261C-1", "fr"), "Exonération de TVA\u00A0: article 261 C-1 du CGI");
    EXPECT_EQ(note("VATEX-FR-FRANCHISE", "fr"), "TVA non applicable, article 293 B du CGI.");
    EXPECT_EQ(note("VATEX-EU-F", "de"), "Gebrauchtgegenstände/Sonderregelung.");
    EXPECT_EQ(note("VATEX-EU-D", "en"), "Exempt from VAT: VATEX-EU-D");
}

TEST(ExemptionNote, IsTheTextOfTheSaleElseThatOfTheCategory) {
    const Wording& say = book().in("en");
    EXPECT_EQ(exemptionNote(
                  {.taxCategory = "E", .taxRate = {}, .exemptionText = "Art. 261", .exemptionCode = {}}, say),
              "Exempt from VAT: Art. 261");
    EXPECT_EQ(
        exemptionNote(
            {.taxCategory = "E", .taxRate = {}, .exemptionText = "Art. 261", .exemptionCode = "VATEX-EU-132"},
            say),
        "Exempt from VAT: article 132, Directive 2006/112/EC; Art. 261");
    EXPECT_EQ(
        exemptionNote({.taxCategory = "G", .taxRate = {}, .exemptionText = {}, .exemptionCode = "VATEX-EU-G"},
                      say),
        say["note_G"]);
    EXPECT_EQ(
        exemptionNote({.taxCategory = "S", .taxRate = Decimal(20), .exemptionText = {}, .exemptionCode = {}},
                      say),
        "");
}

TEST_F(Papers, OfGermanSellersTellEveryDayOfDelivery) {
    Invoice invoice = shortInvoice();
    ASSERT_EQ(invoice.deliveredOn, invoice.date);
    EXPECT_EQ(textOf(sheet(invoice, "de")).find("Lieferung/Leistung am"), std::string::npos);
    invoice.seller.address.country = "DE";
    EXPECT_NE(textOf(sheet(invoice, "de")).find("Lieferung/Leistung am"), std::string::npos);
    invoice.deliveredOn.reset();
    EXPECT_EQ(textOf(sheet(invoice, "de")).find("Lieferung/Leistung am"), std::string::npos);
}

TEST_F(Papers, DoNotSayThatUntaxedPricesIncludeTax) {
    const std::string text =
        textOf(sheet(samples::invoice({{.taxCategory = "K", .taxRate = Decimal(0)}}), "en"));
    EXPECT_EQ(text.find("incl."), std::string::npos) << text;
    EXPECT_NE(textOf(sheet(shortInvoice(), "en")).find("incl."), std::string::npos);
}

TEST_F(Papers, WriteTheNameOnceWhereTheLogoSaysIt) {
    Look look;
    look.logo = logo();
    const Invoice invoice = shortInvoice();
    EXPECT_EQ(countOn(textOf(drawSheet(composeInvoice(invoice, book().in("en"), "en", look, false))),
                      invoice.seller.brand),
              0);
    EXPECT_EQ(countOn(textOf(sheet(invoice, "en")), invoice.seller.brand), 1);
}

TEST_F(Papers, WriteTheNameWhereTheLogoCannotBeRead) {
    Look look;
    look.logo = "no picture";
    const Invoice invoice = shortInvoice();
    EXPECT_EQ(countOn(textOf(drawSheet(composeInvoice(invoice, book().in("en"), "en", look, false))),
                      invoice.seller.brand),
              1);
}

TEST_F(Papers, DrawNoPictureThatIsTooLargeOrNotWhole) {
    EXPECT_TRUE(PngImage(blackPng(4000, 1000)));
    EXPECT_TRUE(PngImage(blackPng(2000, 2000)));
    EXPECT_FALSE(PngImage(blackPng(4001, 1)));
    EXPECT_FALSE(PngImage(blackPng(1, 4001)));
    EXPECT_FALSE(PngImage(blackPng(2001, 2000)));
    const std::string whole = logo();
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{8}, std::size_t{24}, whole.size() / 2, whole.size() - 1}) {
        EXPECT_FALSE(PngImage(whole.substr(0, length))) << length;
    }
}

TEST_F(Papers, OfAnAmericanSellerAreLetterInTheirOwnWords) {
    Invoice invoice = shortInvoice({.currency = Currency::of("USD")});
    invoice.seller.address = {"1 Main St", std::nullopt, "94105", "San Francisco", "CA", "US"};
    const Drawing pdf = drawSheet(composeInvoice(invoice, book().in("en", "US"), "en", {}, false));
    EXPECT_NE(pdf.pdf.find("612 792"), std::string::npos);
    const std::string text = textOf(pdf);
    for (const char* part : {"Sales tax", "Nov 20, 2026", "$232.03 due on Dec 20, 2026",
                             "San Francisco, CA 94105", "Bill to", "Account"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
    EXPECT_EQ(text.find("VAT"), std::string::npos) << text;
    EXPECT_EQ(text.find("IBAN"), std::string::npos) << text;
    compare("letter-en", pdf);
}

TEST_F(Papers, OfADeliveryNameTheInvoiceAndWhatRemains) {
    Invoice note = shortInvoice();
    note.lines[0].remaining = Decimal(7);
    OtherFacts facts;
    facts.kind = Kind::DeliveryNote;
    facts.invoiceNumber = "INV-2026-000777";
    const std::string text = textOf(drawSheet(composeOther(note, facts, book().in("en"), "en", {})));
    EXPECT_NE(text.find("INV-2026-000777"), std::string::npos) << text;
    EXPECT_NE(text.find("Still to deliver"), std::string::npos) << text;
    const std::size_t line = text.find("Coffee machine C2");
    EXPECT_NE(text.substr(line, text.find('\n', line) - line).find(" 7"), std::string::npos) << text;
}

TEST_F(Papers, OfAnOrderNameThePlaceAndDayOfDelivery) {
    Invoice order = shortInvoice();
    order.deliverPlace = "Boutique Vieux-Lille";
    order.deliverTo = Address{"9 rue Basse", std::nullopt, "59800", "Lille", std::nullopt, "FR"};
    OtherFacts facts;
    facts.kind = Kind::PurchaseOrder;
    facts.until = Date::of(2026, 11, 28);
    const Paper paper = composeOther(order, facts, book().in("en"), "en", {});
    const std::pair<std::string, std::string> place = {"Deliver to",
                                                       "Boutique Vieux-Lille\n9 rue Basse\n59800 Lille"};
    EXPECT_NE(std::find(paper.facts.begin(), paper.facts.end(), place), paper.facts.end());
    const std::string text = textOf(drawSheet(paper));
    EXPECT_NE(text.find("9 rue Basse"), std::string::npos) << text;
    EXPECT_NE(text.find("28 Nov 2026"), std::string::npos) << text;
    compare("order-place-en", drawSheet(paper));
}

TEST_F(Papers, OfAnAccountAgeWhatIsOpenAndSayHowToPay) {
    const Paper paper = composeStatement(shortInvoice(), account(), book().in("en"), "en", {});
    ASSERT_EQ(paper.taxRows.size(), 5U);
    EXPECT_EQ(paper.taxRows[0].cells, (std::vector<std::string>{"Not yet due", "0.00"}));
    EXPECT_EQ(paper.taxRows[1].cells, (std::vector<std::string>{"1–30 days late", "176.00"}));
    EXPECT_EQ(paper.taxRows[2].cells[1], "0.00");
    EXPECT_EQ(paper.taxRows[3].cells[1], "0.00");
    EXPECT_EQ(paper.taxRows[4].cells, (std::vector<std::string>{"More than 90 days late", "12.00"}));
    const std::string text = textOf(drawSheet(paper));
    EXPECT_NE(text.find("20 Dec 2026"), std::string::npos) << "the due date of what is open:\n" << text;
    EXPECT_NE(text.find("FR76 3000"), std::string::npos) << text;
    ASSERT_TRUE(paper.qr);
    EXPECT_NE(paper.qr->payload.find("EUR188.00\n"), std::string::npos);
}

TEST_F(Papers, OfAnAccountHoldLargeAmountsInOneLine) {
    Statement large = account();
    for (StatementLine& line : large.lines) {
        line = {line.date, line.kind, line.document, 10'000'000'000, 10'000'000'001, 10'000'000'002};
    }
    const std::string text =
        textOf(drawSheet(composeStatement(shortInvoice(), large, book().in("en"), "en", {})));
    for (const char* part : {"100,000,000.00", "100,000,000.01", "100,000,000.02"}) {
        EXPECT_EQ(countOn(text, part), 3) << part << " is not in\n" << text;
    }
}

TEST_F(Papers, OfATillTellTheTimeAndHowItWasPaid) {
    Invoice sale = shortInvoice({.paid = true});
    sale.isTicket = true;
    sale.soldAt = Instant::parse("2026-11-20T09:30:00.000Z");
    sale.timeZone = "Europe/Paris";
    sale.received = {{"card", 20000}, {"cash", 3203}};
    const std::string text = textOf(drawTicket(composeInvoice(sale, book().in("fr"), "fr", {}, true)));
    for (const char* part : {"10:30", "Carte", "200,00", "Espèces", "32,03"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
    compare("till-fr", drawTicket(composeInvoice(sale, book().in("fr"), "fr", {}, true)));
}

} // namespace
} // namespace svc::documents
