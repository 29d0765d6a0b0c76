#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace svc::host::db {

// Which transactions a statement saw, as pg_current_snapshot() tells it: all that had ended by then, which
// are those below `end` but for the running ones.
struct Snapshot {
    std::uint64_t end = 0;
    std::vector<std::uint64_t> running;

    // Of "10:20:10,14"; throws std::invalid_argument for anything else.
    static Snapshot parse(std::string_view text);
    // Whether it saw nothing that the other one did not see.
    bool within(const Snapshot& other) const;
};

} // namespace svc::host::db
