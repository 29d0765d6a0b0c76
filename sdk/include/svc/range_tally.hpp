/// @file The number of rows whose value lies in a range, at any number of rows: a tally of the values that a
/// filter by a range adds up, instead of looking at each row.
///
/// The table of a plugin counts a row of the value v in one node of each level: node `v >> (4 * level)` of
/// the levels 0 to 8, so a node counts what sixteen nodes of the level below do. `RangeRuns` says which nodes
/// are all of a range and no more: at most two runs of a level, of fifteen nodes each, and on the last level
/// all nodes that are left. With the key `(company_id, level, node, …)` each run is a range of the index:
///
///     SELECT coalesce(sum(t.rows), 0)::bigint FROM unnest($2::smallint[], $3::bigint[], $4::bigint[])
///         AS r (level, first, last), LATERAL (SELECT sum(rows) AS rows FROM <schema>.<tally> n WHERE
///         n.company_id = $1 AND n.level = r.level AND n.node >= r.first AND n.node <= r.last) t
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <svc/database.hpp>

namespace svc {

class RangeRuns {
public:
    static constexpr int Bits = 4;
    static constexpr int Levels = 9;

    /// Nodes of a level that follow each other.
    struct Run {
        int level = 0;
        std::int64_t first = 0;
        std::int64_t last = 0;
    };

    /// The values from `from` to `to`, both included; no value: no end.
    RangeRuns(std::optional<std::int64_t> from, std::optional<std::int64_t> to) {
        constexpr std::int64_t Low = (std::int64_t{1} << Bits) - 1;
        std::int64_t first = from.value_or(std::numeric_limits<std::int64_t>::min());
        std::int64_t last = to.value_or(std::numeric_limits<std::int64_t>::max());
        for (int level = 0; first <= last; ++level) {
            if (level == Levels - 1) {
                add(level, first, last);
                return;
            }
            if ((first & Low) != 0) {
                // Up to the next node that is whole on the level above.
                const std::int64_t end = first | Low;
                add(level, first, end < last ? end : last);
                if (end >= last) {
                    return;
                }
                first = end + 1;
            }
            if ((last & Low) != Low) {
                const std::int64_t begin = last & ~Low;
                add(level, begin, last);
                if (begin == first) {
                    return;
                }
                last = begin - 1;
            }
            first >>= Bits;
            last >>= Bits;
        }
    }

    const std::vector<Run>& runs() const& noexcept { return runs_; }
    const std::vector<Run>& runs() const&& = delete;

    /// The parts of the runs as parameters of a statement.
    Param levels() const {
        return list([](const Run& run) { return std::int64_t{run.level}; });
    }
    Param firsts() const {
        return list([](const Run& run) { return run.first; });
    }
    Param lasts() const {
        return list([](const Run& run) { return run.last; });
    }

private:
    void add(int level, std::int64_t first, std::int64_t last) { runs_.push_back({level, first, last}); }

    template <class Part>
    ArrayParam list(Part part) const {
        ArrayParam values;
        for (const Run& run : runs_) {
            values.add(part(run));
        }
        return values;
    }

    std::vector<Run> runs_;
};

} // namespace svc
