#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace svc::host::db {

// The transactions that a statement saw, as pg_current_snapshot() reports them: all that had ended, which are
// those below `end` except the running ones.
struct Snapshot {
    std::uint64_t end = 0;
    std::vector<std::uint64_t> running;

    // Of "10:20:10,14"; throws std::invalid_argument for anything else.
    static Snapshot parse(std::string_view text);
    // Is every transaction seen by this snapshot also seen by `other`?
    bool within(const Snapshot& other) const;
};

} // namespace svc::host::db
