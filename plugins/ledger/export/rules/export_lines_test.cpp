#include "export/rules/export_lines.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace svc::ledger {
namespace {

using accounting::BookLine;

BookLine sale() {
    BookLine line;
    line.number = 4;
    line.journal = "VE";
    line.journalLabel = "Ventes";
    line.date = line.documentDate = Date::of(2025, 1, 12).value();
    line.label = "Facture INV-2025-0001";
    line.documentKind = "sale";
    line.documentId = "sal_1";
    line.documentNumber = "INV-2025-0001";
    return line;
}

std::string exported(const BookLine& line, std::string_view currency) {
    std::string out;
    appendExportLine(out, line, Currency::of(currency));
    return out;
}

TEST(ExportLinesTest, CurrenciesWithoutDecimalsHaveNoCents) {
    BookLine line = sale();
    line.account = {"7011", "Ventes de marchandises - dans la Région"};
    line.credit = 600000;
    EXPECT_EQ(
        exported(line, "XOF"),
        "000004,2025-01-12,VE,Ventes,7011,Ventes de marchandises - dans la Région,,,INV-2025-0001,2025-01-12,"
        "Facture INV-2025-0001,0,600000,XOF,,,,,sale,sal_1\r\n");
}

TEST(ExportLinesTest, CentsHaveADecimalPointAndPartnersTheirNames) {
    BookLine line = sale();
    line.account = {"411", "Clients"};
    line.debit = 1250;
    static const accounting::BookPartner partner{"par_1", "Atelier Ébène", 1};
    line.partner = &partner;
    EXPECT_EQ(exported(line, "EUR"),
              "000004,2025-01-12,VE,Ventes,411,Clients,par_1,Atelier Ébène,INV-2025-0001,"
              "2025-01-12,Facture INV-2025-0001,12.50,0.00,EUR,,,,,sale,sal_1\r\n");
}

TEST(ExportLinesTest, ForeignAmountsShowTheirRateInUnitsForOneOfTheCompany) {
    BookLine line = sale();
    line.debit = 40000;
    line.foreignAmount = 50000;
    line.foreignCurrency = Currency::of("USD");
    EXPECT_NE(exported(line, "EUR").find(",400.00,0.00,EUR,500.00,USD,1.25,"), std::string::npos);
}

TEST(ExportLinesTest, WordsOfAnEntryCannotBecomeFormulas) {
    BookLine line = sale();
    line.label = "=HYPERLINK(\"x\")";
    line.debit = 1;
    EXPECT_NE(exported(line, "EUR").find("\"'=HYPERLINK(\"\"x\"\")\""), std::string::npos);
}

TEST(ExportLinesTest, TheHeaderHasAsManyFieldsAsALine) {
    const std::string text = exported(sale(), "EUR");
    const std::string_view header = exportHeader();
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(text.begin(), text.end(), ','));
}

} // namespace

} // namespace svc::ledger
