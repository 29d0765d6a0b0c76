#include <gtest/gtest.h>

#include "rules/fec.hpp"

namespace svc::fr_accounting {
namespace {

FecLine sample() {
    FecLine line;
    line.journal = "VE";
    line.journalLabel = "Ventes";
    line.number = 5;
    line.date = line.pieceDate = line.validated = Date::of(2025, 1, 12).value();
    line.account = "411";
    line.accountLabel = "Clients";
    line.auxiliary = "C002";
    line.auxiliaryLabel = "Atelier Œuvre";
    line.piece = "INV-2025-0001";
    line.label = "Facture INV-2025-0001";
    line.debit = 64800;
    return line;
}

TEST(Fec, WritesALineAsTheArticleAsks) {
    std::string out;
    appendFecLine(out, sample(), Currency::of("EUR"));
    EXPECT_EQ(out, "VE|Ventes|000005|20250112|411000|Clients|C002|Atelier Œuvre|INV-2025-0001|20250112|"
                   "Facture INV-2025-0001|648,00|0,00|||20250112||\r\n");
}

TEST(Fec, ShowsWhatIsSettledWithItsDate) {
    FecLine line = sample();
    line.lettering = "AB25";
    line.letteredOn = Date::of(2025, 1, 25).value();
    std::string out;
    appendFecLine(out, line, Currency::of("EUR"));
    EXPECT_NE(out.find("|648,00|0,00|AB25|20250125|20250112||"), std::string::npos) << out;
}

TEST(Fec, KeepsAnAmountInForeignMoneyWithItsSign) {
    FecLine line = sample();
    line.foreignAmount = -50000;
    line.foreignCurrency = Currency::of("USD");
    std::string out;
    appendFecLine(out, line, Currency::of("EUR"));
    EXPECT_NE(out.find("|-500,00|USD\r\n"), std::string::npos) << out;
}

TEST(Fec, LetsNoTextMoveAColumn) {
    FecLine line = sample();
    line.label = "a|b\tc\r\nd";
    std::string out;
    appendFecLine(out, line, Currency::of("EUR"));
    EXPECT_NE(out.find("|a b c  d|"), std::string::npos) << out;
    EXPECT_EQ(std::count(out.begin(), out.end(), '|'), 17);
}

TEST(Fec, LeavesNoLabelEmpty) {
    FecLine line = sample();
    line.label = " |\t";
    line.auxiliaryLabel = "|";
    std::string out;
    appendFecLine(out, line, Currency::of("EUR"));
    EXPECT_EQ(out, "VE|Ventes|000005|20250112|411000|Clients|C002|C002|INV-2025-0001|20250112|INV-2025-0001|"
                   "648,00|0,00|||20250112||\r\n");
}

TEST(Fec, IsNamedAsTheProgramOfTheAdministrationWants) {
    EXPECT_EQ(fecFileName("123456782", Date::of(2025, 12, 31).value()), "123456782FEC20251231.txt");
}

TEST(Fec, TheSirenIsTheFirstNineDigitsOfARegistrationNumber) {
    for (const char* number : {"30326504500017", "303 265 045 00017", "SIRET 303.265.045", "303265045"}) {
        EXPECT_EQ(sirenIn(number), "303265045") << number;
    }
    EXPECT_EQ(sirenIn("303 265 0"), "");
    EXPECT_EQ(sirenIn("RCS Paris"), "");
}

TEST(Latin9, HoldsWhatFrenchNeedsAndTransliteratesTheRest) {
    EXPECT_EQ(latin9("é€œŒ"), "\xE9\xA4\xBD\xBC");
    EXPECT_EQ(latin9("Łódź"), "L\xF3"
                              "dz");
    EXPECT_EQ(latin9("Ελλάς"), "Ellas");
    EXPECT_EQ(latin9("¤"), "?");
    EXPECT_EQ(latin9("He\u0301le\u0300ne"), "H\xE9l\xE8ne") << "the accents are characters of their own";
}

TEST(Latin9, GivesNoSeparatorForAnotherCharacter) {
    EXPECT_EQ(latin9("a｜b∣c|d"), "a b c|d");
}

} // namespace
} // namespace svc::fr_accounting
