/// @file A page of a list, the number of all matching rows, and their sums.
///
/// The number is exact up to ListMost; above it the answer says only that there are more. For a list that is
/// declared under `lists:` of plugin.yaml, the host maintains counters by its filters and an index of the
/// words of its records. The statements here add the changes that the host has not folded into them yet, so
/// an answer is exact in the snapshot of its transaction.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <svc/http.hpp>
#include <svc/id.hpp>
#include <svc/list_period.hpp>
#include <svc/list_query.hpp>
#include <svc/search_text.hpp>

namespace svc {

inline constexpr std::int64_t ListMost = Response::ListMost;

/// The filters of a declared list: `filters` in the order of the declaration. An entry without a value, or
/// one that is missing, does not filter.
struct ListCounted {
    std::optional<Date> from = {};
    std::optional<Date> to = {};
    std::vector<std::optional<std::vector<std::string>>> filters = {};

    /// Sets a filter by its name in `lists::counted` of the bindings.
    ///
    /// Example:
    ///   list.counted->by(lists::counted::partner::Kind, countedTexts(kinds));
    ListCounted& by(std::size_t filter, std::optional<std::vector<std::string>> texts) {
        filters.resize(std::max(filters.size(), filter + 1));
        filters[filter] = std::move(texts);
        return *this;
    }
};

namespace detail {
/// A value as the text that it has in a counter.
template <class Value>
std::string countedText(const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
        return value ? "true" : "false";
    } else {
        const Param text = filterParam(value);
        return std::string(view(text.bytes()));
    }
}
} // namespace detail

/// The values of a filter as the host counts by them.
template <class Value>
std::optional<std::vector<std::string>> countedTexts(const std::optional<std::vector<Value>>& values) {
    if (!values) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const Value& value : *values) {
        texts.push_back(detail::countedText(value));
    }
    return texts;
}
template <class Value>
std::optional<std::vector<std::string>> countedTexts(const std::optional<Value>& value) {
    return value ? std::optional(std::vector{detail::countedText(*value)}) : std::nullopt;
}

/// The list, the filters and the page that a client requests. For a list of plugin.yaml that names its
/// operation, svc-bind generates the function that fills this: `lists::note(call, parameters)`.
struct ListRequest {
    std::string_view list;       ///< `<schema>.<list>`; needed for `counted` and `text` only
    std::string_view table;      ///< the table, with its schema
    std::string_view alias;      ///< alias of the record in all conditions and columns
    ListParams params;           ///< parameters of the conditions
    std::string_view joins = {}; ///< joins for the columns, ` LEFT JOIN …`, at most one row per record
    std::string where = {};      ///< conditions besides the company, each as ` AND …`
    /// An equivalent form of `where` for counting, when another index makes counting cheaper; empty: `where`.
    std::string whereCounted = {};
    /// Counts joined rows instead of records: ` CROSS JOIN LATERAL (…)` with at least one row per record.
    /// Cannot be combined with `totals`; `counted` then only tells a search how many records pass at most.
    std::string rowsCounted = {};
    std::string_view order = {};  ///< ` ORDER BY …`
    std::string_view newest = {}; ///< the order with the newest first; empty: `order`
    std::int64_t limit = 100;
    std::int64_t offset = 0;
    std::optional<std::string> text = {}; ///< the filter `q`
    /// The filters for the host's counters; set it only when the counters cover all conditions.
    std::optional<ListCounted> counted = {};
    /// Sums of the matching records: at most five expressions, as declared under `totals`.
    std::vector<std::string_view> totals = {};
};

struct ListSummary {
    std::int64_t count = 0; ///< at least ListMost + 1 when there are more
    bool exact = true;      ///< is `count` the exact number of all?
    std::array<std::int64_t, 5> totals{};
};

namespace detail {
inline std::string quotedName(std::string_view name) {
    return '\'' + std::string(name) + '\'';
}
} // namespace detail

/// A query of rows `sign, documents, filters, sum1 … sum5`: the signed sum of these counter and change rows
/// is the number and the sums of the matching records, by values of the filters. `$1` is the company.
inline std::string listCounts(ListParams& params, std::string_view list, const ListCounted& counted) {
    constexpr const char* Values = ", c.filters, c.sum1, c.sum2, c.sum3, c.sum4, c.sum5";
    std::string of = "c.company_id = $1 AND c.list = " + detail::quotedName(list);
    for (std::size_t i = 0; i < counted.filters.size(); ++i) {
        of += params.among("c.filters[" + std::to_string(i + 1) + ']', counted.filters[i]);
    }
    std::string rows;
    for (const detail::ListPeriod::Part& part : detail::ListPeriod(counted.from, counted.to).parts()) {
        rows += "SELECT " + std::string(part.added ? "1" : "-1") + " AS sign, c.documents" + Values +
                " FROM svc.list_count c WHERE " + of + " AND c.grain = '" + part.grain +
                "' AND c.date >= " + params.place(part.span.first) + " AND c.date < " +
                params.place(part.span.end) + " UNION ALL ";
    }
    return rows + "SELECT c.sign, 1" + Values + " FROM svc.list_change c WHERE c.sign <> 0 AND " + of +
           params.bound("c.date >=", counted.from) + params.bound("c.date <=", counted.to);
}

namespace detail {

/// A condition that is always true and makes the server plan the statement for the actual parameter values at
/// each request: which index is best depends on how many records have a value. Without it the server switches
/// to a generic plan as soon as that one looks cheaper; with it the generic plan always looks far more
/// expensive.
inline std::string plannedForValues(ListParams& params) {
    return '(' + params.place(true) +
           "::boolean OR (SELECT count(*) FROM generate_series(1, 1000000000)) = 0)";
}

/// Builds the statements of one request. `$1` is the company.
class ListStatements {
public:
    explicit ListStatements(const ListRequest& request)
        : request_(request), record_(request_.alias), list_(detail::quotedName(request_.list)) {}

    const ListRequest& request() const { return request_; }

    std::string records(const std::string& more) const { return from({}, request_.where) + more; }
    /// ` FROM …` of the rows to count.
    std::string recordsToCount() const {
        return from(request_.rowsCounted,
                    request_.whereCounted.empty() ? request_.where : request_.whereCounted);
    }
    /// The rows to count when `more` holds further conditions.
    std::string gatheredToCount(const std::string& more) const {
        return from(request_.rowsCounted, request_.where) + more;
    }
    std::string order() const { return std::string(request_.order); }

    /// ` FROM …` of the first `records` records of the list in the given order.
    std::string first(std::string_view order, int records) const { return first(order, records, {}); }
    /// Like first(), with the joined rows to count.
    std::string firstToCount(std::string_view order, int records) const {
        return first(order, records, request_.rowsCounted);
    }

    /// A summary row (documents, sum1 … sum5) that counts at most ListMost + 1 rows, with zero sums.
    std::string bounded(const std::string& from) const {
        return "SELECT count(*) AS documents" + noSums() + " FROM (SELECT" + from + " LIMIT " +
               std::to_string(ListMost + 1) + ") n";
    }
    /// A summary row with the number and the sums of all rows.
    std::string summed(const std::string& from) const {
        std::string sql = "SELECT count(*) AS documents";
        for (std::size_t i = 0; i < 5; ++i) {
            sql += i < request_.totals.size()
                       ? ", coalesce(sum(" + std::string(request_.totals[i]) + "), 0)::bigint"
                       : ", 0::bigint";
            sql += " AS sum" + std::to_string(i + 1);
        }
        return sql + from;
    }
    /// A summary row from the host's counters.
    std::string counted(ListParams& params) const {
        std::string sql = "SELECT coalesce(sum(t.sign * t.documents), 0)::bigint AS documents";
        for (const char* sum : {"sum1", "sum2", "sum3", "sum4", "sum5"}) {
            sql += std::string(", coalesce(sum(t.sign * t.") + sum + "), 0)::bigint AS " + sum;
        }
        return sql + " FROM (" + listCounts(params, request_.list, *request_.counted) + ") t";
    }

    /// The rows of the page and the summary in one statement; without rows the summary comes alone. The outer
    /// LIMIT comes from the summary, so that the scan stops when all matching records are found: filters may
    /// match few records, or none. The planner cannot estimate such a LIMIT, so it would assume a tenth of
    /// the list and sort all records; the constant inner LIMIT tells it that walking an index in this order
    /// is cheap.
    std::string page(ListParams& params, const std::string& summary, const std::string& from,
                     const std::string& columns) const {
        const std::string limit = params.place(request_.limit) + "::bigint";
        const std::string offset = params.place(request_.offset) + "::bigint";
        // The inner query returns its rows in order, and they keep it when they are joined with the one row
        // of the summary, because a join without a condition can only be a nested loop. Other joins may
        // change the order.
        const bool ordered = request_.joins.empty();
        return "WITH summary AS MATERIALIZED (" + summary + "), page AS " +
               (ordered ? "NOT MATERIALIZED" : "MATERIALIZED") + " (SELECT * FROM (SELECT " + record_ + ".*" +
               from + order() + " LIMIT " + std::to_string(mostToEnd()) +
               ") ordered LIMIT (SELECT CASE WHEN documents > " + std::to_string(ListMost) + " THEN " +
               limit + " ELSE least(" + limit + ", greatest(documents - " + offset +
               ", 0)) END FROM summary) OFFSET " + offset +
               ") SELECT summary.documents, sum1, sum2, sum3, sum4, sum5, " + record_ + ".id, " + columns +
               " FROM summary LEFT JOIN page " + record_ + " ON true" + std::string(request_.joins) +
               (keepsPlan() ? std::string() : " WHERE " + plannedForValues(params)) +
               (ordered ? std::string() : order());
    }
    /// A summary row with sums, of at most ListMost + 1 records.
    std::string boundedWithTotals(const std::string& from) const {
        return request_.totals.empty() ? bounded(from)
                                       : summed(" FROM (SELECT " + record_ + ".*" + from + " LIMIT " +
                                                std::to_string(ListMost + 1) + ") " + record_);
    }
    /// A summary row for a page whose summary is read by another statement.
    static std::string unknown() {
        return "SELECT " + std::to_string(ListMost + 1) + "::bigint AS documents" + noSums();
    }

    std::string listText() const { return list_; }
    std::string record() const { return record_; }

private:
    std::string first(std::string_view order, int records, const std::string& joins) const {
        return " FROM (SELECT " + record_ + ".*" + this->records("") + std::string(order) + " LIMIT " +
               std::to_string(records) + ") " + record_ + joins + " WHERE true";
    }
    std::string from(const std::string& joins, const std::string& where) const {
        return " FROM " + std::string(request_.table) + ' ' + record_ + joins + " WHERE " + record_ +
               ".company_id = $1" + where;
    }
    /// Is a generic plan good for all values? Yes without filters (the index of the order finds all records)
    /// and with a key (its own index finds them).
    bool keepsPlan() const {
        constexpr std::size_t Company = 1;
        return !request_.text && (request_.params.hasKey() || request_.params.values().size() == Company);
    }
    /// An upper bound of limit + offset, for the constant LIMIT in the statement text. It is a power of ten,
    /// so that there are few statement texts and their prepared plans are reused.
    std::int64_t mostToEnd() const {
        constexpr std::int64_t Ten = 10;
        std::int64_t most = Ten;
        while (most < request_.limit + request_.offset) {
            most *= Ten;
        }
        return most;
    }
    static std::string noSums() {
        return ", 0::bigint AS sum1, 0::bigint AS sum2, 0::bigint AS sum3, 0::bigint AS sum4, 0::bigint AS "
               "sum5";
    }
    const ListRequest& request_;
    std::string record_;
    std::string list_;
};

/// The result of a statement of ListStatements::page.
class ListRows {
public:
    explicit ListRows(Rows rows) : rows_(std::move(rows)) {
        for (const Row row : rows_) {
            count_ += row.columns() > Columns - 1 && !row.isNull(Columns - 1) ? 1 : 0;
        }
    }

    std::int64_t count() const { return count_; }
    ListSummary summary() const {
        ListSummary summary;
        const Row row = rows_[0];
        summary.count = row.integer(0);
        summary.exact = summary.count <= ListMost;
        for (std::uint32_t i = 0; i < 5; ++i) {
            summary.totals[i] = row.integer(i + 1);
        }
        return summary;
    }
    template <class Take>
    void giveTo(Take& take) const {
        if (count_ > 0) {
            for (const Row row : rows_) {
                take(row, Columns);
            }
        }
    }

private:
    static constexpr std::uint32_t Columns = 7; ///< summary and identifier, before the requested columns

    Rows rows_;
    std::int64_t count_ = 0;
};

/// Reads a page without the filter `q`.
template <class Take>
ListSummary readFiltered(Call& call, const ListStatements& list, const std::string& columns, Take& take) {
    const ListRequest& request = list.request();
    ListParams params = request.params;
    const std::string from = list.records("");
    const std::string summary = request.counted          ? list.counted(params)
                                : request.totals.empty() ? list.bounded(list.recordsToCount())
                                                         : list.summed(list.recordsToCount());
    const std::string sql = list.page(params, summary, from, columns);
    const ListRows rows(call.db().query(sql, params.values()));
    rows.giveTo(take);
    ListSummary result = rows.summary();
    result.exact = result.exact || request.counted || !request.totals.empty();
    return result;
}

} // namespace detail

} // namespace svc
