#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "host/config/stop_points.hpp"
#include "host/core/catalogue.hpp"
#include "host/core/clock.hpp"
#include "host/core/cursor_sealer.hpp"

namespace svc::host {

namespace db {
class Pool;
class Flusher;
} // namespace db

class Outbound;
class PluginSecrets;

/// Work that a commit has filed and that is due at once.
struct Filed {
    bool jobs = false;
    bool outsideJobs = false; ///< those that run outside of a transaction
    bool deliveries = false;
    bool mail = false;
    bool events = false; ///< there are events for the EventPublisher

    bool any() const { return jobs || outsideJobs || deliveries || mail || events; }
};

/// What a unit of work needs of the host. Owned by the application, outlives every request.
struct Services {
    db::Pool& pool;
    Clock& clock;
    Catalogue& catalogue;
    CursorSealer& cursors;
    /// Limit of a plan: -1 means unlimited (config/plans.yaml).
    std::function<std::int64_t(const std::string& plan, const std::string& key)> planLimit;
    /// Called after a commit that filed work which is due, to wake the workers concerned.
    std::function<void(const Filed&)> wake;
    /// Writes a line of a plugin to the log. Levels of syslog: 3 error, 4 warning, 6 information, 7 debug.
    std::function<void(int level, const std::string& requestId, const std::string& plugin,
                       std::string_view message)>
        log;
    /// With testing.validate: throws std::runtime_error when `data` does not fit the schema of the type.
    std::function<void(const EventType&, const Json& data)> checkEvent;
    /// With testing.stopAt: called at each of config::StopPoints; it may end the process.
    std::function<void(std::string_view point)> stopPoint = {};
    /// Flushes the commits of several requests together; without it every COMMIT is durable when it returns.
    db::Flusher* flusher = nullptr;
    /// Called when a plugin tries an action without permission: "database", "command treasury.receive".
    std::function<void(const std::string& plugin, const std::string& permission, const std::string& why)>
        refused = {};
    /// Outgoing calls of plugins.
    Outbound* outbound = nullptr;
    /// Counts an occurrence that a plugin reports, for the metrics.
    std::function<void(std::string_view plugin, std::string_view event, std::string_view subject)> count = {};
    const PluginSecrets* secrets = nullptr;

    void reached(std::string_view point) const {
        if (stopPoint) {
            stopPoint(point);
        }
    }
};

} // namespace svc::host
