#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

// A write that waits in the process for the end of its transaction.
struct QueuedWrite {
    std::string orderKey;
    std::string sql;
    std::vector<std::optional<std::string>> params;
    std::string_view role = {}; // see Statement; it lives as long as the plugin
    std::uint64_t started = 0;  // whose rows are collected (Transaction::start), or 0
};

// Sorts by key, and makes one statement of those of a key whose text ends with the comment "joins": their
// parameters that are arrays follow one another, all others are the same. The same with "adds 9-13": these
// parameters, counted from 1, are integers that are added up. Those of one role only. What differs in more is
// left alone. A row that one transaction writes again and again becomes slower to write each time.
void sortAndJoin(std::vector<QueuedWrite>& writes);

} // namespace svc::host::db
