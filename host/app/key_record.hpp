#pragma once

#include <filesystem>

#include "host/app/master_key.hpp"
#include "host/core/clock.hpp"
#include "host/db/pool.hpp"

namespace svc::host::app {

/// The master key, checked against the keys recorded in this database; it is created and recorded when the
/// database has none. Throws std::runtime_error that says what to do when the key is missing or differs: data
/// encrypted with a lost key cannot be read, and data encrypted with a new key in the meantime would be lost
/// when the old one is restored.
MasterKey recordedMasterKey(db::Pool& pool, const Clock& clock, const std::filesystem::path& file);

} // namespace svc::host::app
