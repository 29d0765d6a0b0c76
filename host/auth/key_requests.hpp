#pragma once

#include "host/db/pool.hpp"

#include <svc/date.hpp>
#include <svc/id.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace svc::host::auth {

/// One line of GET /api-keys/{keyId}/requests.
struct KeyRequest {
    Uuid company;
    Uuid key;
    std::string requestId;
    Instant at;
    std::string method;
    std::string path;
    int status = 0;
    std::optional<std::string> message;
    int durationMs = 0;
    std::optional<std::string> idempotencyKey;
    std::string address;
};

/// Writes the request log in batches on a separate thread, so that requests do not wait for it. The queue is
/// bounded: when it is full, record() waits a moment for space; a line that still finds none is dropped and
/// counted.
class KeyRequestWriter {
public:
    struct Options {
        std::size_t capacity = 4096;
        std::size_t batch = 256;
        std::chrono::milliseconds interval{200}; ///< between two batches that are not full
        std::chrono::milliseconds patience{250}; ///< how long record() waits for room
        std::function<void(const std::string&)> log;
    };

    KeyRequestWriter(db::Pool& pool, Options options);
    /// Writes what is queued, then ends.
    ~KeyRequestWriter();
    KeyRequestWriter(const KeyRequestWriter&) = delete;
    KeyRequestWriter& operator=(const KeyRequestWriter&) = delete;

    /// Thread-safe.
    void record(KeyRequest request);
    /// Returns when everything recorded before is written or counted as lost.
    void flush();

    std::uint64_t written() const noexcept { return written_.load(); }
    /// Lines lost because the queue stayed full or the database refused them.
    std::uint64_t dropped() const noexcept { return dropped_.load(); }
    std::size_t queued() const;

private:
    void run();
    /// Writes the lines; when the server refuses them, splits them in halves, so that one bad line does not
    /// lose the others.
    void write(std::span<const KeyRequest> lines, int& refusalsLeft);
    void insert(std::span<const KeyRequest> lines);
    void lose(std::size_t lines, const std::exception& error);

    db::Pool& pool_;
    Options options_;
    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    std::condition_variable taken_;
    std::deque<KeyRequest> queue_;
    std::size_t writing_ = 0;
    bool flushing_ = false;
    bool stopping_ = false;
    std::atomic<std::uint64_t> written_{0};
    std::atomic<std::uint64_t> dropped_{0};
    std::thread thread_;
};

} // namespace svc::host::auth
