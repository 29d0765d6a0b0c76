#include "host/http/pipeline/route.hpp"

namespace svc::host::http {

void RouteFigures::count(int status, std::int64_t micros) noexcept {
    if (status >= First && status <= Last) {
        byStatus_[static_cast<std::size_t>(status - First)].fetch_add(1, std::memory_order_relaxed);
    }
    durations_.observe(micros);
}

void RouteFigures::each(const std::function<void(int, std::uint64_t)>& function) const {
    for (int status = First; status <= Last; ++status) {
        const std::uint32_t count =
            byStatus_[static_cast<std::size_t>(status - First)].load(std::memory_order_relaxed);
        if (count > 0) {
            function(status, count);
        }
    }
}

} // namespace svc::host::http
