#include "host/mail/mime.hpp"

#include <gtest/gtest.h>

#include <svc/encoding.hpp>

namespace svc::host::mail {
namespace {

Envelope envelope() {
    Envelope made;
    made.from = "Café Lumière <shop@example.com>";
    made.messageId = "1@example.com";
    made.date = *Instant::parse("2026-03-09T08:07:06Z");
    return made;
}

TEST(Mime, WritesAPlainMessageAsItIs) {
    const std::string text = mimeText({"lea@atelier.example", "Hello", "One\n.two\r\nthree"}, envelope());
    EXPECT_NE(text.find("Date: Mon, 9 Mar 2026 08:07:06 GMT\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find("To: lea@atelier.example\r\nSubject: Hello\r\nMessage-ID: <1@example.com>\r\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("Content-Transfer-Encoding: 7bit\r\n\r\nOne\r\n.two\r\nthree\r\n"),
              std::string::npos);
}

TEST(Mime, IsAsciiWhateverIsSaid) {
    Message message{"Léa Ünal <lea@atelier.example>",
                    "Ihre Rechnung über 1.234,50 € für März – zahlbar sofort", "Für Léa: 日本語"};
    message.html = "<p>Für Léa</p>";
    message.attachments = {{"Rechnung März.pdf", "application/pdf", std::string("\0\xff%PDF", 6), "", {}}};
    const std::string text = mimeText(message, envelope());
    for (const char c : text) {
        ASSERT_LT(static_cast<unsigned char>(c), 0x80);
    }
    EXPECT_NE(text.find("multipart/mixed"), std::string::npos);
    EXPECT_NE(text.find("multipart/alternative"), std::string::npos);
    EXPECT_NE(text.find("filename*=utf-8''Rechnung%20M%C3%A4rz.pdf"), std::string::npos) << text;
    EXPECT_NE(text.find(base64Encode("Für Léa: 日本語")), std::string::npos);
}

TEST(Mime, EncodedWordsAreShortAndWholeCharacters) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
        text += "é€";
    }
    const std::string header = headerText(text);
    std::size_t from = 0;
    std::string decoded;
    while (from < header.size()) {
        std::size_t end = header.find("\r\n ", from);
        end = end == std::string::npos ? header.size() : end;
        const std::string word = header.substr(from, end - from);
        EXPECT_LE(word.size(), 75U);
        const std::string bytes = *fromBase64(word.substr(10, word.size() - 12));
        EXPECT_TRUE(isUtf8(bytes));
        decoded += bytes;
        from = end + 3;
    }
    EXPECT_EQ(decoded, text);
}

TEST(Mime, WhatLooksEncodedIsEncodedToo) {
    EXPECT_EQ(headerText("=?utf-8?B?QQ==?=").find("=?utf-8?B?PT91"), 0U);
}

TEST(Mime, AQuotedNameStaysOneName) {
    const std::string text = mimeText({"\"Shop, the\" <shop@example.com>", "s", "t"}, envelope());
    EXPECT_NE(text.find("To: \"Shop, the\" <shop@example.com>\r\n"), std::string::npos) << text;
}

} // namespace
} // namespace svc::host::mail
