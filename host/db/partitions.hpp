#pragma once

#include "host/db/connection.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace svc::host::db {

// A table partitioned by day in UTC, with a default partition named <table>_default.
struct DayPartitioned {
    std::string schema;
    std::string table;
    int keepDays = 0;
    // Another table of the schema that refers to rows of this one by their created_at: days to which it
    // refers are kept, however old. Empty: none.
    std::string neededBy{};
};

// The host's tables that are partitioned by day.
std::vector<DayPartitioned> hostPartitions();

struct PartitionUpkeep {
    std::vector<std::string> created;
    std::vector<std::string> dropped;
};

// The first half of keepPartitions: creates missing partitions, drops nothing. Returns the names of those
// created.
std::vector<std::string> makePartitions(Connection& owner, const DayPartitioned& table,
                                        std::int64_t nowMicros, int daysAhead = 7);

// Creates the partitions from yesterday to daysAhead days after the instant, each with the policies of its
// parent, moves rows there that had fallen into the default partition, and drops partitions all of whose rows
// are older than keepDays. The connection belongs to svc_owner and is in no transaction. Idempotent; one host
// at a time.
PartitionUpkeep keepPartitions(Connection& owner, const DayPartitioned& table, std::int64_t nowMicros,
                               int daysAhead = 7);

} // namespace svc::host::db
