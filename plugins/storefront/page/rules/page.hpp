#pragma once

#include <string>
#include <string_view>

namespace svc::storefront {

/// The style of all pages: one column for phones, light or dark as the reader's device is set, without
/// scripts and external resources.
extern const std::string_view Style;
/// Allows a page its own style and forms to this service, and nothing else.
extern const std::string_view ContentSecurityPolicy;

/// A whole page around `body`, which is HTML already. Title and language are plain texts.
std::string page(std::string_view title, std::string_view language, std::string_view body);

} // namespace svc::storefront
