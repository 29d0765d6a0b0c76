#include "host/db/late_writes.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace svc::host::db {
namespace {

constexpr std::string_view Joins = "/* joins */";

constexpr std::string_view Adds = "/* adds ";

/// The parameters that are added up: the first, and one behind the last. None when there are none.
struct Added {
    std::size_t first = 0;
    std::size_t end = 0;
};

/// Of a statement that ends with /* adds 9-13 */.
Added addedBy(std::string_view sql) {
    const std::size_t at = sql.rfind(Adds);
    if (at == std::string_view::npos || !sql.ends_with("*/")) {
        return {};
    }
    const char* const end = sql.data() + sql.size();
    Added added;
    const auto first = std::from_chars(sql.data() + at + Adds.size(), end, added.first);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-' ||
        std::from_chars(first.ptr + 1, end, added.end).ec != std::errc() || added.first < 1) {
        return {};
    }
    --added.first;
    return added;
}

/// The sum of two integers as text; nothing when they are none, or it does not fit.
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

/// Adds `next` to `first` when they differ in nothing but what is added up.
bool addedUp(QueuedWrite& first, const QueuedWrite& next) {
    if (first.orderKey != next.orderKey || first.role != next.role || first.sql != next.sql) {
        return false;
    }
    const Added added = addedBy(first.sql);
    if (added.end <= added.first || added.end > first.params.size() ||
        first.params.size() != next.params.size()) {
        return false;
    }
    std::vector<std::string> sums;
    for (std::size_t i = 0; i < first.params.size(); ++i) {
        if (i < added.first || i >= added.end) {
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
        first.params[added.first + i] = std::move(sums[i]);
    }
    return true;
}

bool joins(std::string_view sql) {
    return sql.size() >= Joins.size() && sql.substr(sql.size() - Joins.size()) == Joins;
}

bool isArray(const std::optional<std::string>& param) {
    return param && param->size() >= 2 && param->front() == '{' && param->back() == '}';
}

bool joinable(const QueuedWrite& first, const QueuedWrite& next) {
    if (first.orderKey != next.orderKey || first.role != next.role || first.sql != next.sql ||
        first.params.size() != next.params.size()) {
        return false;
    }
    for (std::size_t i = 0; i < first.params.size(); ++i) {
        if (!(isArray(first.params[i]) && isArray(next.params[i])) && first.params[i] != next.params[i]) {
            return false;
        }
    }
    return true;
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

} // namespace

void sortAndJoin(std::vector<QueuedWrite>& writes) {
    std::stable_sort(writes.begin(), writes.end(),
                     [](const QueuedWrite& a, const QueuedWrite& b) { return a.orderKey < b.orderKey; });
    std::vector<QueuedWrite> joined;
    joined.reserve(writes.size());
    for (QueuedWrite& write : writes) {
        if (!joined.empty() && addedUp(joined.back(), write)) {
            continue;
        }
        if (joined.empty() || !joins(write.sql) || !joinable(joined.back(), write)) {
            joined.push_back(std::move(write));
            continue;
        }
        for (std::size_t i = 0; i < write.params.size(); ++i) {
            if (isArray(write.params[i])) {
                append(*joined.back().params[i], *write.params[i]);
            }
        }
    }
    writes = std::move(joined);
}

} // namespace svc::host::db
