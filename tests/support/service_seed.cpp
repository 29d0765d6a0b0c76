#include "support/service_seed.hpp"

#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>

#include "support/program.hpp"
#include "support/running_service.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

/// The seed of this build. While it is being made the folder has another name, so that a seed is either
/// complete or missing.
fs::path seedFolder() {
    const char* base = std::getenv("TMPDIR");
    const std::size_t build = std::hash<std::string>()(hostProgram());
    return fs::path(base != nullptr ? base : "/tmp") / ("svc-service-seed-" + std::to_string(build));
}

} // namespace

void ServiceSeed::make() {
    remove();
    ServiceOptions options;
    options.dataFolder = seedFolder().string() + ".new";
    fs::remove_all(options.dataFolder);
    {
        RunningService service(options);
        if (service.stop() != 0) {
            throw std::runtime_error("the service of the seed did not stop in order");
        }
    }
    fs::rename(options.dataFolder, seedFolder());
}

void ServiceSeed::remove() {
    fs::remove_all(seedFolder());
}

bool ServiceSeed::copyTo(const fs::path& dataFolder) {
    if (!fs::is_directory(seedFolder())) {
        return false;
    }
    // Keeps owners and modes: when root runs the tests, the database belongs to another user.
    const Outcome copied =
        runProgram({"/bin/cp", "-a", "--reflink=auto", seedFolder().string(), dataFolder.string()});
    if (copied.code != 0) {
        throw std::runtime_error("the seed of the services cannot be copied: " + copied.errors);
    }
    return true;
}

} // namespace svc::test
