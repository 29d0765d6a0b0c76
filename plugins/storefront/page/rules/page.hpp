#pragma once

#include <string>
#include <string_view>

namespace svc::storefront {

/// Look of all pages: one column for a phone, light and dark as the reader likes, no script, nothing from
/// elsewhere.
extern const std::string_view Style;
/// What a page may do: its own style, forms to this service, and nothing else.
extern const std::string_view ContentSecurityPolicy;

/// A whole page around `body`, which is HTML already. Title and language are plain texts.
std::string page(std::string_view title, std::string_view language, std::string_view body);

} // namespace svc::storefront
