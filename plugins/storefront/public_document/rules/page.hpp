#pragma once

#include <string>
#include <string_view>

#include <svc/json.hpp>

#include "paper/reader.hpp"

namespace svc::storefront {

/// The HTML page of a document (publicDocument), with buttons for the actions open to the reader.
std::string documentPage(const Json& shown, const paper::Reader& reader, std::string_view token);

} // namespace svc::storefront
