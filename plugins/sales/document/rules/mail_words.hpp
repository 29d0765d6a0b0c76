#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>

#include "paper/reader_form.hpp"

namespace svc::sales {

/// Subject and text of a mail, as plain text.
struct MailWords {
    std::string subject;
    std::string text;
};

/// The facts that a mail states about its document.
struct MailedDocument {
    std::string_view kind; ///< sale or quote
    std::string_view number;
    std::int64_t total = 0;
    Currency currency;
    std::optional<Date> until; ///< due date or last day of validity
};

/// The reader for whom a mail is written.
struct MailReader {
    std::string_view language; ///< en, fr or de, anything else counts as en
    const paper::ReaderForm& form;
};

/// The text of a mail with a document. `message`, if the user has written one, comes first; `url` is the
/// public page.
MailWords mailWords(const MailReader& reader, const MailedDocument& document, std::string_view company,
                    const std::optional<std::string>& message, const std::optional<std::string>& url);

/// A line of a mail: the name of a fact, and its value.
std::string mailLine(std::string_view language, std::string_view name, std::string_view value);

} // namespace svc::sales
