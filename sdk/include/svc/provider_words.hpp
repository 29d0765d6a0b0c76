/// @file Extracts from a provider's answer the error code and the words that explain a refusal to people
/// (docs/modules/integrations.md).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <svc/http_client.hpp>
#include <svc/json.hpp>
#include <svc/text.hpp>

namespace svc::connector {

/// Cleans a provider's text for an error message: one line of UTF-8, without anything that looks like a key
/// or token, cut to `longest` characters.
inline std::string fitForRefusal(std::string_view text, std::size_t longest) {
    constexpr std::size_t ShortestKey = 16;
    constexpr std::string_view KeyCharacters = "_-+/=.~";
    std::string line;
    std::string word;
    bool hasDigit = false;
    bool hasLower = false;
    bool hasSeparator = false;
    const auto endWord = [&] {
        // PEPPOL-EN16931-R010 is the name of a rule; AKIAIOSFODNN7EXAMPLE and sk_live_4eC39HqLyjWDarj are
        // keys.
        const bool isKey = word.size() >= ShortestKey && hasDigit && (hasLower || !hasSeparator);
        line += isKey ? "***" : word;
        word.clear();
        hasDigit = false;
        hasLower = false;
        hasSeparator = false;
    };
    const bool readable = isUtf8(text); // if not, bytes outside ASCII are dropped
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

/// Masks this secret in the text, also where a truncated text ends with the beginning of the secret. Secrets
/// shorter than 4 characters are not masked: they could be part of any word.
inline std::string withoutSecret(std::string text, std::string_view secret) {
    constexpr std::size_t ShortestSecret = 4;
    constexpr std::string_view Hidden = "***";
    if (secret.size() < ShortestSecret) {
        return text;
    }
    for (std::size_t at = text.find(secret); at != std::string::npos;
         at = text.find(secret, at + Hidden.size())) {
        text.replace(at, secret.size(), Hidden);
    }
    for (std::size_t begun = secret.size() - 1; begun >= ShortestSecret; --begun) {
        if (text.ends_with(secret.substr(0, begun))) {
            return text.replace(text.size() - begun, begun, Hidden);
        }
    }
    return text;
}

namespace detail {

/// The first text under one of the names that providers use for messages to people; when there is none, the
/// first one inside `error`, `errors` and `details`.
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

/// A text or number that may be an error code. Empty for texts with spaces, URLs, and the HTTP status itself.
inline std::string codeFrom(const Json* value, int status) {
    const std::string text = value == nullptr    ? ""
                             : value->isString() ? value->text()
                             : value->isNumber() ? value->dump()
                                                 : "";
    const bool isWords = text.find_first_of(" \t\r\n") != std::string::npos;
    const bool isAddress = text.find("://") != std::string::npos || text.starts_with("about:");
    return isWords || isAddress || text == std::to_string(status) ? "" : text;
}

/// The first error code under one of the names that providers use for programs. A code inside `error`,
/// `errors` and `details` is more specific and takes precedence over general members of the outer object.
inline std::string codeIn(const Json& json, int status, int depth = 0) {
    constexpr int Deepest = 4;
    constexpr std::array<std::string_view, 7> Names = {
        "error_code", "errorCode", "error_name", "response_code", "code", "issue", "reason"};
    constexpr std::array<std::string_view, 3> Inside = {"error", "errors", "details"};
    constexpr std::array<std::string_view, 4> General = {"error", "name", "type", "status"};
    if (json.isArray() && !json.empty() && depth < Deepest) {
        return codeIn(json.at(0), status, depth + 1);
    }
    if (!json.isObject() || depth == Deepest) {
        return "";
    }
    std::string code;
    for (std::size_t i = 0; code.empty() && i < Names.size(); ++i) {
        code = codeFrom(json.find(Names[i]), status);
    }
    for (std::size_t i = 0; code.empty() && i < Inside.size(); ++i) {
        const Json* inner = json.find(Inside[i]);
        code = inner == nullptr ? "" : codeIn(*inner, status, depth + 1);
    }
    for (std::size_t i = 0; code.empty() && i < General.size(); ++i) {
        code = codeFrom(json.find(General[i]), status);
    }
    return code;
}

/// The content of the first of these elements that the body has.
template <std::size_t Count>
std::string inXml(std::string_view body, const std::array<std::string_view, Count>& names) {
    for (const std::string_view name : names) {
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

/// Element names of S3 and WebDAV.
inline std::string wordsInXml(std::string_view body) {
    return inXml<3>(body, {"Message", "message", "s:message"});
}
inline std::string codeInXml(std::string_view body) {
    return inXml<3>(body, {"Code", "code", "s:exception"});
}

constexpr std::size_t LongestBody = 65536;

inline std::string wordsOfBody(const HttpReply& reply) {
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

inline std::string codeOfBody(const HttpReply& reply) {
    if (reply.body.empty() || reply.body.size() > LongestBody) {
        return "";
    }
    try {
        return codeIn(reply.json(), reply.status);
    } catch (const JsonError&) {
        return codeInXml(reply.body);
    }
}

} // namespace detail

/// The message of any provider's refusal: from JSON with the usual names, from XML, or from plain text. Empty
/// when there is none, such as in an HTML page.
inline std::string wordsOf(const HttpReply& reply) {
    constexpr std::size_t Longest = 200;
    return reply.ok() && reply.body.empty() ? "" : fitForRefusal(detail::wordsOfBody(reply), Longest);
}

/// The error code of any provider's refusal, under the usual names; empty when there is none. A connector
/// that knows its provider should read the code itself.
inline std::string codeOf(const HttpReply& reply) {
    constexpr std::size_t Longest = 100;
    return fitForRefusal(detail::codeOfBody(reply), Longest);
}

/// `<code>:<words>`: the provider's own code or `http-<status>`, and the provider's words if there are any.
/// `code`: read from the body by the connector.
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
