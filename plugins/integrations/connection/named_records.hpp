#pragma once

#include "bindings.hpp"

namespace svc::integrations {

/// Asks the modules for the records that settings name: those of members with `x-id`, or with a pattern of an
/// identifier such as `^wal_`. Refuses with 400 `field-invalid:<path>`, then with 404 `wallet-not-found`,
/// `partner-not-found` and so on.
void checkNamedRecords(Call& call, const Json& schema, const Json& settings, const std::string& path);

} // namespace svc::integrations
