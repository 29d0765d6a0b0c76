#pragma once

#include "document/rules/mail_words.hpp"

namespace svc::sales {

/// The mail to an owner about a recurring sale due `on` a day that could not be created. `language`: en, fr
/// or de; any other counts as en. `name` is the label of its first line, `code` that of the refusal.
MailWords recurringFailureWords(const MailReader& reader, std::string_view company, std::string_view name,
                                Date on, std::string_view code);

} // namespace svc::sales
