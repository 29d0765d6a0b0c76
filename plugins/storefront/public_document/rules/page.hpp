#pragma once

#include <string>
#include <string_view>

#include <svc/json.hpp>

#include "paper/reader.hpp"

namespace svc::storefront {

/// A document as its reader sees it (publicDocument) as a page, with buttons for what the reader may do.
std::string documentPage(const Json& shown, const paper::Reader& reader, std::string_view token);

} // namespace svc::storefront
