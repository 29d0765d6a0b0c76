#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace svc::host::http {

/// Counts requests of the last 60 seconds in buckets of one second (api "Rate"). Refused requests are not
/// counted. Thread-safe; different callers rarely contend for a lock.
class RateLimiter {
public:
    static constexpr std::int64_t Window = 60;

    struct Verdict {
        bool allowed = true;
        int limit = 0;
        int remaining = 0;
        int reset = 0; ///< seconds until another request fits, or until the oldest one counted is forgotten
    };

    /// `seconds`: a monotonic clock. `hosts`: how many hosts share the limits; each allows its part, rounded
    /// up, so that together they allow at most one request per host more than the limit.
    explicit RateLimiter(std::function<std::int64_t()> seconds, std::function<int()> hosts = {})
        : seconds_(std::move(seconds)), hosts_(std::move(hosts)) {}

    /// Counts one request if it is within the limit.
    Verdict take(std::string_view who, int limit);

private:
    struct Usage {
        std::array<std::uint16_t, Window> buckets{};
        std::int64_t last = 0; ///< second of the newest bucket
        int total = 0;

        void advance(std::int64_t now);
        int secondsToOldest(std::int64_t now) const;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::string, Usage, Hash, std::equal_to<>> usage;
        std::size_t sweepAt = 1024;
    };
    static void sweep(Shard& shard, std::int64_t now);

    std::function<std::int64_t()> seconds_;
    std::function<int()> hosts_;
    std::array<Shard, 64> shards_;
};

} // namespace svc::host::http
