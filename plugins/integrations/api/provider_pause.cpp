#include "api/provider_pause.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

namespace svc::integrations {
namespace {

/// In a row, whatever the company.
constexpr int FailuresBefore = 3;
constexpr std::int64_t LongestPause = 30 * Instant::Minute;

struct Silence {
    int failures = 0;
    Instant until;
};

std::mutex& pauseMutex() {
    static std::mutex mutex;
    return mutex;
}

std::map<std::string, Silence, std::less<>>& silences() {
    static std::map<std::string, Silence, std::less<>> map;
    return map;
}

} // namespace

std::optional<Instant> ProviderPause::until(std::string_view provider, Instant now) {
    const std::lock_guard lock(pauseMutex());
    const auto found = silences().find(provider);
    return found == silences().end() || found->second.until <= now ? std::nullopt
                                                                   : std::optional(found->second.until);
}

void ProviderPause::failed(std::string_view provider, Instant now) {
    const std::lock_guard lock(pauseMutex());
    Silence& silence = silences()[std::string(provider)];
    if (++silence.failures >= FailuresBefore) {
        const int doublings = std::min(silence.failures - FailuresBefore, 5);
        silence.until = now + std::min(LongestPause, Instant::Minute << doublings);
    }
}

void ProviderPause::answered(std::string_view provider) {
    const std::lock_guard lock(pauseMutex());
    if (const auto found = silences().find(provider); found != silences().end()) {
        silences().erase(found);
    }
}

} // namespace svc::integrations
