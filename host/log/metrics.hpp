#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::host::log {

/// Labels of a time series, in the order in which they are printed.
using Labels = std::vector<std::pair<std::string, std::string>>;

/// A number that only grows. Adding takes no lock.
class Counter {
public:
    void add(std::uint64_t amount = 1) noexcept { value_.fetch_add(amount, std::memory_order_relaxed); }
    std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

/// A gauge: a number that can increase and decrease.
class Gauge {
public:
    void set(std::int64_t value) noexcept { value_.store(value, std::memory_order_relaxed); }
    void add(std::int64_t amount) noexcept { value_.fetch_add(amount, std::memory_order_relaxed); }
    std::int64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> value_{0};
};

/// Durations counted in buckets from 250 µs to 10 s. Observing takes no lock.
class Histogram {
public:
    /// Upper bound in microseconds, and its text for Prometheus in seconds.
    struct Bound {
        std::int64_t micros;
        std::string_view seconds;
    };
    static constexpr Bound Bounds[] = {{250, "0.00025"}, {500, "0.0005"},  {1000, "0.001"},  {2500, "0.0025"},
                                       {5000, "0.005"},  {10000, "0.01"},  {25000, "0.025"}, {50000, "0.05"},
                                       {100000, "0.1"},  {250000, "0.25"}, {500000, "0.5"},  {1000000, "1"},
                                       {2500000, "2.5"}, {10000000, "10"}};
    static constexpr std::size_t BoundCount = sizeof Bounds / sizeof Bounds[0];

    void observe(std::int64_t micros) noexcept;
    std::uint64_t count() const noexcept { return count_.load(std::memory_order_relaxed); }
    std::uint64_t sumMicros() const noexcept { return sum_.load(std::memory_order_relaxed); }
    /// Observations in one bucket, not cumulative.
    std::uint64_t inBucket(std::size_t bucket) const noexcept {
        return buckets_[bucket].load(std::memory_order_relaxed);
    }

private:
    std::atomic<std::uint64_t> buckets_[BoundCount] = {};
    std::atomic<std::uint64_t> count_{0};
    std::atomic<std::uint64_t> sum_{0};
};

/// Writes the text format of Prometheus. Samples of one family must follow its header without another
/// between.
class Exposition {
public:
    /// `type`: counter, gauge or histogram.
    void family(std::string_view name, std::string_view type, std::string_view help);
    void sample(std::string_view name, const Labels& labels, std::uint64_t value);
    void sample(std::string_view name, const Labels& labels, std::int64_t value);
    /// Buckets, sum and count of a histogram.
    void sample(std::string_view name, const Labels& labels, const Histogram& histogram);
    /// A duration in seconds.
    void seconds(std::string_view name, const Labels& labels, std::uint64_t micros);

    void append(const Exposition& other) { text_ += other.text_; }
    const std::string& text() const noexcept { return text_; }

private:
    void line(std::string_view name, const Labels& labels, std::string_view extraName,
              std::string_view extraValue, std::string_view value);

    std::string text_;
};

/// Registry of all metrics that /metrics shows. Registration takes a lock; updating a metric does not.
class Metrics {
public:
    /// The same name and labels give the same counter. The references live as long as the registry.
    Counter& counter(std::string_view name, std::string_view help, Labels labels = {});
    /// Declares a family whose counters are created later, so that it is shown even without any.
    void counters(std::string_view name, std::string_view help);
    Gauge& gauge(std::string_view name, std::string_view help, Labels labels = {});
    Histogram& histogram(std::string_view name, std::string_view help, Labels labels = {});
    /// Registers a function that is called on each scrape, for values kept elsewhere (pool, jobs, journal).
    /// When it throws, only its own families are missing.
    void collect(std::function<void(Exposition&)> collector);

    std::string expose() const;

private:
    enum class Type { Counter = 1, Gauge, Histogram };
    struct Family {
        std::string name;
        std::string help;
        Type type;
        std::deque<std::pair<Labels, Counter>> counters;
        std::deque<std::pair<Labels, Gauge>> gauges;
        std::deque<std::pair<Labels, Histogram>> histograms;
    };
    Family& family(std::string_view name, std::string_view help, Type type);

    mutable std::mutex mutex_;
    std::deque<Family> families_;
    std::vector<std::function<void(Exposition&)>> collectors_;
};

} // namespace svc::host::log
