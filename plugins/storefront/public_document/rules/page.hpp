#pragma once

#include <string>
#include <string_view>

#include <svc/json.hpp>

namespace svc::storefront {

/// A document as its reader sees it (publicDocument) as a page, with buttons for what the reader may do.
std::string documentPage(const Json& shown, std::string_view language, std::string_view token);

} // namespace svc::storefront
