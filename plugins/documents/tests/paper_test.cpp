#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "domain/wording.hpp"
#include "pdf/archive.hpp"
#include "pdf/compose.hpp"
#include "pdf/reader_form.hpp"
#include "tests/samples.hpp"
#include "xml/formats.hpp"

namespace svc::documents {
namespace {

const WordingBook& book() {
    static const WordingBook read(SVC_DOCUMENTS_DATA "/wording");
    return read;
}

TEST(Wording, HasEveryTextInEveryLanguage) {
    const std::vector<std::string> english = book().in("en").keys();
    for (const auto& [language, wording] : book().all()) {
        EXPECT_EQ(wording.keys(), english) << language;
    }
}

TEST(Papers, LookAtThem) {
    const char* folder = std::getenv("SVC_PAPERS");
    if (folder == nullptr) {
        GTEST_SKIP() << "SVC_PAPERS names the folder for papers to look at";
    }
    std::vector<samples::Agreed> lines;
    for (int i = 0; i < 60; ++i) {
        lines.push_back({.name = "Arabica beans no. " + std::to_string(i),
                         .quantity = Decimal(i + 1),
                         .discount = i % 7 == 0 ? 100 : 0});
    }
    for (const char* language : {"en", "fr", "de"}) {
        for (const auto& [name, invoice] :
             {std::pair{"short", samples::invoice(
                                     {{.quantity = Decimal(2), .unitPrice = Decimal(12000), .discount = 2400},
                                      {.name = "Beans 日本語 العربية Ελληνικά",
                                      .unitPrice = Decimal(1603),
                                      .taxRate = Decimal::parse("5.5").value()}},
                                     {.discount = 1500, .paid = false})},
              std::pair{"long", samples::invoice(lines, {.pricesIncludeTax = false})}}) {
            const Paper paper = composeInvoice(invoice, book().in(language), language, {}, false);
            const std::string pdf =
                archivePdf(drawSheet(paper),
                           {paper.title + " " + paper.number, paper.senderName, language, paper.madeAt},
                           EmbeddedInvoice{writeCii(invoice, Profile::FacturX)});
            std::ofstream(std::string(folder) + "/" + name + "-" + language + ".pdf", std::ios::binary)
                << pdf;
        }
    }
    const Invoice invoice = samples::invoice(
        {{}, {.name = "Croissant", .quantity = Decimal(3), .unitPrice = Decimal(120)}}, {.paid = true});
    const Paper paper = composeInvoice(invoice, book().in("fr"), "fr", {}, true);
    std::ofstream(std::string(folder) + "/ticket.pdf", std::ios::binary) << drawTicket(paper);
}

} // namespace
} // namespace svc::documents
