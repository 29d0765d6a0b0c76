#pragma once

#include "host/core/services.hpp"
#include "host/core/work_loop.hpp"

#include <svc/date.hpp>
#include <svc/id.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace svc::host {
class UnitOfWork;
}

namespace svc::host::api {

/// An import while it runs. Its own thread updates the counters; the thread of ImportRuns reads them.
struct ImportRun {
    Uuid company;
    Uuid id;
    std::string kind;
    bool dryRun = false;
    std::int64_t bytes = 0;
    std::string requestId;
    Instant createdAt;
    std::atomic<std::int64_t> bytesDone{0};
    std::atomic<std::int64_t> rows{0};
    std::optional<std::string> error; ///< set when it failed; written before `ended`
    std::atomic<bool> ended{false};
};

/// Writes the progress of this host's imports twice a second in separate transactions, so that others see it
/// while the transactions of the imports are still open.
class ImportRuns {
public:
    explicit ImportRuns(Services& services);

    void start() { loop_.start(1); }
    void stop() { loop_.stop(); }

    void begin(std::shared_ptr<ImportRun> run);
    /// Writes the end in the transaction of the import, so that it becomes visible with the commit.
    void succeed(ImportRun& run, UnitOfWork& work);
    void fail(ImportRun& run, std::string error);

private:
    bool writeAll();

    Services& services_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<ImportRun>> runs_;
    WorkLoop loop_; ///< last: it ends before what its passes use
};

} // namespace svc::host::api
