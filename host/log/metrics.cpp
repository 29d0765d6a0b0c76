#include "host/log/metrics.hpp"

#include "host/log/log.hpp"

#include <algorithm>
#include <stdexcept>

namespace svc::host::log {

namespace {

void appendEscaped(std::string& out, std::string_view value) {
    for (const char c : value) {
        if (c == '\\' || c == '"') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
}

std::string secondsText(std::uint64_t micros) {
    std::string fraction = std::to_string(micros % 1'000'000);
    fraction.insert(0, 6 - fraction.size(), '0');
    return std::to_string(micros / 1'000'000) + '.' + fraction;
}

template <class Series>
auto& seriesOf(std::deque<std::pair<Labels, Series>>& all, Labels labels) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == labels; });
    if (found != all.end()) {
        return found->second;
    }
    return all
        .emplace_back(std::piecewise_construct, std::forward_as_tuple(std::move(labels)), std::tuple<>())
        .second;
}

} // namespace

void Histogram::observe(std::int64_t micros) noexcept {
    std::size_t bucket = 0;
    while (bucket < BoundCount && micros > Bounds[bucket].micros) {
        ++bucket;
    }
    if (bucket < BoundCount) {
        buckets_[bucket].fetch_add(1, std::memory_order_relaxed);
    }
    count_.fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(static_cast<std::uint64_t>(std::max<std::int64_t>(micros, 0)), std::memory_order_relaxed);
}

void Exposition::family(std::string_view name, std::string_view type, std::string_view help) {
    text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
    text_.append(name).append(" ").append(type).append("\n");
}

void Exposition::line(std::string_view name, const Labels& labels, std::string_view extraName,
                      std::string_view extraValue, std::string_view value) {
    text_ += name;
    if (!labels.empty() || !extraName.empty()) {
        char separator = '{';
        const auto label = [&](std::string_view key, std::string_view content) {
            text_ += separator;
            separator = ',';
            text_.append(key).append("=\"");
            appendEscaped(text_, content);
            text_ += '"';
        };
        for (const auto& [key, content] : labels) {
            label(key, content);
        }
        if (!extraName.empty()) {
            label(extraName, extraValue);
        }
        text_ += '}';
    }
    text_.append(" ").append(value).append("\n");
}

void Exposition::sample(std::string_view name, const Labels& labels, std::uint64_t value) {
    line(name, labels, {}, {}, std::to_string(value));
}

void Exposition::sample(std::string_view name, const Labels& labels, std::int64_t value) {
    line(name, labels, {}, {}, std::to_string(value));
}

void Exposition::seconds(std::string_view name, const Labels& labels, std::uint64_t micros) {
    line(name, labels, {}, {}, secondsText(micros));
}

void Exposition::sample(std::string_view name, const Labels& labels, const Histogram& histogram) {
    const std::string bucketName = std::string(name) + "_bucket";
    // The count is read first, so that no bucket can exceed it while other threads observe.
    std::uint64_t total = histogram.count();
    std::uint64_t cumulated = 0;
    for (std::size_t i = 0; i < Histogram::BoundCount; ++i) {
        cumulated += histogram.inBucket(i);
        line(bucketName, labels, "le", Histogram::Bounds[i].seconds, std::to_string(cumulated));
    }
    total = std::max(total, cumulated);
    line(bucketName, labels, "le", "+Inf", std::to_string(total));
    seconds(std::string(name) + "_sum", labels, histogram.sumMicros());
    sample(std::string(name) + "_count", labels, total);
}

Metrics::Family& Metrics::family(std::string_view name, std::string_view help, Type type) {
    for (Family& known : families_) {
        if (known.name == name) {
            if (known.type != type) {
                throw std::logic_error("metric " + known.name + " is registered with two types");
            }
            return known;
        }
    }
    Family& added = families_.emplace_back();
    added.name = name;
    added.help = help;
    added.type = type;
    return added;
}

Counter& Metrics::counter(std::string_view name, std::string_view help, Labels labels) {
    const std::lock_guard lock(mutex_);
    return seriesOf(family(name, help, Type::Counter).counters, std::move(labels));
}

void Metrics::counters(std::string_view name, std::string_view help) {
    const std::lock_guard lock(mutex_);
    family(name, help, Type::Counter);
}

Gauge& Metrics::gauge(std::string_view name, std::string_view help, Labels labels) {
    const std::lock_guard lock(mutex_);
    return seriesOf(family(name, help, Type::Gauge).gauges, std::move(labels));
}

Histogram& Metrics::histogram(std::string_view name, std::string_view help, Labels labels) {
    const std::lock_guard lock(mutex_);
    return seriesOf(family(name, help, Type::Histogram).histograms, std::move(labels));
}

void Metrics::collect(std::function<void(Exposition&)> collector) {
    const std::lock_guard lock(mutex_);
    collectors_.push_back(std::move(collector));
}

std::string Metrics::expose() const {
    Exposition out;
    const std::lock_guard lock(mutex_);
    for (const Family& one : families_) {
        const char* const types[] = {"counter", "gauge", "histogram"};
        out.family(one.name, types[static_cast<int>(one.type) - 1], one.help);
        for (const auto& [labels, counter] : one.counters) {
            out.sample(one.name, labels, counter.value());
        }
        for (const auto& [labels, gauge] : one.gauges) {
            out.sample(one.name, labels, gauge.value());
        }
        for (const auto& [labels, histogram] : one.histograms) {
            out.sample(one.name, labels, histogram);
        }
    }
    for (const auto& collector : collectors_) {
        Exposition part;
        try {
            collector(part);
            out.append(part);
        } catch (const std::exception& error) {
            // A collector that fails (such as one that needs the database) must not hide the metrics of the
            // others.
            warning({}, "metrics: a collector failed", {{"error", error.what()}});
        }
    }
    return out.text();
}

} // namespace svc::host::log
