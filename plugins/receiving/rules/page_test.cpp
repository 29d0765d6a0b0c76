#include "rules/page.hpp"

#include <gtest/gtest.h>

namespace svc::receiving {
namespace {

einvoice::ReceivedInvoice sample() {
    einvoice::ReceivedInvoice received;
    einvoice::Invoice& invoice = received.invoice;
    invoice.number = "BN-7781";
    invoice.date = Date::parse("2026-11-20").value();
    invoice.currency = Currency::of("EUR");
    invoice.seller.name = "Brûlerie <script>alert(1)</script>";
    invoice.seller.address.line1 = "Roastery, Lyon";
    invoice.seller.address.country = "FR";
    einvoice::Line line;
    line.name = "Arabica \"1 kg\"";
    line.quantity = Decimal::parse("1.5").value();
    line.unit = "KGM";
    line.netPrice = Decimal(6667);
    line.netAmount = 10000;
    line.taxCategory = "S";
    line.taxRate = Decimal(20);
    invoice.lines.push_back(line);
    invoice.taxes.push_back({.taxCategory = "S",
                             .taxRate = Decimal(20),
                             .taxable = 10000,
                             .tax = 2000,
                             .exemptionText = {},
                             .exemptionCode = {}});
    invoice.totals = {.lines = 10000, .withoutTax = 10000, .tax = 2000, .withTax = 12000, .due = 12000};
    return received;
}

std::string pageOf(const std::string& language, const std::vector<einvoice::Finding>& findings = {},
                   const einvoice::ReceivedInvoice& received = sample()) {
    static const paper::WordingBook book(SVC_PAPER_WORDS);
    return invoicePage(received, findings,
                       {.language = language,
                        .homeCountry = "FR",
                        .say = book.in(language, "FR"),
                        .form = paper::ReaderForm::of(language, "FR")});
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Page, ShowsTheInvoiceInTheLanguageOfTheReader) {
    for (const char* part : {"<h1>Invoice BN-7781</h1>", "€120.00", "20 Nov 2026", "Roastery, Lyon<"}) {
        EXPECT_TRUE(has(pageOf("en"), part)) << part << '\n' << pageOf("en");
    }
    for (const char* part : {"<h1>Facture BN-7781</h1>", "120,00\u00A0€", "20 nov. 2026", "1,5\u00A0kg"}) {
        EXPECT_TRUE(has(pageOf("fr"), part)) << part << '\n' << pageOf("fr");
    }
    EXPECT_TRUE(has(pageOf("de"), "<h1>Rechnung BN-7781</h1>"));
    EXPECT_TRUE(has(pageOf("pt"), "<h1>Invoice BN-7781</h1>"));
}

TEST(Page, ShowsTheRounding) {
    EXPECT_FALSE(has(pageOf("en"), "Rounding"));
    einvoice::ReceivedInvoice received = sample();
    received.invoice.totals.rounding = 3;
    received.invoice.totals.due = 12003;
    EXPECT_TRUE(has(pageOf("en", {}, received), "Rounding</td><td class=\"n\">€0.03<"));
    EXPECT_TRUE(has(pageOf("de", {}, received), "Rundung"));
}

TEST(Page, TellsACreditNoteByItsKind) {
    einvoice::ReceivedInvoice received = sample();
    received.creditNote = true;
    EXPECT_TRUE(has(pageOf("en", {}, received), "<h1>Credit note BN-7781</h1>"));
}

TEST(Page, EscapesWhatTheSellerWrote) {
    const std::string page = pageOf("en");
    EXPECT_FALSE(has(page, "<script>"));
    EXPECT_TRUE(has(page, "&lt;script&gt;"));
    EXPECT_TRUE(has(page, "Arabica &quot;1 kg&quot;"));
}

TEST(Page, TellsWhatWasFound) {
    const std::string page =
        pageOf("en", {{.rule = "BR-CO-15", .field = "total", .message = "The total is wrong."}});
    EXPECT_TRUE(has(page, "<li class=\"error\">BR-CO-15: The total is wrong.</li>"));
    EXPECT_FALSE(has(pageOf("en"), "Findings"));
}

} // namespace
} // namespace svc::receiving
