#pragma once

#include <filesystem>
#include <optional>

namespace svc::test {

/// The data folder of a service that was started once with all modules and stopped: database, demonstration
/// company and first-run.json. Tests copy it instead of making the same database again, which takes seconds.
///
/// It lies in TMPDIR, one per build folder. ctest makes it before the tests that start services and removes
/// it after them (fixture `service_seed`); a test program that is started alone makes its database itself.
class ServiceSeed {
public:
    /// Starts and stops a service; what an earlier run left is replaced.
    static void make();
    static void remove();

    /// Copies the seed to `dataFolder`, which is not there yet. False when there is no seed.
    static bool copyTo(const std::filesystem::path& dataFolder);
};

} // namespace svc::test
