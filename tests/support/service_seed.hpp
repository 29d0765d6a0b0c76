#pragma once

#include <filesystem>
#include <optional>

namespace svc::test {

/// The data folder of a service that was started once with all modules and stopped: database, demonstration
/// company and first-run.json. Tests copy it instead of creating the same database again, which takes
/// seconds.
///
/// It is in TMPDIR, one per build folder. ctest creates it before the tests that start services and removes
/// it after them (fixture `service_seed`); a test program started alone creates its own database.
class ServiceSeed {
public:
    /// Starts and stops a service; replaces the seed of an earlier run.
    static void make();
    static void remove();

    /// Copies the seed to `dataFolder`, which must not exist yet. False when there is no seed.
    static bool copyTo(const std::filesystem::path& dataFolder);
};

} // namespace svc::test
