#include "host/http/pipeline/known_callers.hpp"

#include <functional>

namespace svc::host::http {

KnownCallers::Mark KnownCallers::markOf(std::string_view credential, std::string_view company) noexcept {
    constexpr Mark Odd = 0x9e3779b97f4a7c15ULL;
    const std::hash<std::string_view> hash;
    return hash(credential) * Odd + hash(company);
}

bool KnownCallers::knows(Mark mark) const {
    const std::lock_guard lock(mutex_);
    return marks_.count(mark) > 0;
}

void KnownCallers::keep(Mark mark) {
    const std::lock_guard lock(mutex_);
    // Clears the cache; active callers come back with their next request.
    if (marks_.size() >= Most) {
        marks_.clear();
    }
    marks_.insert(mark);
}

void KnownCallers::forget(Mark mark) {
    const std::lock_guard lock(mutex_);
    marks_.erase(mark);
}

} // namespace svc::host::http
