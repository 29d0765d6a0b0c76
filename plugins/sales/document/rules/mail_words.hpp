#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>

namespace svc::sales {

/// Subject and text of a mail, as plain text.
struct MailWords {
    std::string subject;
    std::string text;
};

/// What a mail says of the document that it carries.
struct MailedDocument {
    std::string_view kind; ///< sale or quote
    std::string_view number;
    std::int64_t total = 0;
    Currency currency;
    std::optional<Date> until; ///< due date or last day of validity
};

/// What a mail that carries a document says. `language`: en, fr or de, anything else counts as en.
/// `message` stands first when somebody has written one; `url` is the public page.
MailWords mailWords(std::string_view language, const MailedDocument& document, std::string_view company,
                    const std::optional<std::string>& message, const std::optional<std::string>& url);

/// 1234.50 in the way of the language: 1,234.50 · 1 234,50 · 1.234,50, with the code of the currency.
std::string amountText(std::int64_t minor, Currency currency, std::string_view language);

/// A date in the way of the language: 2026-11-20 · 20/11/2026 · 20.11.2026.
std::string dateText(Date date, std::string_view language);

} // namespace svc::sales
