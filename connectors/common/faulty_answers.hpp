/// Test helpers: faulty answers of providers, and how connectors must handle them.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <svc/connector.hpp>
#include <svc/testing/http_stand_in.hpp>

namespace svc::connector::testing {

/// Bodies with status 200 that match no contract.
inline std::vector<std::string> garbage() {
    constexpr std::size_t Deep = 100'000;
    std::string objects;
    for (std::size_t i = 0; i < Deep; ++i) {
        objects += R"({"data":)";
    }
    return {"{",
            R"({"data":[{"id":"1","am)",
            "<html><body>Maintenance</body></html>",
            "null",
            "true",
            "7",
            R"("text")",
            std::string("\0\x01\xff\xfe", 4),
            "{\"data\":\"\xc3\x28\"}",
            "[1,2",
            std::string(Deep, '['),
            objects,
            std::string(4'000'000, ' ')};
}

/// The answer with a few bytes changed, removed, doubled or cut off; reproducible by `number`.
inline std::string mutated(const std::string& good, std::uint32_t number) {
    std::mt19937 random(number);
    const auto below = [&](std::size_t limit) { return random() % limit; };
    constexpr std::string_view Bytes = "\"{}[]:,0-9e.nx \\\xff";
    std::string answer = good;
    for (std::size_t changes = 1 + below(3); changes > 0 && !answer.empty(); --changes) {
        const std::size_t at = below(answer.size());
        const std::size_t count = std::min(1 + below(12), answer.size() - at);
        switch (below(5)) {
        case 0:
            answer[at] = Bytes[below(Bytes.size())];
            break;
        case 1:
            answer.erase(at, count);
            break;
        case 2:
            answer.insert(at, answer.substr(at, count));
            break;
        case 3:
            answer.resize(at);
            break;
        default:
            answer.insert(at, "99999999999999999999");
            break;
        }
    }
    return answer;
}

/// Is it the refusal for an unreadable answer, after which the caller may retry?
inline bool isToldAsUnreadable(const std::string& code) {
    return code == "integration-unreachable:answer-unreadable";
}

/// Checks that a verb survives any answer of `provider` to the request: it refuses clearly and
/// changes nothing of the connection. `good`: an answer with which the verb succeeds; `ask`: runs the verb
/// and gives the code of the refusal, or none; `kept`: the secrets of the connection.
template <class Ask, class Kept>
void expectFaultyAnswers(svc::testing::HttpStandIn& provider, const std::string& good, Ask ask, Kept kept) {
    constexpr std::uint32_t Mutations = 300;
    const auto answeredBy = [&](auto answer) {
        provider = {};
        answer(provider);
        return ask();
    };
    const auto with = [&](const std::string& body) {
        return answeredBy([&](svc::testing::HttpStandIn& stand) { stand.answers(200, body); });
    };
    ASSERT_EQ(with(good), "none") << "the answer that is changed below must be a good one";
    const auto before = kept();
    for (const std::string& body : garbage()) {
        EXPECT_TRUE(isToldAsUnreadable(with(body))) << body.substr(0, 60);
    }
    for (const char* fault : {"too-large", "timeout", "answer-lost", "connect", "tls"}) {
        EXPECT_EQ(answeredBy([&](svc::testing::HttpStandIn& stand) { stand.fails(fault); }),
                  std::string("integration-unreachable:") + fault);
    }
    EXPECT_EQ(kept(), before) << "a refusal changes nothing";
    for (std::uint32_t number = 0; number < Mutations; ++number) {
        const std::string body = mutated(good, number);
        const std::string code = with(body);
        const bool clear = code == "none" || isCredentialsRefusal(code) ||
                           code.starts_with("integration-unreachable:") ||
                           code.starts_with("provider-refused:");
        EXPECT_TRUE(clear) << code << " for " << body;
    }
}

/// Malicious refusals in XML: huge, deep, entities that expand or read files, truncated, in other encodings.
inline std::vector<std::string> xmlGarbage() {
    constexpr std::size_t Deep = 100'000;
    std::string deep;
    std::string entities = "<!ENTITY e0 \"lol\">";
    for (std::size_t i = 0; i < Deep; ++i) {
        deep += "<Error>";
    }
    for (int i = 1; i < 20; ++i) {
        const std::string before = "&e" + std::to_string(i - 1) + ';';
        entities +=
            "<!ENTITY e" + std::to_string(i) + " \"" + before + before + before + before + before + "\">";
    }
    const std::string wide("\xff\xfe<\0E\0r\0r\0o\0r\0/\0>\0", 18);
    return {
        "",
        "<",
        "<Error><Code>Cut</Code><Message>half",
        "<Error><Message></Message><Code></Code></Error>",
        "</Message><Message>",
        "<Message>one<Message>two</Message>three</Message>",
        "<!DOCTYPE d [" + entities + "]><Error><Code>&e19;</Code><Message>&e19;</Message></Error>",
        R"(<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Error><Message>&x;</Message></Error>)",
        R"(<!DOCTYPE d SYSTEM "https://elsewhere.example/d.dtd"><d:error><s:message>&x;</s:message></d:error>)",
        wide,
        "<?xml version=\"1.0\" encoding=\"UTF-7\"?><Error><Message>+ADw-b+AD4-</Message></Error>",
        "<Error><Code>\xff\xfe</Code><Message>cl\xe9\x01\r\n\x7f inconnue</Message></Error>",
        deep,
        deep + "<Message>deep</Message>",
        "<Error><Message>" + std::string(4'000'000, 'x') + "</Message></Error>",
        "<Error><Code>" + std::string(4'000'000, 'x') + "</Code></Error>"};
}

/// Checks that a refusal keeps its class whatever its XML, and that its text is one short line of UTF-8 with
/// nothing but what the provider has sent. `good`: a refusal as the provider gives it; the rest as above.
template <class Ask, class Kept>
void expectFaultyXml(svc::testing::HttpStandIn& provider, const std::string& good, Ask ask, Kept kept) {
    constexpr std::uint32_t Mutations = 300;
    constexpr std::size_t Longest =
        2000; // a code of 100 and words of 200 characters, of four bytes at the most
    const auto before = kept();
    const auto expect = [&](int status, const std::string& body, const std::string& begin) {
        provider = {};
        provider.answers(status, body, {{"Content-Type", "application/xml"}});
        const std::string code = ask();
        const bool isOneLine =
            std::all_of(code.begin(), code.end(), [](unsigned char c) { return c >= ' ' && c != 0x7F; });
        EXPECT_TRUE(code.starts_with(begin) && code.size() <= Longest && isUtf8(code) && isOneLine)
            << status << ' ' << code.substr(0, Longest) << " for " << body.substr(0, 60);
        EXPECT_EQ(code.find("root:"), std::string::npos) << "a file of the machine";
    };
    const auto expectAll = [&](const std::string& body) {
        expect(400, body, "provider-refused:");
        expect(403, body, "integration-credentials-invalid");
        expect(404, body, "provider-refused:");
        expect(500, body, "integration-unreachable:http-500");
    };
    for (const std::string& body : xmlGarbage()) {
        expectAll(body);
    }
    for (std::uint32_t number = 0; number < Mutations; ++number) {
        expect(409, mutated(good, number), "provider-refused:");
    }
    EXPECT_EQ(kept(), before) << "a refusal changes nothing";
}

/// How a connector's refusals differ from the usual classes.
struct Classes {
    std::string error = "{}";              ///< body of a refusal
    std::string code = {};                 ///< the provider's own code in it; empty: none
    std::map<int, std::string> other = {}; ///< statuses with another result than usual
    bool reads = true;                     ///< an answer with status 200 is read
};

/// Checks the result of every class of refusals: redirects, 4xx, 429, 5xx, no answer, truncated answers, HTML
/// pages. `ask`: runs the verb and gives the code of the refusal.
template <class Ask>
void expectEachClass(svc::testing::HttpStandIn& provider, Ask ask, const Classes& classes = {}) {
    const auto told = [&](int status, const std::string& body, const std::string& type) {
        provider = {};
        provider.answers(status, body, {{"Content-Type", type}, {"Location", "https://elsewhere.example/"}});
        return ask();
    };
    const auto expected = [&](int status, const std::string& body, const std::string& code) -> std::string {
        constexpr int Unauthorized = 401;
        constexpr int Forbidden = 403;
        constexpr int TooMany = 429;
        constexpr int Broken = 500;
        HttpReply reply;
        reply.status = status;
        reply.body = body;
        if (const auto found = classes.other.find(status); found != classes.other.end()) {
            return found->second;
        }
        if (status == TooMany || status >= Broken) {
            return "integration-unreachable:http-" + std::to_string(status);
        }
        const bool lost = status == Unauthorized || status == Forbidden;
        return std::string((lost ? credentialsRefused(reply, code) : refusedBy(reply, code)).code());
    };
    for (const int status :
         {301, 302, 307, 308, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503, 504}) {
        EXPECT_EQ(told(status, classes.error, "application/json"),
                  expected(status, classes.error, classes.code))
            << status;
        EXPECT_EQ(told(status, "<html>", "text/html"), expected(status, "<html>", ""))
            << status << ", a page";
    }
    for (const char* fault : {"resolve", "connect", "tls", "timeout", "answer-lost"}) {
        provider = {};
        provider.fails(fault);
        EXPECT_EQ(ask(), std::string("integration-unreachable:") + fault);
    }
    if (classes.reads) {
        EXPECT_TRUE(isToldAsUnreadable(told(200, R"({"data":[{"id":"1","am)", "application/json")));
        EXPECT_TRUE(isToldAsUnreadable(told(200, "<html>Please log in</html>", "text/html")));
    }
}

} // namespace svc::connector::testing
