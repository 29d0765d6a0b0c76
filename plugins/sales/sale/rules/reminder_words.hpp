#pragma once

#include <cstdint>

#include "document/rules/mail_words.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// The text of a reminder for an unpaid sale; `level` counts the reminders of the sale. `message`, if the
/// user has written one, comes first; `url` is the public page.
MailWords reminderWords(const MailReader& reader, const Sale& sale, std::int64_t level,
                        std::string_view company, const std::optional<std::string>& message,
                        const std::optional<std::string>& url);

} // namespace svc::sales
