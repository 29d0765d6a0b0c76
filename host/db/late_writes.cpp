#include "host/db/late_writes.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace svc::host::db {
namespace {

/// The sum of two integers as text; nothing when one is not an integer, or the sum overflows.
std::optional<std::string> sumOf(const std::optional<std::string>& one,
                                 const std::optional<std::string>& other) {
    const auto read = [](const std::optional<std::string>& text) -> std::optional<std::int64_t> {
        std::int64_t value = 0;
        if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ptr !=
                         text->data() + text->size()) {
            return std::nullopt;
        }
        return value;
    };
    const auto a = read(one);
    const auto b = read(other);
    std::int64_t sum = 0;
    if (!a || !b || __builtin_add_overflow(*a, *b, &sum)) {
        return std::nullopt;
    }
    return std::to_string(sum);
}

/// Are both writes the same statement, so that they may be merged if their parameters allow it?
bool ofOneKind(const QueuedWrite& first, const QueuedWrite& next) {
    return first.orderKey == next.orderKey && first.merge == next.merge && first.role == next.role &&
           first.sql == next.sql && first.params.size() == next.params.size();
}

/// Adds `next` to `first` when they differ only in the parameters that are added up.
bool addedUp(QueuedWrite& first, const QueuedWrite& next) {
    const Merge& merge = first.merge;
    std::vector<std::string> sums;
    for (std::size_t i = 0; i < first.params.size(); ++i) {
        if (i < merge.first() || i >= merge.end()) {
            if (first.params[i] != next.params[i]) {
                return false;
            }
        } else if (std::optional<std::string> sum = sumOf(first.params[i], next.params[i])) {
            sums.push_back(std::move(*sum));
        } else {
            return false;
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        first.params[merge.first() + i] = std::move(sums[i]);
    }
    return true;
}

/// Are both arrays of the same form, `{…}` of PostgreSQL or `[…]` of JSON?
bool areArrays(const std::optional<std::string>& one, const std::optional<std::string>& other) {
    const auto isArray = [](const std::optional<std::string>& param, char begin, char end) {
        return param && param->size() >= 2 && param->front() == begin && param->back() == end;
    };
    return (isArray(one, '{', '}') && isArray(other, '{', '}')) ||
           (isArray(one, '[', ']') && isArray(other, '[', ']'));
}

void append(std::string& array, const std::string& more) {
    if (more.size() == 2) {
        return;
    }
    array.back() = ',';
    if (array.size() == 2) {
        array.pop_back();
    }
    array.append(more, 1);
}

/// Appends the arrays of `next` to those of `first` when they differ in nothing else.
bool joined(QueuedWrite& first, const QueuedWrite& next) {
    for (std::size_t i = 0; i < first.params.size(); ++i) {
        if (!areArrays(first.params[i], next.params[i]) && first.params[i] != next.params[i]) {
            return false;
        }
    }
    for (std::size_t i = 0; i < first.params.size(); ++i) {
        if (areArrays(first.params[i], next.params[i])) {
            append(*first.params[i], *next.params[i]);
        }
    }
    return true;
}

bool merged(QueuedWrite& first, const QueuedWrite& next) {
    if (!ofOneKind(first, next)) {
        return false;
    }
    return first.merge.isAdded() ? addedUp(first, next) : first.merge.isJoined() && joined(first, next);
}

} // namespace

void Merge::check(std::size_t parameters) const {
    if (isAdded() && (first_ < 1 || first_ > last_ || last_ > parameters)) {
        throw std::invalid_argument("a late write adds up parameters that it has not");
    }
}

void sortAndMerge(std::vector<QueuedWrite>& writes) {
    std::stable_sort(writes.begin(), writes.end(),
                     [](const QueuedWrite& a, const QueuedWrite& b) { return a.orderKey < b.orderKey; });
    std::vector<QueuedWrite> fewer;
    fewer.reserve(writes.size());
    for (QueuedWrite& write : writes) {
        if (fewer.empty() || !merged(fewer.back(), write)) {
            fewer.push_back(std::move(write));
        }
    }
    writes = std::move(fewer);
}

} // namespace svc::host::db
