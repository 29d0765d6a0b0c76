#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

// How late writes of one key that follow one another become one statement. A row that one transaction writes
// again and again becomes slower to write each time.
class Merge {
public:
    constexpr Merge() = default; // they do not
    // Parameters that are arrays follow one another.
    static constexpr Merge joined() noexcept { return Merge(Kind::Joined, 0, 0); }
    // The parameters `first` to `last`, counted from 1, are integers that are added up.
    static constexpr Merge added(std::size_t first, std::size_t last) noexcept {
        return Merge(Kind::Added, first, last);
    }

    bool isJoined() const noexcept { return kind_ == Kind::Joined; }
    bool isAdded() const noexcept { return kind_ == Kind::Added; }
    // Of those that are added up: the place of the first, and one behind the last, counted from 0.
    std::size_t first() const noexcept { return first_ - 1; }
    std::size_t end() const noexcept { return last_; }
    // Throws std::invalid_argument when a statement of so many parameters has not those that are added up.
    void check(std::size_t parameters) const;

    bool operator==(const Merge&) const = default;

private:
    enum class Kind { None = 1, Joined, Added };
    constexpr Merge(Kind kind, std::size_t first, std::size_t last) noexcept
        : kind_(kind), first_(first), last_(last) {}

    Kind kind_ = Kind::None;
    std::size_t first_ = 0;
    std::size_t last_ = 0;
};

// A write that waits in the process for the end of its transaction.
struct QueuedWrite {
    std::string orderKey;
    std::string sql;
    std::vector<std::optional<std::string>> params;
    std::string_view role = {}; // see Statement; it lives as long as the plugin
    std::uint64_t started = 0;  // whose rows are collected (Transaction::start), or 0
    bool askedAhead = false;    // whose rows a query takes (Transaction::askAhead)
    bool inOrder = false; // the same, and its query sends the queue as it stands (Transaction::askInOrder)
    Merge merge = {};     // of late writes
};

// Sorts by key, and makes one statement of those that follow one another under one key with the same merge,
// text and role. Those that differ in more than is merged are left alone, and so are sums that do not fit.
void sortAndMerge(std::vector<QueuedWrite>& writes);

} // namespace svc::host::db
