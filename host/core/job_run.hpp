#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <svc/date.hpp>

namespace svc::host {

class UnitOfWork;

/// A running job as its code sees it, and the outcome that the code sets.
struct JobRun {
    struct Again {
        Instant due;
        std::string payload;
        std::string note;
    };

    int attempt = 1; ///< from 1
    Instant filedAt;
    Instant deadline; ///< after it, another host may claim the job
    std::optional<Again> again;
    std::optional<std::string> result; ///< JSON
    std::function<void(UnitOfWork&, std::int64_t done, std::int64_t total)> progress;
};

} // namespace svc::host
