/// @file A page of a list, the number of all rows that match, and their sums.
///
/// The number is exact up to ListMost; above it is said to be more. Of a list that `lists:` of plugin.yaml
/// declares, the host keeps counts by the declared filters and the words of its records. What it has not
/// folded yet is added by the statements here, so an answer is exact in the snapshot of its transaction.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/http.hpp>
#include <svc/id.hpp>
#include <svc/list_period.hpp>
#include <svc/list_query.hpp>
#include <svc/search_text.hpp>

namespace svc {

inline constexpr std::int64_t ListMost = Response::ListMost;

/// Filters of a list as its declaration names them: `filters` in that order; what has no value, or is not
/// there, does not filter.
struct ListCounted {
    std::optional<Date> from = {};
    std::optional<Date> to = {};
    std::vector<std::optional<std::vector<std::string>>> filters = {};
};

/// A filter by identifiers as one by their texts.
inline std::optional<std::vector<std::string>> idTexts(const std::optional<std::vector<Uuid>>& ids) {
    if (!ids) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const Uuid& id : *ids) {
        texts.push_back(id.toString());
    }
    return texts;
}

/// What a client asks of a list.
struct ListRequest {
    std::string_view list;       ///< `<schema>.<list>`; empty when it is not declared
    std::string_view table;      ///< with its schema
    std::string_view alias;      ///< of a record, in all conditions and columns
    ListParams params;           ///< of the conditions
    std::string_view joins = {}; ///< what the columns need besides, ` LEFT JOIN …` of one row a record
    std::string where = {};      ///< conditions besides the company, each as ` AND …`
    /// The same in another form for the number of all, when that is cheaper from another end than the page;
    /// empty: `where`.
    std::string whereCounted = {};
    /// What is counted instead of the records: ` CROSS JOIN LATERAL (…)` of at least one row a record. Not
    /// with `counted` or `totals`.
    std::string rowsCounted = {};
    std::string_view order = {};  ///< ` ORDER BY …`
    std::string_view newest = {}; ///< the order that has the newest first; `order` when it is empty
    std::int64_t limit = 100;
    std::int64_t offset = 0;
    std::optional<std::string> text = {}; ///< the filter `q`
    /// The conditions, when the host counts by all of them.
    std::optional<ListCounted> counted = {};
    /// Sums of a page with totals: at most five expressions over a record, as declared under `totals`.
    std::vector<std::string_view> totals = {};
};

struct ListSummary {
    std::int64_t count = 0; ///< at least ListMost + 1 when there are more
    bool exact = true;      ///< is `count` the number of all?
    std::array<std::int64_t, 5> totals{};
};

namespace detail {
inline std::string quotedName(std::string_view name) {
    return '\'' + std::string(name) + '\'';
}
} // namespace detail

/// A query of rows `sign, documents, filters, sum1 … sum5`: added up with their signs they are the records of
/// a declared list, counted by the values of its filters. `$1` is the company.
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

/// A condition that always holds, in a statement that is to be planned for the values of its parameters at
/// each request: how many records have a value decides which index is the right one. The server keeps a plan
/// without values as soon as it takes it for cheaper; with this one it never does.
inline std::string plannedForValues(ListParams& params) {
    return '(' + params.place(true) +
           "::boolean OR (SELECT count(*) FROM generate_series(1, 1000000000)) = 0)";
}

/// Statements of one request. `$1` is the company.
class ListStatements {
public:
    explicit ListStatements(const ListRequest& request)
        : request_(request), record_(request_.alias), list_(detail::quotedName(request_.list)) {}

    const ListRequest& request() const { return request_; }

    std::string records(const std::string& more) const { return from({}, request_.where) + more; }
    /// ` FROM …` of what is counted.
    std::string recordsToCount() const {
        return from(request_.rowsCounted,
                    request_.whereCounted.empty() ? request_.where : request_.whereCounted);
    }
    /// The same for records that are gathered by more conditions.
    std::string gatheredToCount(const std::string& more) const {
        return from(request_.rowsCounted, request_.where) + more;
    }
    std::string order() const { return std::string(request_.order); }

    /// ` FROM …` of the first records of the list, in its order or in that of the newest.
    std::string first(std::string_view order, int records) const { return first(order, records, {}); }
    /// The same to be counted.
    std::string firstToCount(std::string_view order, int records) const {
        return first(order, records, request_.rowsCounted);
    }

    /// One row of documents, sum1 … sum5: at most one more than ListMost, without sums.
    std::string bounded(const std::string& from) const {
        return "SELECT count(*) AS documents" + noSums() + " FROM (SELECT" + from + " LIMIT " +
               std::to_string(ListMost + 1) + ") n";
    }
    /// The same of all records with their sums.
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
    /// The same from what the host has counted.
    std::string counted(ListParams& params) const {
        std::string sql = "SELECT coalesce(sum(t.sign * t.documents), 0)::bigint AS documents";
        for (const char* sum : {"sum1", "sum2", "sum3", "sum4", "sum5"}) {
            sql += std::string(", coalesce(sum(t.sign * t.") + sum + "), 0)::bigint AS " + sum;
        }
        return sql + " FROM (" + listCounts(params, request_.list, *request_.counted) + ") t";
    }

    /// The rows of the page and the summary in one statement; the summary comes alone when there are none. No
    /// more rows are looked for than there are: few records, or none, may have what two filters ask for. A
    /// limit that is looked up tells the planner nothing, so it would take the page for a tenth of the list
    /// and sort all records; the constant one inside of it says that an index in this order is worth a walk.
    std::string page(ListParams& params, const std::string& summary, const std::string& from,
                     const std::string& columns) const {
        const std::string limit = params.place(request_.limit) + "::bigint";
        const std::string offset = params.place(request_.offset) + "::bigint";
        // The rows of the inner query come in its order, and keep it beside the one row of the summary: only
        // a nested loop joins without a condition. What is joined besides may be looked up in any other way.
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
    /// The same of at most one record more than ListMost.
    std::string boundedWithTotals(const std::string& from) const {
        return request_.totals.empty() ? bounded(from)
                                       : summed(" FROM (SELECT " + record_ + ".*" + from + " LIMIT " +
                                                std::to_string(ListMost + 1) + ") " + record_);
    }
    /// For a page whose summary comes from elsewhere.
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
    /// Does one plan serve all values? All records are found by the index of their order, those of a key by
    /// its index.
    bool keepsPlan() const {
        constexpr std::size_t Company = 1;
        return !request_.text && (request_.params.hasKey() || request_.params.values().size() == Company);
    }
    /// Not less than the records up to the end of the page. It stands in the text of the statement: powers of
    /// ten, so that there are few texts whose plans are kept.
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

/// The answer to a statement of ListStatements::page.
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
    static constexpr std::uint32_t Columns = 7; ///< of the summary and the identifier, before those asked for

    Rows rows_;
    std::int64_t count_ = 0;
};

/// A page without the filter `q`.
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
