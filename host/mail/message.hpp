#pragma once

#include <string>
#include <vector>

#include <svc/json.hpp>

namespace svc::host::mail {

/// An attached file: its bytes, or the command that makes them when the message is sent.
struct Attachment {
    std::string fileName;
    std::string contentType;
    std::string content;
    std::string command; ///< answers `{ "content": base64 }`; empty when the bytes are there
    Json input;
};

/// One message to one person.
struct Message {
    std::string to; ///< an address, or `Name <address>`
    std::string subject;
    std::string text;
    std::string html = {};
    std::string replyTo = {};
    std::string language = {};
    std::vector<Attachment> attachments = {};
    /// The document that it is about, as in the history; empty: none.
    std::string documentKind = {};
    std::string documentId = {};

    /// Reads the input of mail.queue. Throws ApiError field-required or field-invalid for what cannot be
    /// sent: a wrong address, a line break where a header would take it for another header, too many bytes.
    static Message read(const Json& input);
    Json toJson() const;
};

/// A member of the input that is an address, or `Name <address>`. Throws ApiError field-invalid.
std::string mailboxOf(const Json& input, const char* field);
/// The bare address of `Name <address>`.
std::string addressOf(const std::string& mailbox);
/// Decodes base64 with padding; nothing when the text is invalid; blanks and line breaks are ignored.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace svc::host::mail
