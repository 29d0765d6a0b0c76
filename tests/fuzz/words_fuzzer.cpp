// For any refusal of a provider, people get one short line of UTF-8 and a code without spaces.
#include <svc/connector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

bool isOneLine(const std::string& text) {
    return svc::isUtf8(text) &&
           std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t LongestCharacter = 4;
    constexpr std::size_t LongestWords = 200 * LongestCharacter;
    constexpr std::size_t LongestCode = 100 * LongestCharacter;
    svc::HttpReply reply;
    reply.body.assign(data, data + size);
    for (const int status : {200, 403, 422}) {
        for (const char* type : {"application/json", "application/xml", "text/plain; charset=utf-8"}) {
            reply.status = status;
            reply.headerLines = std::string("Content-Type: ") + type + "\r\n";
            const std::string words = svc::connector::wordsOf(reply);
            const std::string code = svc::connector::codeOf(reply);
            check(isOneLine(words) && words.size() <= LongestWords);
            check(isOneLine(code) && code.size() <= LongestCode);
            const std::string reason = svc::connector::reasonOf(reply, code);
            check(!reason.empty() && reason.size() <= LongestCode + 1 + LongestWords);
        }
    }
    return 0;
}
