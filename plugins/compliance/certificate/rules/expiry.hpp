#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>

#include "paper/reader_form.hpp"

namespace svc::compliance {

/// The warning that is due: 60, 30 or 7 days before the end, each once. `warned`: the last one that was sent.
std::optional<std::int64_t> warningDue(Instant notAfter, Instant now, std::optional<std::int64_t> warned);

struct ExpiryWords {
    std::string subject;
    std::string text;
};
/// The message to the owners about an expiring certificate. `language`: en, fr or de; any other counts as en.
ExpiryWords expiryWords(std::string_view language, const paper::ReaderForm& form, std::string_view company,
                        std::string_view regime, std::string_view certificate, Date end);

} // namespace svc::compliance
