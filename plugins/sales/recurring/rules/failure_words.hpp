#pragma once

#include "document/rules/mail_words.hpp"

namespace svc::sales {

/// Tells an owner that a recurring sale that fell due `on` a day could not be made. `language`: en, fr or de,
/// anything else counts as en. `name` is the label of its first line, `code` that of the refusal.
MailWords recurringFailureWords(const MailReader& reader, std::string_view company, std::string_view name,
                                Date on, std::string_view code);

} // namespace svc::sales
