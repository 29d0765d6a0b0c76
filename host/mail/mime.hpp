#pragma once

#include <string>

#include <svc/date.hpp>

#include "host/mail/message.hpp"

namespace svc::host::mail {

/// What the sender adds to a message.
struct Envelope {
    std::string from;      ///< `Name <address>` or an address
    std::string messageId; ///< without < and >; the same at each attempt, so that receivers see repetitions
    Instant date;
    /// Bodies as they stand and lines that end with LF, for people who read the file; a server gets nothing
    /// but ASCII.
    bool asFile = false;
};

/// The message in the form of RFC 5322 and MIME, with CRLF at the ends of lines.
/// Attachments must hold their
/// bytes. Nothing in it can begin another header.
std::string mimeText(const Message& message, const Envelope& envelope);

/// A header's text: as it stands when it is ASCII, else in encoded words (RFC 2047).
std::string headerText(std::string_view text);

} // namespace svc::host::mail
