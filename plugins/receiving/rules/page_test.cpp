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
    einvoice::Line line;
    line.name = "Arabica \"1 kg\"";
    line.quantity = Decimal(10);
    line.netPrice = Decimal(1000);
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

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Page, ShowsTheInvoiceInTheLanguageOfTheReader) {
    EXPECT_TRUE(has(invoicePage(sample(), {}, "en"), "<h1>Invoice BN-7781</h1>"));
    EXPECT_TRUE(has(invoicePage(sample(), {}, "fr"), "<h1>Facture BN-7781</h1>"));
    EXPECT_TRUE(has(invoicePage(sample(), {}, "de-AT"), "<h1>Rechnung BN-7781</h1>"));
    EXPECT_TRUE(has(invoicePage(sample(), {}, "pt"), "<h1>Invoice BN-7781</h1>"));
    EXPECT_TRUE(has(invoicePage(sample(), {}, "en"), "120.00 EUR"));
}

TEST(Page, EscapesWhatTheSellerWrote) {
    const std::string page = invoicePage(sample(), {}, "en");
    EXPECT_FALSE(has(page, "<script>"));
    EXPECT_TRUE(has(page, "&lt;script&gt;"));
    EXPECT_TRUE(has(page, "Arabica &quot;1 kg&quot;"));
}

TEST(Page, TellsWhatWasFound) {
    const std::string page = invoicePage(
        sample(), {{.rule = "BR-CO-15", .field = "total", .message = "The total is wrong."}}, "en");
    EXPECT_TRUE(has(page, "<li class=\"error\">BR-CO-15: The total is wrong.</li>"));
    EXPECT_FALSE(has(invoicePage(sample(), {}, "en"), "Findings"));
}

} // namespace
} // namespace svc::receiving
