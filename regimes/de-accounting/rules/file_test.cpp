#include <gtest/gtest.h>

#include "rules/file.hpp"

namespace svc::de_accounting {
namespace {

Batch batch() {
    Batch batch;
    batch.created = *Instant::parse("2025-05-01T08:30:00.000Z");
    batch.consultant = "29098";
    batch.client = "55003";
    batch.yearStart = batch.from = Date::of(2025, 1, 1).value();
    batch.to = Date::of(2025, 4, 30).value();
    batch.label = "Buchungsstapel 2025-01";
    batch.currency = "EUR";
    batch.chart = "03";
    return batch;
}

Posting posting() {
    Posting posting;
    posting.amount = 64260;
    posting.account = "10001";
    posting.contra = "8400";
    posting.date = Date::of(2025, 1, 10).value();
    posting.document = "INV-2025-0001";
    posting.text = "Rechnung \"Müller\"";
    posting.entry = "5/1";
    return posting;
}

std::string written(const Posting& posting) {
    std::string out;
    appendPosting(out, posting, batch());
    return out;
}

TEST(DatevFile, TheHeaderHasItsFieldsAndTheHeadingsTheirNames) {
    const std::string head = fileHead(batch());
    const std::string first = head.substr(0, head.find("\r\n"));
    EXPECT_EQ(first,
              "\"EXTF\";700;21;\"Buchungsstapel\";13;20250501083000000;;\"SV\";\"svc\";\"\";29098;55003;"
              "20250101;4;20250101;20250430;\"Buchungsstapel 2025-01\";\"\";1;0;0;\"EUR\";;\"\";;;\"03\";;;"
              "\"\";\"\"");
    const std::string second = head.substr(first.size() + 2);
    EXPECT_EQ(std::count(second.begin(), second.end(), ';'), 124);
    EXPECT_EQ(second.find("Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;"), 0U);
    EXPECT_NE(second.find(";Zusatzinformation- Inhalt 1;"), std::string::npos);
}

TEST(DatevFile, APostingHasAllItsFields) {
    const std::string line = written(posting());
    EXPECT_EQ(std::count(line.begin(), line.end(), ';'), 124);
    EXPECT_EQ(line.find("642,60;\"S\";\"\";;;\"\";10001;8400;\"\";1001;\"INV-2025-0001\";\"\";;\"Rechnung "
                        "\"\"M\xFCller\"\"\";"),
              0U)
        << line;
    EXPECT_EQ(line.substr(line.size() - 2), "\r\n");
}

TEST(DatevFile, ForeignMoneyHasItsRateWhereTheFormatCanSayIt) {
    Posting foreign = posting();
    foreign.amount = 64000;
    foreign.foreignAmount = 80000;
    foreign.foreignCurrency = Currency::of("USD");
    EXPECT_EQ(written(foreign).find("800,00;\"S\";\"USD\";1,250000;640,00;\"EUR\";"), 0U) << written(foreign);
    foreign.foreignAmount = 50000;
    foreign.foreignCurrency = Currency::of("GBP");
    EXPECT_EQ(written(foreign).find("640,00;\"S\";\"\";;;\"\";"), 0U) << "a rate below one";
    EXPECT_NE(written(foreign).find("\"Fremdw\xE4hrung\";\"500.00 GBP\""), std::string::npos);
}

TEST(DatevFile, DocumentNumbersHaveOnlyTheCharactersOfTheField) {
    EXPECT_EQ(documentField("RE 2025.07/ä#1"), "RE2025-07/ae-1");
    EXPECT_EQ(documentField("ÄÖÜäöüß-1"), "AEOEUEaeoeuess-1");
    EXPECT_EQ(documentField(std::string(50, 'A')).size(), 36U);
    EXPECT_EQ(documentField("RECHNUNG-DER-FIRMA-MUSTERMANN-GMBH-BERLIN-2026-000002"),
              "A-MUSTERMANN-GMBH-BERLIN-2026-000002");
}

TEST(DatevFile, ATextKeepsItsLengthAndItsQuotationMarksInEveryScript) {
    EXPECT_EQ(shortText("Größe\tund\nForm", 7), "Gr\xF6\xDF"
                                                "e u");
    std::string chinese;
    for (int i = 0; i < 60; ++i) {
        chinese += "中";
    }
    EXPECT_EQ(shortText(chinese, 60).size(), 60U) << "spelled with several letters each";
    Posting inches = posting();
    inches.text = "Fernseher 55″";
    EXPECT_NE(written(inches).find(";\"Fernseher 55'\";"), std::string::npos) << written(inches);
}

TEST(Windows1252, HoldsWhatGermanNeedsAndTransliteratesTheRest) {
    EXPECT_EQ(windows1252("ä€œŒ–"), "\xE4\x80\x9C\x8C\x96");
    EXPECT_EQ(windows1252("Łódź"), "L\xF3"
                                   "dz");
    EXPECT_EQ(windows1252("Ελλάς"), "Ellas");
    EXPECT_EQ(windows1252("Mu\u0308ller"), "M\xFCller") << "the accent is a character of its own";
}

} // namespace
} // namespace svc::de_accounting
