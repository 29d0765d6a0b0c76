#pragma once

#include <svc/json.hpp>

#include "formats/csv.hpp"

namespace svc::bank {

/// The mapping of a CSV file as a client gives it; `field-invalid:csv.<name>` for what cannot be.
CsvMapping mappingOf(const Json& given);

} // namespace svc::bank
