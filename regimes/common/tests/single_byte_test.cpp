#include "letters/single_byte.hpp"

#include <gtest/gtest.h>

#include "letters/spelling.hpp"

namespace svc::letters {
namespace {

std::string in(const CodePage& page, std::string_view text) {
    return toSingleByte(text, page, [](char32_t character) { return character == 0xFFFD ? "!" : "?"; });
}

TEST(SingleByte, HoldsTheLettersOfEachPage) {
    EXPECT_EQ(in(Latin9, "é€œŒŠž"), "\xE9\xA4\xBD\xBC\xA6\xB8");
    EXPECT_EQ(in(Windows1252, "ä€œŒ–ž"), "\xE4\x80\x9C\x8C\x96\x9E");
    EXPECT_EQ(in(Latin9, "plain"), "plain");
    EXPECT_EQ(in(Latin9, ""), "");
}

TEST(SingleByte, AsksForTheSpellingOfOthers) {
    EXPECT_EQ(in(Latin9, "a¤b"), "a?b") << "its byte is that of the euro";
    EXPECT_EQ(in(Windows1252, "¤"), "\xA4");
    EXPECT_EQ(in(Latin9, "Łódź 😀!"), "?\xF3"
                                     "d? ?!");
    EXPECT_EQ(in(Windows1252, "\xC2\x81"), "?") << "a control character";
}

TEST(SingleByte, GetsOverBytesThatAreNoCharacter) {
    EXPECT_EQ(in(Latin9, "a\xC3"), "a!");
    EXPECT_EQ(in(Latin9, "a\xC3z"), "a!z");
    EXPECT_EQ(in(Latin9, "\x80\xFF"), "!!");
}

TEST(Spelling, TakesAccentsWithTheirLetters) {
    EXPECT_EQ(spelledIn(Latin9, "Mu\u0308ller", '|', ' '), "M\xFCller");
    EXPECT_EQ(spelledIn(Latin9, "x\u0323y", '|', ' '), "xy") << "no letter has this accent";
}

TEST(Spelling, IsInLettersOfAscii) {
    EXPECT_EQ(asciiSpelling(U'Ł'), "L");
    EXPECT_EQ(asciiSpelling(U'ж'), "z");
    EXPECT_EQ(asciiSpelling(U'Æ'), "AE");
    EXPECT_EQ(asciiSpelling(U'😀'), "?");
    EXPECT_EQ(toSingleByte("Łódź", Latin9, asciiSpelling), "L\xF3"
                                                           "dz");
}

} // namespace
} // namespace svc::letters
