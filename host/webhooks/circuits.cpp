#include "host/webhooks/circuits.hpp"

#include <algorithm>

namespace svc::host::webhooks {
namespace {

/// A probe without outcome for this long is lost, since no call may take longer.
constexpr std::int64_t ProbeTime = 3 * Instant::Minute;
/// Bounds memory, because companies may name any number of unreachable servers.
constexpr std::size_t MostCircuits = 1000;
constexpr std::int64_t RememberedFor = Instant::Hour;

} // namespace

std::optional<std::int64_t> Circuits::refuse(const std::string& plugin, const std::string& place) {
    const Instant now = clock_.now();
    const std::lock_guard lock(mutex_);
    const auto found = circuits_.find({plugin, place});
    if (found == circuits_.end() || !found->second.until) {
        return std::nullopt;
    }
    Circuit& circuit = found->second;
    const std::int64_t left = *circuit.until - now;
    // A longer wait than the longest pause means that the machine's clock was set back.
    if (left > 0 && left <= LongestPause) {
        return left / Instant::Second + 1;
    }
    if (circuit.probe && now - *circuit.probe < ProbeTime) {
        return 1;
    }
    circuit.probe = now;
    return std::nullopt;
}

void Circuits::ended(const std::string& plugin, const std::string& place, bool failed) {
    const Instant now = clock_.now();
    const std::lock_guard lock(mutex_);
    if (!failed) {
        circuits_.erase({plugin, place});
        return;
    }
    if (circuits_.size() >= MostCircuits) {
        forgetOld(now);
    }
    Circuit& circuit = circuits_[{plugin, place}];
    circuit.changed = now;
    ++circuit.failures;
    const bool probed = circuit.probe.has_value();
    // Calls that were running when the circuit opened do not open it again.
    if (circuit.failures < FailuresBefore || (circuit.until && !probed)) {
        return;
    }
    circuit.probe.reset();
    circuit.pause = circuit.pause == 0 ? ShortestPause : std::min(LongestPause, 2 * circuit.pause);
    circuit.until = now + circuit.pause;
}

std::map<std::string, std::int64_t> Circuits::open() const {
    const std::lock_guard lock(mutex_);
    std::map<std::string, std::int64_t> counts;
    for (const auto& [key, circuit] : circuits_) {
        if (circuit.until) {
            ++counts[key.first];
        }
    }
    return counts;
}

void Circuits::forgetOld(Instant now) {
    std::erase_if(circuits_, [&](const auto& entry) {
        return now - entry.second.changed > RememberedFor || !entry.second.until;
    });
}

} // namespace svc::host::webhooks
