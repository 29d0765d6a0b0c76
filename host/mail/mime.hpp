#pragma once

#include <string>

#include <svc/date.hpp>

#include "host/mail/message.hpp"

namespace svc::host::mail {

/// Headers and options that the sender adds to a message.
struct Envelope {
    std::string from;      ///< `Name <address>` or an address
    std::string messageId; ///< without < and >; the same at each attempt, so that receivers see repetitions
    Instant date;
    /// For people who read the file: bodies are not encoded and lines end with LF. A server gets only ASCII.
    bool asFile = false;
};

/// The message in the format of RFC 5322 and MIME, with CRLF line ends. Attachments must contain their bytes.
/// No content can inject another header.
std::string mimeText(const Message& message, const Envelope& envelope);

/// Encodes a header's text: unchanged when it is ASCII, else as encoded words (RFC 2047).
std::string headerText(std::string_view text);

} // namespace svc::host::mail
