#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "host/core/facts.hpp"
#include "host/core/services.hpp"

namespace svc::host {

/// Runs the jobs of the database: deliveries to subscribers, jobs filed by plugins, schedules. Any number of
/// hosts may run one; a job is claimed with SKIP LOCKED and a lease, its outcome is fenced by the number of
/// the attempt.
class JobWorker {
public:
    /// `companyOf` gives the facts of a company, or nothing when it is gone.
    JobWorker(Services& services, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf,
              unsigned threads);
    ~JobWorker();
    JobWorker(const JobWorker&) = delete;
    JobWorker& operator=(const JobWorker&) = delete;

    void start();
    /// Claims no more jobs and waits for the running ones.
    void stop();
    /// There may be something to do: wakes the threads.
    void wake();
    /// Runs everything that is due, schedules too, on this thread until nothing is due. For the testing
    /// clock.
    void runDue();

private:
    struct Claimed {
        Uuid company;
        std::string id;
        std::string plugin;
        std::string name;
        std::string payload;
        std::string requestId;
        int attempt = 0;
    };

    void loop();
    bool runOnce();
    bool fileScheduled();
    std::vector<Claimed> claim();
    void run(const Claimed& job);
    void recordFailure(const Claimed& job, const std::string& reason);
    void log(int level, const Claimed& job, const std::string& message) const;

    Services& services_;
    std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf_;
    unsigned threadCount_;
    std::string owner_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable woken_;
    bool stopping_ = false;
    std::uint64_t wakes_ = 0;
};

} // namespace svc::host
