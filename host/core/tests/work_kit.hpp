#pragma once

#include <string>

#include "host/core/services.hpp"
#include "host/db/tests/shared_cluster.hpp"

namespace svc::host::testing {

/// The parts of a host that units of work need, on the database shared by all tests of the program.
struct WorkKit {
    Clock clock;
    Catalogue catalogue;
    CursorSealer cursors{std::string(32, 'k')};
    std::string refused; ///< the last permission refusal: plugin and permission
    Services services{.pool = db::testing::shared().pool(),
                      .clock = clock,
                      .catalogue = catalogue,
                      .cursors = cursors,
                      .planLimit = [](const std::string&, const std::string&) { return std::int64_t{-1}; },
                      .wake = [](const Filed&) {},
                      .log = {},
                      .checkEvent = {},
                      .refused = [this](const std::string& plugin, const std::string& permission,
                                        const std::string&) { refused = plugin + ": " + permission; }};

    WorkKit() = default;
    WorkKit(const WorkKit&) = delete;
    WorkKit& operator=(const WorkKit&) = delete;
};

} // namespace svc::host::testing
