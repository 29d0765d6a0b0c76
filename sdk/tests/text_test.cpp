#include <svc/encoding.hpp>
#include <svc/markup.hpp>
#include <svc/text.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace svc {
namespace {

using namespace std::string_view_literals;

TEST(Text, isTrimmedOfTheWhiteSpaceOfUnicode) {
    EXPECT_EQ(trim("  a b \t\r\n"), "a b");
    EXPECT_EQ(trim("\u00a0\u2003Durand\u3000\u2028"), "Durand");
    EXPECT_EQ(trim("\ufeffname"), "name");
    EXPECT_EQ(trim("\u3000"), "");
    EXPECT_EQ(trim(""), "");
    EXPECT_EQ(trim("é"), "é");
    EXPECT_EQ(trim("\u200b"), "\u200b");
    EXPECT_EQ(trim("\x80 "), "\x80");
    EXPECT_EQ(trim(" \xe3\x80"), "\xe3\x80");
}

TEST(Text, ofPeopleCannotBecomeMarkup) {
    EXPECT_EQ(escapedMarkup("<b onclick='x'>\"&\"</b>"),
              "&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/b&gt;");
    EXPECT_EQ(escapedMarkup("Café"), "Café");
}

TEST(Text, isCountedInCharacters) {
    EXPECT_EQ(utf8Length(""), 0U);
    EXPECT_EQ(utf8Length("café"), 4U);
    EXPECT_EQ(utf8Length("日本😀"), 3U);
    EXPECT_EQ(utf8Prefix("日本語", 2), "日本");
    EXPECT_EQ(utf8Prefix("ab", 5), "ab");
    EXPECT_EQ(utf8Prefix("ab", 0), "");
}

TEST(Text, WhatIsNoUtf8IsReplacedByteForByte) {
    EXPECT_EQ(asUtf8("Müller 日本"), "Müller 日本");
    EXPECT_EQ(asUtf8("M\xFCller \xC3"), "M\uFFFDller \uFFFD");
    EXPECT_EQ(asUtf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(asUtf8(""), "");
}

TEST(Text, isUtf8OnlyInItsShortestForm) {
    for (const auto text :
         {""sv, "ascii\0"sv, "é€😀"sv, "\xf4\x8f\xbf\xbf"sv, "\xed\x9f\xbf"sv, "\xee\x80\x80"sv}) {
        EXPECT_TRUE(isUtf8(text));
    }
    for (const auto text : {"\x80"sv, "\xc0\xaf"sv, "\xc1\xbf"sv, "\xe0\x80\xaf"sv, "\xf0\x80\x80\xaf"sv,
                            "\xed\xa0\x80"sv, "\xed\xbf\xbf"sv, "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv,
                            "\xff"sv, "\xc3"sv, "\xe2\x82"sv, "\xf0\x9f\x98"sv, "\xc3("sv}) {
        EXPECT_FALSE(isUtf8(text));
    }
}

TEST(Text, isTakenCharacterByCharacterAndPutTogetherAgain) {
    const std::string_view whole = "aé€😀";
    std::u32string characters;
    std::string again;
    for (std::string_view rest = whole; !rest.empty();) {
        characters += takeCodePoint(rest);
        appendCodePoint(again, characters.back());
    }
    EXPECT_EQ(characters, U"aé€😀");
    EXPECT_EQ(again, whole);
    std::u32string broken;
    for (std::string_view rest = "\xC3z\xED\xA0\x80"; !rest.empty();) {
        broken += takeCodePoint(rest);
    }
    EXPECT_EQ(broken, U"\uFFFDz\uFFFD\uFFFD\uFFFD") << "half a letter, and a surrogate";
}

TEST(Text, changesTheCaseOfAsciiLettersOnly) {
    EXPECT_EQ(lowerAscii("ABCxyzÉ"), "abcxyzÉ");
    EXPECT_EQ(upperAscii("abcXYZé"), "ABCXYZé");
    EXPECT_TRUE(equalsIgnoreCase("Content-Type", "content-type"));
    EXPECT_FALSE(equalsIgnoreCase("a", "ab"));
    EXPECT_FALSE(equalsIgnoreCase("[", "{"));
}

TEST(Text, isSplitAtEverySeparator) {
    EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
    EXPECT_EQ(split("a,", ','), (std::vector<std::string_view>{"a", ""}));
    EXPECT_EQ(split("a", ','), (std::vector<std::string_view>{"a"}));
    EXPECT_TRUE(split("", ',').empty());
}

TEST(Text, isAnIntegerOnlyAsAWhole) {
    EXPECT_EQ(parseInt64("-9223372036854775808"), INT64_MIN);
    EXPECT_EQ(parseInt64("9223372036854775807"), INT64_MAX);
    for (const char* text : {"", "-", "+1", " 1", "1 ", "1.0", "9223372036854775808", "0x10"}) {
        EXPECT_FALSE(parseInt64(text)) << text;
    }
    EXPECT_EQ(parseUint64("18446744073709551615"), UINT64_MAX);
    EXPECT_FALSE(parseUint64("-1"));
}

TEST(Encoding, writesAndReadsHexadecimal) {
    EXPECT_EQ(hexEncode("\x00\xff\x10"sv), "00ff10");
    EXPECT_EQ(hexDecode("00FFab"), "\x00\xff\xab"sv);
    EXPECT_FALSE(hexDecode("0"));
    EXPECT_FALSE(hexDecode("0g"));
}

TEST(Encoding, writesAndReadsBase64ForUrls) {
    // RFC 4648 section 10, without padding.
    const std::pair<const char*, const char*> vectors[] = {
        {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},         {"foo", "Zm9v"},
        {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : vectors) {
        EXPECT_EQ(base64UrlEncode(bytes), text);
        EXPECT_EQ(base64UrlDecode(text), bytes);
    }
    EXPECT_EQ(base64UrlEncode("\xfb\xff"), "-_8");
    for (const char* text : {"A", "AAAAA", "Zg==", "Zh", "Zm9", "Z g", "+/8"}) {
        EXPECT_FALSE(base64UrlDecode(text)) << text;
    }
}

TEST(Encoding, givesBackRandomBytes) {
    std::mt19937 random(1);
    for (std::size_t size = 0; size < 300; ++size) {
        std::string bytes(size, '\0');
        for (char& c : bytes) {
            c = static_cast<char>(static_cast<unsigned char>(random() & 255U));
        }
        ASSERT_EQ(base64UrlDecode(base64UrlEncode(bytes)), bytes);
        ASSERT_EQ(hexDecode(hexEncode(bytes)), bytes);
    }
}

TEST(Encoding, hasTheCrcOfZip) {
    EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
    EXPECT_EQ(crc32(""), 0U);
}

TEST(Encoding, padsBase62OnTheLeft) {
    EXPECT_EQ(base62Encode(0), "0");
    EXPECT_EQ(base62Encode(61), "z");
    EXPECT_EQ(base62Encode(62, 6), "000010");
    EXPECT_EQ(base62Encode(0xFFFFFFFFU, 6), "4gfFC3");
}

TEST(KeyChecksum, findsAMistypedCharacter) {
    const std::string random = "svc_live_" + std::string(34, 'A');
    const std::string key = random + keyChecksum(random);
    EXPECT_EQ(key.size(), 49U);
    EXPECT_TRUE(hasValidKeyChecksum(key));
    for (std::size_t i = 0; i < key.size(); ++i) {
        std::string wrong = key;
        wrong[i] = wrong[i] == 'B' ? 'C' : 'B';
        EXPECT_FALSE(hasValidKeyChecksum(wrong)) << i;
    }
    EXPECT_FALSE(hasValidKeyChecksum(""));
    EXPECT_FALSE(hasValidKeyChecksum("000000"));
}

} // namespace
} // namespace svc
