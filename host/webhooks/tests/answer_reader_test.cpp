#include "host/webhooks/answer_reader.hpp"

#include <gtest/gtest.h>

namespace svc::host::webhooks {
namespace {

/// Passes the bytes one at a time, as a slow receiver sends them.
AnswerReader readSlowly(const std::string& bytes) {
    AnswerReader reader;
    for (const char c : bytes) {
        if (reader.take(std::string(1, c))) {
            return reader;
        }
    }
    reader.end();
    return reader;
}

TEST(AnswerReader, ReadsStatusAndBodyWhateverThePieces) {
    const AnswerReader reader = readSlowly("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    EXPECT_EQ(reader.status(), 200);
    EXPECT_EQ(reader.excerpt(), "hello");
    EXPECT_TRUE(reader.reusable());
}

TEST(AnswerReader, ReadsChunks) {
    const AnswerReader reader = readSlowly(
        "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n");
    EXPECT_EQ(reader.excerpt(), "abcde");
    EXPECT_TRUE(reader.reusable());
}

TEST(AnswerReader, PassesOverInterimAnswers) {
    const AnswerReader reader = readSlowly("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: "
                                           "x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n");
    EXPECT_EQ(reader.status(), 204);
    EXPECT_TRUE(reader.reusable());
}

TEST(AnswerReader, KnowsTheStatusBeforeTheRest) {
    AnswerReader reader;
    EXPECT_FALSE(reader.take("HTTP/1.1 503"));
    EXPECT_EQ(reader.status(), 503);
}

TEST(AnswerReader, DoesNotReuseAConnectionItDoesNotUnderstand) {
    EXPECT_FALSE(readSlowly("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").reusable());
    EXPECT_FALSE(readSlowly("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").reusable());
    EXPECT_FALSE(readSlowly("HTTP/1.1 200 OK\r\n\r\nall of it").reusable());
    EXPECT_FALSE(
        readSlowly("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            .reusable());
    EXPECT_FALSE(readSlowly("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n").reusable());
}

TEST(AnswerReader, HasNoStatusWhenItIsNoHttp) {
    AnswerReader reader;
    EXPECT_TRUE(reader.take("SSH-2.0-OpenSSH_9.2\r\n"));
    EXPECT_FALSE(reader.status());
}

TEST(AnswerReader, ReadsNoMoreThanItsLimit) {
    AnswerReader reader;
    EXPECT_FALSE(reader.take("HTTP/1.1 500 Error\r\n\r\n"));
    std::size_t pieces = 0;
    while (!reader.take(std::string(1000, 'x'))) {
        ++pieces;
        ASSERT_LT(pieces, 20U);
    }
    EXPECT_EQ(reader.excerpt(), std::string(MostKept, 'x'));
    EXPECT_FALSE(reader.reusable());
}

TEST(AnswerReader, KeepsTextWithoutControlCharacters) {
    EXPECT_EQ(readSlowly("HTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\na\x1b[31m\r\nb").excerpt(), "a[31mb");
    EXPECT_EQ(readSlowly("HTTP/1.1 400 Bad\r\nContent-Length: 3\r\n\r\na\xff"
                         "b")
                  .excerpt(),
              "a?b");
    EXPECT_EQ(readSlowly("HTTP/1.1 400 Bad\r\n\r\n" + std::string(MostKept - 1, 'a') + "\xc3\xa9").excerpt(),
              std::string(MostKept - 1, 'a'));
}

} // namespace
} // namespace svc::host::webhooks
