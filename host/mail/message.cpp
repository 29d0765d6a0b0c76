#include "host/mail/message.hpp"

#include <algorithm>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

namespace svc::host::mail {
namespace {

constexpr std::size_t MostCharacters = 255;             // of each header
constexpr std::size_t MostText = std::size_t{1} << 20U; // of each body
constexpr std::size_t MostAttachments = 10;
constexpr std::size_t MostAttached = std::size_t{8} << 20U; // bytes of all included attachments

bool isPlain(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
    });
}

/// Is it a single ASCII address without characters that end or begin an address in SMTP and in headers?
bool isAddress(std::string_view text) {
    const std::size_t at = text.find('@');
    return at != std::string_view::npos && at > 0 && at + 1 < text.size() && text.size() <= MostCharacters &&
           text.find('@', at + 1) == std::string_view::npos &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7f &&
                      std::string_view("<>()[]\\,;:\"").find(c) == std::string_view::npos;
           });
}

std::string header(const Json& input, const char* field) {
    const std::string text = input.textOr(field);
    if (text.size() > MostCharacters || !isPlain(text)) {
        throw fieldInvalid(field);
    }
    return text;
}

std::string body(const Json& input, const char* field) {
    const Json* value = input.find(field);
    if (value == nullptr || value->isNull()) {
        return {};
    }
    if (!value->isString() || value->text().size() > MostText) {
        throw fieldInvalid(field);
    }
    return value->text();
}

Attachment attachment(const Json& input, const std::string& path) {
    Attachment file;
    file.fileName = header(input, "fileName");
    file.contentType = header(input, "contentType");
    file.command = header(input, "command");
    if (file.fileName.empty() || file.fileName.find_first_of("/\\") != std::string::npos) {
        throw fieldInvalid(path + ".fileName");
    }
    if (std::count(file.contentType.begin(), file.contentType.end(), '/') != 1 ||
        file.contentType.find_first_of("\"; ") != std::string::npos) {
        throw fieldInvalid(path + ".contentType");
    }
    if (!file.command.empty()) {
        file.input = input["input"];
        return file;
    }
    auto bytes = fromBase64(input.textOr("content"));
    if (!bytes) {
        throw fieldInvalid(path + ".content");
    }
    file.content = std::move(*bytes);
    return file;
}

/// `document`: { kind, id }.
void readDocument(const Json& input, Message& message) {
    constexpr std::size_t Longest = 64;
    const Json* document = input.find("document");
    if (document == nullptr || !document->isObject()) {
        return;
    }
    message.documentKind = document->textOr("kind");
    message.documentId = document->textOr("id");
    if (message.documentKind.empty() || message.documentKind.size() > Longest || message.documentId.empty() ||
        message.documentId.size() > Longest) {
        throw fieldInvalid("document");
    }
}

} // namespace

std::string mailboxOf(const Json& input, const char* field) {
    const std::string text = input.textOr(field);
    if (text.size() > MostCharacters || !isPlain(text) || !isAddress(addressOf(text))) {
        throw fieldInvalid(field);
    }
    return text;
}

std::string addressOf(const std::string& mailbox) {
    const std::size_t open = mailbox.rfind('<');
    if (open == std::string::npos || mailbox.back() != '>') {
        return mailbox;
    }
    return mailbox.substr(open + 1, mailbox.size() - open - 2);
}

Message Message::read(const Json& input) {
    for (const char* field : {"to", "subject", "text"}) {
        if (!input.optionalText(field)) {
            throw fieldRequired(field);
        }
    }
    Message message;
    message.to = mailboxOf(input, "to");
    message.subject = header(input, "subject");
    message.text = body(input, "text");
    message.html = body(input, "html");
    message.language = header(input, "language");
    if (input.optionalText("replyTo")) {
        message.replyTo = mailboxOf(input, "replyTo");
    }
    readDocument(input, message);
    const Json* files = input.find("attachments");
    if (files == nullptr || files->isNull()) {
        return message;
    }
    if (!files->isArray() || files->size() > MostAttachments) {
        throw fieldInvalid("attachments");
    }
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < files->size(); ++i) {
        message.attachments.push_back(
            attachment(files->items()[i], "attachments[" + std::to_string(i) + ']'));
        bytes += message.attachments.back().content.size();
    }
    if (bytes > MostAttached) {
        throw fieldInvalid("attachments");
    }
    return message;
}

Json Message::toJson() const {
    Json files = Json::array();
    for (const Attachment& file : attachments) {
        Json entry = Json::object({{"fileName", file.fileName}, {"contentType", file.contentType}});
        if (file.command.empty()) {
            entry.set("content", Json(base64Encode(file.content)));
        } else {
            entry.set("command", Json(file.command));
            entry.set("input", file.input);
        }
        files.push(std::move(entry));
    }
    Json json = Json::object({{"to", to},
                              {"subject", subject},
                              {"text", text},
                              {"html", html},
                              {"replyTo", replyTo},
                              {"language", language},
                              {"attachments", std::move(files)}});
    if (!documentId.empty()) {
        json.set("document", Json::object({{"kind", documentKind}, {"id", documentId}}));
    }
    return json;
}

std::optional<std::string> fromBase64(std::string_view text) {
    std::string digits(text);
    digits.erase(std::remove_if(digits.begin(), digits.end(),
                                [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }),
                 digits.end());
    return base64Decode(digits);
}

} // namespace svc::host::mail
