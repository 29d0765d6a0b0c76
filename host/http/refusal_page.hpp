#pragma once

#include <string_view>

#include "host/http/answer.hpp"

namespace svc::host::http {

extern const std::string_view RefusalStyle;
/// Allows nothing but the style above.
extern const std::string_view RefusalPolicy;

/// What people read in the place of a refusal; `language` is en, fr or de.
std::string_view refusalText(std::string_view code, std::string_view language);

/// Does the reader ask for a page rather than for JSON? `accept` is the header of that name.
bool asksForHtml(std::string_view accept);

/// The refusal as a page in a language of chooseLanguage(), with the same status.
void showAsPage(Answer& refusal, std::string_view language);

} // namespace svc::host::http
