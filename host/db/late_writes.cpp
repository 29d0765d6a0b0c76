#include "host/db/late_writes.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace svc::host::db {
namespace {

constexpr std::string_view Joins = "/* joins */";

bool joins(std::string_view sql) {
    return sql.size() >= Joins.size() && sql.substr(sql.size() - Joins.size()) == Joins;
}

bool isArray(const std::optional<std::string>& param) {
    return param && param->size() >= 2 && param->front() == '{' && param->back() == '}';
}

bool joinable(const QueuedWrite& first, const QueuedWrite& next) {
    if (first.orderKey != next.orderKey || first.sql != next.sql ||
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
