#pragma once

#include <string_view>

#include <svc/json.hpp>

#include "formats/csv.hpp"

namespace svc::bank {

/// The mapping of a CSV file as a client gives it. What cannot be is `field-invalid:<path><name>`; `path` is
/// what stands before the names of the fields where they came from.
CsvMapping mappingOf(const Json& given, std::string_view path = "csv.");
/// The same without the columns.
CsvMapping mappingWithoutColumns(const Json& given, std::string_view path = "csv.");

} // namespace svc::bank
