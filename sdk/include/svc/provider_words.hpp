/// @file Why a provider refuses, in its own words, for people who read a refusal
/// (docs/modules/integrations.md).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <svc/http_client.hpp>
#include <svc/json.hpp>
#include <svc/text.hpp>

namespace svc::connector {

/// What a provider says, fit for a refusal: in one line of UTF-8, without what looks like a key or token, and
/// cut to `longest` characters.
inline std::string fitForRefusal(std::string_view text, std::size_t longest) {
    constexpr std::size_t ShortestKey = 16;
    constexpr std::string_view KeyCharacters = "_-+/=.~";
    std::string line;
    std::string word;
    bool hasDigit = false;
    bool hasLower = false;
    bool hasSeparator = false;
    const auto endWord = [&] {
        // PEPPOL-EN16931-R010 is the name of a rule, AKIAIOSFODNN7EXAMPLE and sk_live_4eC39HqLyjWDarj are
        // keys.
        const bool isKey = word.size() >= ShortestKey && hasDigit && (hasLower || !hasSeparator);
        line += isKey ? "***" : word;
        word.clear();
        hasDigit = false;
        hasLower = false;
        hasSeparator = false;
    };
    const bool readable = isUtf8(text); // else what is not ASCII is left out
    for (const char c : text) {
        if (!readable && static_cast<unsigned char>(c) > '\x7e') {
            continue;
        }
        const bool isDigit = c >= '0' && c <= '9';
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (isDigit || isLetter || KeyCharacters.find(c) != std::string_view::npos) {
            word += c;
            hasDigit = hasDigit || isDigit;
            hasLower = hasLower || (c >= 'a' && c <= 'z');
            hasSeparator = hasSeparator || !(isDigit || isLetter);
            continue;
        }
        endWord();
        const bool isSpace = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
        if (!isSpace) {
            line += c;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
    }
    endWord();
    return std::string(trim(utf8Prefix(line, longest)));
}

namespace detail {

/// The first text under one of the names that providers use for what people read; in objects inside of
/// `error`, `errors` and `details` when there is none.
inline std::string wordsIn(const Json& json, int depth = 0) {
    constexpr int Deepest = 4;
    constexpr std::array<std::string_view, 10> Names = {
        "error_description", "error_message", "error_msg", "description", "detail",
        "message",           "response_text", "summary",   "title",       "reason"};
    constexpr std::array<std::string_view, 3> Inside = {"error", "errors", "details"};
    if (json.isString()) {
        return json.text();
    }
    if (depth == Deepest) {
        return "";
    }
    if (json.isArray()) {
        return json.empty() ? "" : wordsIn(json.at(0), depth + 1);
    }
    if (!json.isObject()) {
        return "";
    }
    for (const std::string_view name : Names) {
        if (const Json* value = json.find(name); value != nullptr && value->isString()) {
            return value->text();
        }
    }
    for (const std::string_view name : Inside) {
        if (const Json* value = json.find(name)) {
            if (std::string words = wordsIn(*value, depth + 1); !words.empty()) {
                return words;
            }
        }
    }
    return "";
}

/// The content of the first of these elements, as S3 and WebDAV have them.
inline std::string wordsInXml(std::string_view body) {
    for (const std::string_view name : {"Message", "message", "s:message"}) {
        const std::string open = '<' + std::string(name) + '>';
        const std::size_t at = body.find(open);
        const std::size_t begin = at + open.size();
        const std::size_t end =
            at == std::string_view::npos ? at : body.find("</" + std::string(name) + '>', begin);
        if (end != std::string_view::npos) {
            return std::string(body.substr(begin, end - begin));
        }
    }
    return "";
}

inline std::string wordsOfBody(const HttpReply& reply) {
    constexpr std::size_t LongestBody = 65536;
    if (reply.body.empty() || reply.body.size() > LongestBody) {
        return "";
    }
    try {
        return wordsIn(reply.json());
    } catch (const JsonError&) { // NOLINT(bugprone-empty-catch): XML, a plain text or a page
    }
    const std::string type = lowerAscii(reply.header("Content-Type").value_or(""));
    return type.starts_with("text/plain") ? reply.body : wordsInXml(reply.body);
}

} // namespace detail

/// The words of a refusal of any provider: of JSON in the usual forms, of XML, or of a plain text; empty when
/// there are none, as on a page.
inline std::string wordsOf(const HttpReply& reply) {
    constexpr std::size_t Longest = 200;
    return reply.ok() && reply.body.empty() ? "" : fitForRefusal(detail::wordsOfBody(reply), Longest);
}

/// `<code>:<words>`: the provider's own code, `http-<status>` when it has none, and its words where there are
/// some. `code`: read from the body by the connector.
inline std::string reasonOf(const HttpReply& reply, std::string_view code = {}) {
    constexpr std::size_t Longest = 100;
    std::string reason = fitForRefusal(code, Longest);
    if (reason.empty()) {
        reason = "http-" + std::to_string(reply.status);
    }
    const std::string words = wordsOf(reply);
    return words.empty() || words == reason ? reason : reason + ':' + words;
}

} // namespace svc::connector
