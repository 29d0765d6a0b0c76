#include <gtest/gtest.h>

#include <svc/search_text.hpp>

namespace svc {

TEST(SearchText, FoldingRemovesCapitalsAndAccents) {
    EXPECT_EQ(folded("Hôtel ŒUVRÉ Straße Łódź Ärger"), "hotel oeuvre strasse lodz arger");
    EXPECT_EQ(folded("ΑΒΓ Москва"), "αβγ москва");
    EXPECT_EQ(folded("e\xCC\x81t\xC3\xA9"), "ete");
    EXPECT_EQ(folded("日本 42"), "日本 42");
}

TEST(SearchText, WordsAreSplitAtEverythingButLettersAndDigits) {
    EXPECT_EQ(searchWords("Hôtel des Quais, Lille (59)"),
              (std::vector<std::string>{"hotel", "des", "quais", "lille", "59"}));
    EXPECT_EQ(searchWords("compta@quais.example"), (std::vector<std::string>{"compta", "quais", "example"}));
    EXPECT_EQ(searchWords("L\u2019Étoile\u00a0Noire"), (std::vector<std::string>{"l", "etoile", "noire"}));
}

TEST(SearchText, AWordThatStandsTwiceIsKeptOnce) {
    EXPECT_EQ(searchWords("Café CAFE café"), std::vector<std::string>{"cafe"});
}

TEST(SearchText, SignsAloneGiveNoWord) {
    EXPECT_TRUE(searchWords(" -- % _ ").empty());
    EXPECT_TRUE(searchWords("").empty());
}

TEST(SearchText, ALongWordIsCut) {
    EXPECT_EQ(searchWords(std::string(500, 'x')), std::vector<std::string>{std::string(60, 'x')});
}

TEST(SearchText, ANumberInASearchStaysWhole) {
    EXPECT_EQ(searchTokens("  (INV-2026-000123), Café "),
              (std::vector<std::string>{"inv-2026-000123", "cafe"}));
    EXPECT_TRUE(searchTokens(" -- ").empty());
}

TEST(SearchText, ADocumentIsFoundByItsTokensAndTheWordsInThem) {
    EXPECT_EQ(documentWords("BC-5521 Hôtel"), (std::vector<std::string>{"bc-5521", "hotel", "bc", "5521"}));
}

TEST(SearchText, ANumberIsFoundWholeAndByItsCounter) {
    std::vector<std::string> words;
    addNumber(words, "INV-2026-000123");
    EXPECT_EQ(words, (std::vector<std::string>{"inv-2026-000123", "000123", "123"}));
}

} // namespace svc
