#pragma once

#include <filesystem>

#include "host/app/master_key.hpp"
#include "host/core/clock.hpp"
#include "host/db/pool.hpp"

namespace svc::host::app {

/// The master key, proved to be one that this database was written with; it is made, and recorded, when the
/// database has known none. Throws std::runtime_error that says what to do when the key is missing or is
/// another one: what is sealed under a lost key cannot be read, and what is sealed under a new one meanwhile
/// would be lost when the old one comes back.
MasterKey recordedMasterKey(db::Pool& pool, const Clock& clock, const std::filesystem::path& file);

} // namespace svc::host::app
