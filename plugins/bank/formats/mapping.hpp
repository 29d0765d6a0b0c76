#pragma once

#include <string_view>

#include <svc/json.hpp>

#include "formats/csv.hpp"

namespace svc::bank {

/// Reads the mapping of a CSV file that a client sent. Throws `field-invalid:<path><name>` for an invalid
/// field; `path` is the prefix of the field names in the request.
CsvMapping mappingOf(const Json& given, std::string_view path = "csv.");
/// The same without the columns.
CsvMapping mappingWithoutColumns(const Json& given, std::string_view path = "csv.");

} // namespace svc::bank
