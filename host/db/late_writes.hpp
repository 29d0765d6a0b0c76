#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

// How consecutive late writes with the same key are merged into one statement. Each further update of a row
// in the same transaction is slower than the one before.
class Merge {
public:
    constexpr Merge() = default; // they are not merged
    // Array parameters are concatenated: arrays of PostgreSQL (`{…}`) and of JSON (`[…]`).
    static constexpr Merge joined() noexcept { return Merge(Kind::Joined, 0, 0); }
    // The parameters `first` to `last`, counted from 1, are integers that are added up.
    static constexpr Merge added(std::size_t first, std::size_t last) noexcept {
        return Merge(Kind::Added, first, last);
    }

    bool isJoined() const noexcept { return kind_ == Kind::Joined; }
    bool isAdded() const noexcept { return kind_ == Kind::Added; }
    // Range of the parameters that are added up: index of the first, and one past the last, counted from 0.
    std::size_t first() const noexcept { return first_ - 1; }
    std::size_t end() const noexcept { return last_; }
    // Throws std::invalid_argument when the statement has fewer parameters than those that are added up.
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
    std::string_view role = {}; // see Statement; must live as long as the plugin
    std::uint64_t started = 0;  // number under which its rows are collected (Transaction::start), or 0
    bool askedAhead = false;    // a later query takes its rows (Transaction::askAhead)
    bool inOrder = false; // the same, and that query sends the whole queue in order (Transaction::askInOrder)
    Merge merge = {};     // only for late writes
};

// Sorts by key, and merges consecutive writes of one key with the same merge, text and role. Writes that
// differ in other parameters stay separate, as do sums that would overflow.
void sortAndMerge(std::vector<QueuedWrite>& writes);

} // namespace svc::host::db
