#pragma once

#include <string_view>

#include "host/http/front/answer.hpp"

namespace svc::host::http {

extern const std::string_view RefusalStyle;
/// Content-Security-Policy that allows only the page's own style.
extern const std::string_view RefusalPolicy;

/// The text of a refusal for people; `language` is en, fr or de.
std::string_view refusalText(std::string_view code, std::string_view language);

/// Does the client prefer a page to JSON? `accept`: the header of that name.
bool asksForHtml(std::string_view accept);

/// The refusal as a page in a language of chooseLanguage(), with the same status.
void showAsPage(Answer& refusal, std::string_view language);

} // namespace svc::host::http
