#pragma once

#include "host/core/catalogue.hpp"
#include "host/http/front/answerer.hpp"
#include "host/log/metrics.hpp"
#include "host/openapi/contract.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace svc::host::http {

/// Requests of one route by status, and their durations. Counting takes no lock.
class RouteFigures {
public:
    void count(int status, std::int64_t micros) noexcept;
    /// Calls the function with each status that occurred.
    void each(const std::function<void(int status, std::uint64_t count)>& function) const;
    const log::Histogram& durations() const noexcept { return durations_; }

private:
    static constexpr int First = 200;
    static constexpr int Last = 599;
    std::array<std::atomic<std::uint32_t>, Last - First + 1> byStatus_{};
    log::Histogram durations_;
};

/// What a service route (such as /health) gets: no caller, no company, no database transaction.
struct ServiceRequest {
    const RawRequest& raw;
    const std::string& client; ///< address
};

/// Guesses whether the handler of a read makes exactly one query, so that the end of its transaction can be
/// sent along with that query. The guess is learnt from earlier requests: after a handler that made a second
/// query, the route is treated as one with several for a while.
class QueryGuess {
public:
    bool once() const noexcept { return doubts_.load(std::memory_order_relaxed) == 0; }
    void wasWrong() noexcept { doubts_.store(Doubts, std::memory_order_relaxed); }
    /// Records the number of queries of a read that was not predicted to make one.
    void saw(int queries) noexcept {
        const int doubts = doubts_.load(std::memory_order_relaxed);
        if (queries > 1) {
            wasWrong();
        } else if (doubts > 0) {
            doubts_.store(doubts - 1, std::memory_order_relaxed);
        }
    }

private:
    static constexpr int Doubts = 50;
    std::atomic<int> doubts_{0};
};

/// One operation with its handler.
struct Route {
    const openapi::Operation* operation = nullptr;
    Handler handler;                                      ///< of plugins and of the host's API
    std::function<Answer(const ServiceRequest&)> service; ///< for /health and similar routes
    std::string disabledModule; ///< the module that is not enabled but that the route needs
    bool counted = true;        ///< against the rate limit
    Lane lane = Lane::Work;
    bool instant = false;             ///< never waits, so it needs no worker thread
    std::vector<const Scope*> scopes; ///< any one is enough
    RouteFigures figures;
    QueryGuess asks; ///< for reads
};

} // namespace svc::host::http
