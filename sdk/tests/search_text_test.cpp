#include <gtest/gtest.h>

#include <svc/search_text.hpp>

namespace svc {

TEST(SearchText, FoldingRemovesCapitalsAndAccents) {
    EXPECT_EQ(folded("Hôtel ŒUVRÉ Straße Łódź Ärger"), "hotel oeuvre strasse lodz arger");
    EXPECT_EQ(folded("ΑΒΓ Москва"), "αβγ москва");
    EXPECT_EQ(folded("e\xCC\x81t\xC3\xA9"), "ete");
    EXPECT_EQ(folded("日本 42"), "日本 42");
}

TEST(SearchText, FoldingKnowsTheAccentsAndCapitalsOfOtherAlphabets) {
    for (const char* name : {"Ελλάδα", "ΕΛΛΑΔΑ", "ΕΛΛΆΔΑ", "Ἑλλάδα"}) {
        EXPECT_EQ(folded(name), "ελλαδα") << name;
    }
    EXPECT_EQ(folded("Καφές ΜΟΥΣΙΚΗΣ μουσικής ΐΰᾷ"), "καφεσ μουσικησ μουσικησ ιυα");
    EXPECT_EQ(folded("Việt Nam Nguyễn ĐƯỜNG"), "viet nam nguyen duong");
    EXPECT_EQ(folded("Ṣàngó Ẹ̀gbá Ɛsi ƆBƐ"), "sango egba ɛsi ɔbɛ");
    EXPECT_EQ(folded("Ёлка ЇЖАК Ўзбек ҚАЗАҚ"), "елка іжак узбек қазақ");
    EXPECT_EQ(folded("ՀԱՅԱՍՏԱՆ Երևան"), "հայաստան երեւան");
}

TEST(SearchText, RangesOfLettersAreInOrder) {
    const auto inOrder = [](const auto& ranges) {
        char32_t behind = 0;
        for (const auto& range : ranges) {
            if (range.first < behind || range.last < range.first) {
                return false;
            }
            behind = range.last + 1;
        }
        return true;
    };
    EXPECT_TRUE(inOrder(detail::Folds));
    EXPECT_TRUE(inOrder(detail::CapitalRanges));
}

TEST(SearchText, WhatIsFoldedStaysAsItIs) {
    for (char32_t value = 0xA0; value < 0x3000; ++value) {
        std::string letter;
        appendCodePoint(letter, value);
        EXPECT_EQ(folded(folded(letter)), folded(letter)) << letter;
    }
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
