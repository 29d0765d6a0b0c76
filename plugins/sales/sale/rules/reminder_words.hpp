#pragma once

#include <cstdint>

#include "document/rules/mail_words.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// What a reminder of a sale that is not paid says; `level` counts the reminders of the sale. `message`
/// stands first when somebody has written one; `url` is the public page.
MailWords reminderWords(const MailReader& reader, const Sale& sale, std::int64_t level,
                        std::string_view company, const std::optional<std::string>& message,
                        const std::optional<std::string>& url);

} // namespace svc::sales
