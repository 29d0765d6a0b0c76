#include "host/http/pipeline/rate_limiter.hpp"

#include <algorithm>

namespace svc::host::http {

void RateLimiter::Usage::advance(std::int64_t now) {
    if (now <= last) {
        return;
    }
    const std::int64_t steps = std::min(now - last, Window);
    for (std::int64_t step = 1; step <= steps; ++step) {
        std::uint16_t& bucket = buckets[static_cast<std::size_t>((last + step) % Window)];
        total -= bucket;
        bucket = 0;
    }
    if (now - last >= Window) {
        buckets.fill(0);
        total = 0;
    }
    last = now;
}

int RateLimiter::Usage::secondsToOldest(std::int64_t now) const {
    for (std::int64_t age = Window - 1; age >= 0; --age) {
        if (now >= age && buckets[static_cast<std::size_t>((now - age) % Window)] != 0) {
            return static_cast<int>(Window - age);
        }
    }
    return 0;
}

RateLimiter::Verdict RateLimiter::take(std::string_view who, int limit) {
    const int hosts = hosts_ ? std::max(hosts_(), 1) : 1;
    const int share = (limit + hosts - 1) / hosts;
    const std::int64_t clock = seconds_();
    Shard& shard = shards_[Hash()(who) % shards_.size()];
    const std::lock_guard lock(shard.mutex);
    auto found = shard.usage.find(who);
    if (found == shard.usage.end()) {
        if (shard.usage.size() >= shard.sweepAt) {
            sweep(shard, clock);
        }
        found = shard.usage.emplace(std::string(who), Usage{}).first;
        found->second.last = clock;
    }
    Usage& usage = found->second;
    usage.advance(clock);
    const std::int64_t now = usage.last;
    Verdict verdict;
    verdict.limit = limit;
    verdict.allowed = usage.total < share;
    if (verdict.allowed) {
        ++usage.buckets[static_cast<std::size_t>(now % Window)];
        ++usage.total;
    }
    verdict.remaining = std::max(share - usage.total, 0);
    verdict.reset = std::max(usage.secondsToOldest(now), 1);
    return verdict;
}

void RateLimiter::sweep(Shard& shard, std::int64_t now) {
    for (auto entry = shard.usage.begin(); entry != shard.usage.end();) {
        entry = now - entry->second.last >= Window ? shard.usage.erase(entry) : std::next(entry);
    }
    shard.sweepAt = std::max<std::size_t>(1024, shard.usage.size() * 2);
}

} // namespace svc::host::http
