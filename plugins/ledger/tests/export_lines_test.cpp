#include "domain/export_lines.hpp"

#include <gtest/gtest.h>

namespace svc::ledger {
namespace {

BookedEntry sale() {
    BookedEntry booked;
    booked.number = 4;
    booked.entry.journal = "VE";
    booked.entry.date = Date::of(2025, 1, 12).value();
    booked.entry.documentDate = booked.entry.date;
    booked.entry.label = "Facture INV-2025-0001";
    booked.entry.documentKind = "sale";
    booked.entry.documentId = "sal_1";
    booked.entry.documentNumber = "INV-2025-0001";
    return booked;
}

std::string exported(const BookedEntry& booked, const EntryLine& line, std::string_view currency,
                     std::string_view chart = "SYSCOHADA") {
    std::string out;
    appendExportLine(out, booked, line, line.partnerId ? "Atelier Ébène" : "",
                     {charts().find(chart), Currency::of(currency), "fr"});
    return out;
}

TEST(ExportLinesTest, CurrenciesWithoutDecimalsHaveNoCents) {
    EntryLine line;
    line.role = "sales_goods";
    line.credit = 600000;
    EXPECT_EQ(
        exported(sale(), line, "XOF"),
        "000004,2025-01-12,VE,Ventes,7011,Ventes de marchandises - dans la Région,,,INV-2025-0001,2025-01-12,"
        "Facture INV-2025-0001,0,600000,XOF,,,,,sale,sal_1\r\n");
}

TEST(ExportLinesTest, CentsHaveADecimalPointAndPartnersTheirNames) {
    EntryLine line;
    line.role = "customer";
    line.debit = 1250;
    line.partnerId = Uuid();
    EXPECT_EQ(
        exported(sale(), line, "EUR", "PCG"),
        "000004,2025-01-12,VE,Ventes,411,Clients,par_00000000000000000000000000,Atelier Ébène,INV-2025-0001,"
        "2025-01-12,Facture INV-2025-0001,12.50,0.00,EUR,,,,,sale,sal_1\r\n");
}

TEST(ExportLinesTest, ForeignAmountsShowTheirRateInUnitsForOneOfTheCompany) {
    EntryLine line;
    line.role = "bank_foreign";
    line.debit = 40000;
    line.foreignAmount = 50000;
    line.foreignCurrency = Currency::of("USD");
    EXPECT_NE(exported(sale(), line, "EUR").find(",400.00,0.00,EUR,500.00,USD,1.25,"), std::string::npos);
}

TEST(ExportLinesTest, AnAccountOfTheLineStandsBeforeThatOfTheRole) {
    EntryLine line;
    line.role = "expense_other";
    line.debit = 100;
    line.accounts = Json::object({{"PCG", "615"}, {"PCMN", ""}});
    EXPECT_NE(exported(sale(), line, "EUR", "PCG").find(",615,"), std::string::npos);
    EXPECT_NE(exported(sale(), line, "EUR", "PCMN").find(",644,"), std::string::npos);
    EXPECT_NE(exported(sale(), line, "EUR", "SYSCOHADA").find(",6588,"), std::string::npos);
}

TEST(ExportLinesTest, WordsOfAnEntryCannotBecomeFormulas) {
    BookedEntry booked = sale();
    booked.entry.label = "=HYPERLINK(\"x\")";
    EntryLine line;
    line.role = "customer";
    line.debit = 1;
    EXPECT_NE(exported(booked, line, "EUR").find("\"'=HYPERLINK(\"\"x\"\")\""), std::string::npos);
}

TEST(ExportLinesTest, TheHeaderHasAsManyFieldsAsALine) {
    EntryLine line;
    line.role = "customer";
    line.debit = 1;
    const std::string text = exported(sale(), line, "EUR", "PCG");
    const std::string_view header = exportHeader();
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(text.begin(), text.end(), ','));
}

} // namespace
} // namespace svc::ledger
