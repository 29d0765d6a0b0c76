#include "host/mail/mime.hpp"

#include <algorithm>

#include <Poco/DateTimeFormat.h>
#include <Poco/DateTimeFormatter.h>
#include <Poco/Timestamp.h>

#include <svc/encoding.hpp>

#include "host/auth/digest.hpp"

namespace svc::host::mail {
namespace {

constexpr std::size_t LongestLine = 900; // bytes; SMTP guarantees 998
constexpr std::size_t WordBytes = 45;    // of an encoded word, which has at most 75 characters

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool hasShortLines(std::string_view text) {
    std::size_t length = 0;
    for (const char c : text) {
        length = c == '\n' ? 0 : length + 1;
        if (length > LongestLine) {
            return false;
        }
    }
    return true;
}

/// Converts all line ends to CRLF.
std::string withCrlf(std::string_view text) {
    std::string lines;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
            continue;
        }
        lines += text[i] == '\n' || text[i] == '\r' ? "\r\n" : std::string(1, text[i]);
    }
    return lines;
}

std::string folded(const std::string& digits) {
    constexpr std::size_t Width = 76;
    std::string lines;
    for (std::size_t at = 0; at < digits.size(); at += Width) {
        lines += digits.substr(at, Width) + "\r\n";
    }
    return lines;
}

std::string part(const std::string& type, std::string_view text, bool asFile) {
    std::string head = "Content-Type: " + type + "; charset=utf-8\r\nContent-Transfer-Encoding: ";
    if (hasShortLines(text) && (asFile || isAscii(text))) {
        return head + (isAscii(text) ? "7bit" : "8bit") + "\r\n\r\n" + withCrlf(text) + "\r\n";
    }
    return head + "base64\r\n\r\n" + folded(base64Encode(withCrlf(text)));
}

/// RFC 2231: all but plain letters and digits are encoded as %XX.
std::string fileNameParameter(const std::string& name) {
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
               c == '-' || c == '_';
    };
    if (std::all_of(name.begin(), name.end(), isPlain)) {
        return "filename=\"" + name + '"';
    }
    std::string encoded = "filename*=utf-8''";
    for (const char c : name) {
        encoded += isPlain(c) ? std::string(1, c) : '%' + upperAscii(hexEncode({&c, 1}));
    }
    return encoded;
}

std::string attached(const Attachment& file) {
    return "Content-Type: " + file.contentType + "\r\nContent-Transfer-Encoding: base64\r\n" +
           "Content-Disposition: attachment; " + fileNameParameter(file.fileName) + "\r\n\r\n" +
           folded(base64Encode(file.content));
}

std::string multipart(const std::string& kind, const std::vector<std::string>& parts) {
    // A random boundary: no text can contain it by chance or by intent.
    const std::string boundary = "=_" + auth::randomAlphanumeric(24);
    std::string text = "Content-Type: multipart/" + kind + ";\r\n boundary=\"" + boundary + "\"\r\n\r\n";
    for (const std::string& entry : parts) {
        text += "--" + boundary + "\r\n" + entry;
    }
    return text + "--" + boundary + "--\r\n";
}

std::string mailboxText(const std::string& mailbox) {
    const std::string address = addressOf(mailbox);
    if (address == mailbox) {
        return mailbox;
    }
    std::string name(trim(mailbox.substr(0, mailbox.rfind('<'))));
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
        name = name.substr(1, name.size() - 2);
    }
    if (!isAscii(name)) {
        return headerText(name) + " <" + address + '>';
    }
    std::string quoted;
    for (const char c : name) {
        quoted += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return '"' + quoted + "\" <" + address + '>';
}

void addHeader(std::string& text, const char* name, const std::string& value) {
    if (!value.empty()) {
        text += std::string(name) + ": " + value + "\r\n";
    }
}

} // namespace

std::string headerText(std::string_view text) {
    std::string line(text);
    for (char& c : line) {
        c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    if (isAscii(line) && line.find("=?") == std::string::npos) {
        return line;
    }
    std::string words;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = std::min(line.size(), at + WordBytes);
        // Does not split a UTF-8 character: each encoded word must be valid by itself.
        while (end < line.size() && end > at && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) {
            --end;
        }
        words += (words.empty() ? "=?utf-8?B?" : "\r\n =?utf-8?B?") +
                 base64Encode(line.substr(at, end - at)) + "?=";
        at = end;
    }
    return words;
}

std::string mimeText(const Message& message, const Envelope& envelope) {
    std::string text;
    addHeader(text, "Date",
              Poco::DateTimeFormatter::format(Poco::Timestamp(envelope.date.micros()),
                                              Poco::DateTimeFormat::RFC1123_FORMAT));
    addHeader(text, "From", envelope.from.empty() ? "" : mailboxText(envelope.from));
    addHeader(text, "To", mailboxText(message.to));
    addHeader(text, "Reply-To", message.replyTo.empty() ? "" : mailboxText(message.replyTo));
    addHeader(text, "Subject", envelope.asFile ? message.subject : headerText(message.subject));
    addHeader(text, "Message-ID", envelope.messageId.empty() ? "" : '<' + envelope.messageId + '>');
    addHeader(text, "Content-Language", message.language);
    // Suppresses automatic replies.
    addHeader(text, "Auto-Submitted", "auto-generated");
    addHeader(text, "MIME-Version", "1.0");
    std::string body = part("text/plain", message.text, envelope.asFile);
    if (!message.html.empty()) {
        body = multipart("alternative", {body, part("text/html", message.html, envelope.asFile)});
    }
    if (!message.attachments.empty()) {
        std::vector<std::string> parts{body};
        for (const Attachment& file : message.attachments) {
            parts.push_back(attached(file));
        }
        body = multipart("mixed", parts);
    }
    text += body;
    if (envelope.asFile) {
        text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    }
    return text;
}

} // namespace svc::host::mail
