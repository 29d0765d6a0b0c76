#include "public_document/rules/page.hpp"

#include <gmock/gmock.h>

namespace svc::storefront {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string pageOf(const ShownDocument& document, const std::string& language, const std::string& country) {
    static const paper::WordingBook book(SVC_PAPER_WORDS);
    const Json seller = Json::parse(
        R"({"name":"Lumière","legalName":"Lumière Ltd","address":{"line1":"1 Main St","line2":null,"postalCode":"10001","city":"New York","region":"NY","country":null},"vatNumber":"12-3456789","email":null,"phone":null})");
    return documentPage({.seller = seller, .document = document},
                        {.language = language,
                         .homeCountry = country,
                         .say = book.in(language, country),
                         .form = paper::ReaderForm::of(language, "", country)},
                        "token");
}

/// Two lines of 190 and 120 without tax, a document discount of 10, at 20 percent.
ShownDocument netDocument() {
    return {.number = "INV-1",
            .kind = ShownKind::Invoice,
            .status = "active",
            .date = Date::parse("2026-11-27").value(),
            .dueDate = Date::parse("2026-12-27"),
            .customer = "Hotel",
            .currency = Currency::parse("GBP").value(),
            .lines = {{.label = "Desk",
                       .description = "Oak\nwith drawers",
                       .quantity = Decimal(2),
                       .unit = "C62",
                       .unitPrice = Decimal(10000),
                       .discountPercent = Decimal(5),
                       .taxCategory = "S",
                       .taxRate = Decimal(20),
                       .total = 22065},
                      {.label = "Work",
                       .quantity = Decimal::parse("1.5").value(),
                       .unit = "HUR",
                       .unitPrice = Decimal(8000),
                       .taxCategory = "S",
                       .taxRate = Decimal(20),
                       .total = 13935}},
            .taxes = {{.category = "S", .rate = Decimal(20), .net = 30000, .tax = 6000}},
            .subtotal = 30000,
            .discountTotal = 2000,
            .taxTotal = 6000,
            .total = 36000,
            .payments = ShownPayments{.status = "unpaid", .balance = 36000},
            .note = "Thank you\nSee you"};
}

TEST(DocumentPage, ShowsTheAmountsOfThePaper) {
    const std::string html = pageOf(netDocument(), "en", "GB");
    for (const char* part :
         {"2 × £100.00", "Discount 5%", "£190.00", "1.5\u00A0h × £80.00", "£120.00",
          "<td>Subtotal</td><td class=\"price\">£310.00", "<td>Discount</td><td class=\"price\">-£10.00",
          "<td>Total without VAT</td><td class=\"price\">£300.00",
          "<td>VAT 20%</td><td class=\"price\">£60.00", "£360.00", "27 Dec 2026",
          "class=\"soft text\">Oak\nwith drawers", "class=\"card text\">Thank you\nSee you"}) {
        EXPECT_THAT(html, HasSubstr(part));
    }
    EXPECT_THAT(html, Not(HasSubstr("£220.65")));
}

TEST(DocumentPage, TellsWhatIsOnItsWay) {
    static const paper::WordingBook book(SVC_PAPER_WORDS);
    PublicDocument shown{.seller = Json::object(), .document = netDocument()};
    const auto html = [&] {
        return documentPage(shown,
                            {.language = "en",
                             .homeCountry = "GB",
                             .say = book.in("en", "GB"),
                             .form = paper::ReaderForm::of("en", "", "GB")},
                            "token");
    };
    EXPECT_THAT(html(), Not(HasSubstr("on its way")));
    shown.onItsWay = 36000;
    EXPECT_THAT(html(), HasSubstr("role=\"status\">Paid, and on its way to us: £360.00</p>"));
}

TEST(DocumentPage, IsInTheWordsAndFormsOfThePapersOfItsSeller) {
    ShownDocument document = netDocument();
    document.kind = ShownKind::Ticket;
    document.currency = Currency::parse("USD").value();
    document.taxes = {{.category = "O", .rate = Decimal(0), .net = 30000, .tax = 0}};
    const std::string american = pageOf(document, "en", "US");
    for (const char* part : {"Nov 27, 2026", "New York, NY 10001", "Not taxable", "Tax ID 12-3456789"}) {
        EXPECT_THAT(american, HasSubstr(part));
    }
    EXPECT_THAT(american, Not(HasSubstr("Dec 27, 2026"))) << "a receipt falls due on no day";
    document.total = 123456750;
    document.currency = Currency::parse("CHF").value();
    EXPECT_THAT(pageOf(document, "de", "CH"), HasSubstr("1’234’567.50"));
}

} // namespace
} // namespace svc::storefront
