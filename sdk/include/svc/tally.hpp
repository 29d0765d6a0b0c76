/// @file Counts and sums of a list by the values of its filters, kept by the transactions that change its
/// records: the number of all rows that match costs the same at any size of a company.
///
/// The table of a plugin is `<schema>.list_tally (company_id uuid, list text, grain text, date date, a text,
/// b text, c text, d text, e text, documents bigint, sum1 bigint … sum4 bigint)` with all columns but the
/// last five as its key. A record is counted in two rows: of its day (grain d) and of its month (grain m).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/list_query.hpp>

namespace svc {

/// What a record, or several alike, add to the counts.
struct TallyRow {
    std::optional<Date> date; ///< none: lists that do not filter by date
    std::array<std::string, 5> by;
    std::int64_t documents = 1;
    std::array<std::int64_t, 4> sums{};
};

struct TallySums {
    std::int64_t documents = 0;
    std::array<std::int64_t, 4> sums{};
};

/// Filters, in the order of TallyRow::by; what has no value does not filter.
struct TallyFilter {
    std::optional<Date> from;
    std::optional<Date> to;
    std::array<std::optional<std::vector<std::string>>, 5> by;
};

namespace detail {

/// A period as whole months and the days before and after them; ends are excluded.
struct TallyPeriod {
    struct Span {
        Date first = Date::parse("0001-01-01").value();
        Date end = Date::parse("0001-01-01").value();
    };
    /// A span of one grain that is added to the sum, or taken from it.
    struct Part {
        Span span;
        char grain = 'm';
        bool added = true;
    };
    Span months;
    Span before;
    Span after;

    TallyPeriod(std::optional<Date> from, std::optional<Date> to) {
        // Nothing is that late, and the day behind the last one of the calendar does not exist.
        const Date last = Date::parse("9999-11-30").value();
        from = from ? std::optional(std::min(*from, last)) : from;
        to = to ? std::optional(std::min(*to, last)) : to;
        months.end = Date::parse("9999-12-01").value();
        if (from) {
            months.first = *from == from->firstOfMonth() ? *from : from->lastOfMonth().addDays(1);
        }
        if (to) {
            months.end = *to == to->lastOfMonth() ? to->addDays(1) : to->firstOfMonth();
        }
        // A period within a month: the days before the next one are all of it.
        months.end = std::max(months.end, months.first);
        if (from) {
            before = {*from, to ? std::min(months.first, to->addDays(1)) : months.first};
        }
        if (to) {
            after = {months.end, std::max(to->addDays(1), months.end)};
        }
    }

    /// The same with as few days as there can be: of a month that is nearly whole the other days are taken
    /// away.
    std::vector<Part> parts() const {
        Span whole = months;
        std::vector<Part> days;
        if (before.first < before.end) {
            const Date month = before.first.firstOfMonth();
            const bool toTheEnd = before.end == months.first;
            if (toTheEnd && before.first.days() - month.days() < before.end.days() - before.first.days()) {
                whole.first = month;
                days.push_back({{month, before.first}, 'd', false});
            } else {
                days.push_back({before, 'd', true});
            }
        }
        if (after.first < after.end) {
            const Date next = after.first.lastOfMonth().addDays(1);
            if (next.days() - after.end.days() < after.end.days() - after.first.days()) {
                whole.end = next;
                days.push_back({{after.end, next}, 'd', false});
            } else {
                days.push_back({after, 'd', true});
            }
        }
        days.push_back({whole, 'm', true});
        return days;
    }

    /// The same for a table that has whole years besides: grain y, whose date is the first day of the year.
    std::vector<Part> partsWithYears() const {
        std::vector<Part> result = parts();
        const Span whole = result.back().span;
        const auto firstOfYear = [](Date date) { return Date::of(date.year(), 1, 1).value(); };
        Span years{firstOfYear(whole.first), whole.end};
        if (years.first < whole.first) {
            years.first = years.first.addMonths(12);
        }
        // The end of the calendar is no end.
        if (years.end < Date::of(9999, 12, 1)) {
            years.end = firstOfYear(years.end);
        }
        if (years.first >= years.end) {
            return result;
        }
        result.back() = {years, 'y', true};
        for (const Span& rest : {Span{whole.first, years.first}, Span{years.end, whole.end}}) {
            if (rest.first < rest.end) {
                result.push_back({rest, 'm', true});
            }
        }
        return result;
    }
};

} // namespace detail

/// Are there several of these filters? Few records, or none, may have what two filters ask for, each of which
/// many have: then the number of all is read before the rows, and no more are looked for than there are.
inline bool areSeveral(std::initializer_list<bool> filters) {
    return std::count(filters.begin(), filters.end(), true) > 1;
}
/// How many rows a page has then.
inline std::int64_t rowsLeft(std::int64_t count, std::int64_t offset, std::int64_t limit) {
    return std::clamp<std::int64_t>(count - offset, 0, limit);
}

/// One list of a plugin; `schema` and `list` are constants of the code.
class ListTally {
public:
    constexpr ListTally(std::string_view schema, std::string_view list) : schema_(schema), list_(list) {}

    /// Queues what is added, as a late write: the rows are hot, and all are locked in one order, a month
    /// before its days.
    void add(Call& call, const TallyRow& row) const {
        const std::string table = std::string(schema_) + ".list_tally";
        const Date month = row.date ? row.date->firstOfMonth() : Date::parse("0001-01-01").value();
        std::string key = table + ':' + std::string(list_) + ':' + month.toString();
        for (const std::string& value : row.by) {
            key += ':' + value;
        }
        key += ':' + row.date.value_or(month).toString();
        const std::string rest = "$4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
        std::string sql = "INSERT INTO " + table +
                          " AS t (company_id, list, grain, date, a, b, c, d, e, documents, sum1, sum2, sum3,"
                          " sum4) VALUES ($1, $2, 'm', $3, " +
                          rest;
        sql += row.date ? ", ($1, $2, 'd', $14, " + rest : std::string();
        sql += " ON CONFLICT (company_id, list, grain, date, a, b, c, d, e) DO UPDATE SET"
               " documents = t.documents + excluded.documents, sum1 = t.sum1 + excluded.sum1,"
               " sum2 = t.sum2 + excluded.sum2, sum3 = t.sum3 + excluded.sum3,"
               " sum4 = t.sum4 + excluded.sum4 /* adds 9-13 */";
        const auto send = [&](const auto&... day) {
            call.db().sendLate(key, sql, call.companyId(), list_, month, row.by[0], row.by[1], row.by[2],
                               row.by[3], row.by[4], row.documents, row.sums[0], row.sums[1], row.sums[2],
                               row.sums[3], day...);
        };
        row.date ? send(*row.date) : send();
    }

    /// Queues that what was counted as `before` is counted as `after` now.
    void move(Call& call, TallyRow before, TallyRow after) const {
        before.documents = -before.documents;
        for (std::int64_t& sum : before.sums) {
            sum = -sum;
        }
        if (before.date != after.date || before.by != after.by) {
            add(call, before);
            add(call, after);
            return;
        }
        after.documents += before.documents;
        bool changed = after.documents != 0;
        for (std::size_t i = 0; i < after.sums.size(); ++i) {
            after.sums[i] += before.sums[i];
            changed = changed || after.sums[i] != 0;
        }
        if (changed) {
            add(call, after);
        }
    }

    TallySums read(Database& db, const Uuid& company, const TallyFilter& filter) const {
        ListParams params(company);
        const std::string sql = select(params, filter);
        const Rows rows = db.query(sql, params.values());
        const Row row = rows[0];
        return {row.integer(0), {row.integer(1), row.integer(2), row.integer(3), row.integer(4)}};
    }

    /// The same as a part of a statement: one row of documents, sum1, sum2, sum3, sum4.
    std::string select(ListParams& params, const TallyFilter& filter) const {
        std::string days;
        for (const detail::TallyPeriod::Part& one : detail::TallyPeriod(filter.from, filter.to).parts()) {
            days += (days.empty() ? "" : " UNION ALL ") + part(params, one);
        }
        std::string sql = "SELECT coalesce(sum(sign * documents), 0)::bigint AS documents,"
                          " coalesce(sum(sign * sum1), 0)::bigint AS sum1,"
                          " coalesce(sum(sign * sum2), 0)::bigint AS sum2,"
                          " coalesce(sum(sign * sum3), 0)::bigint AS sum3,"
                          " coalesce(sum(sign * sum4), 0)::bigint AS sum4 FROM (" +
                          days + ") AS counted WHERE true";
        for (std::size_t i = 0; i < filter.by.size(); ++i) {
            sql += params.among(std::string(1, static_cast<char>('a' + i)), filter.by[i]);
        }
        return sql;
    }

private:
    std::string part(ListParams& params, const detail::TallyPeriod::Part& part) const {
        const std::string first = params.place(part.span.first);
        const std::string end = params.place(part.span.end);
        return "SELECT *, " + std::string(part.added ? "1" : "-1") + " AS sign FROM " + std::string(schema_) +
               ".list_tally WHERE company_id = $1 AND list = '" + std::string(list_) + "' AND grain = '" +
               part.grain + "' AND date >= " + first + " AND date < " + end;
    }

    std::string_view schema_;
    std::string_view list_;
};

/// The same for a list that a record may enter and leave: what is of no documents is not in it.
inline void moveBetween(Call& call, const ListTally& tally, TallyRow before, const TallyRow& after) {
    if (before.documents != 0 && after.documents != 0) {
        tally.move(call, before, after);
    } else if (after.documents != 0) {
        tally.add(call, after);
    } else if (before.documents != 0) {
        before.documents = -before.documents;
        for (std::int64_t& sum : before.sums) {
            sum = -sum;
        }
        tally.add(call, before);
    }
}

/// A period of instants as whole days of UTC, which a tally counts, and what is left at its ends.
struct DaysOfInstants {
    struct Edge {
        Instant first;
        Instant end; ///< excluded
    };
    std::optional<Date> from;
    std::optional<Date> to;
    std::vector<Edge> edges;
    bool anyDay = true; ///< is there a whole day in it?
};

inline DaysOfInstants daysOfInstants(const std::optional<Instant>& from,
                                     const std::optional<Instant>& before) {
    const auto startOf = [](Date date) { return Instant::startOf(date); };
    DaysOfInstants result;
    std::optional<Date> end;
    if (from) {
        const Date day = from->utcDate();
        result.from = startOf(day) == *from ? day : day.addDays(1);
    }
    if (before) {
        end = before->utcDate();
        result.to = end->addDays(-1);
    }
    if (result.from && end && *result.from > *end) {
        // Within a day.
        result.anyDay = false;
        result.edges.push_back({*from, *before});
        return result;
    }
    result.anyDay = !(result.from && end && *result.from == *end);
    if (from && startOf(*result.from) != *from) {
        result.edges.push_back({*from, startOf(*result.from)});
    }
    if (before && startOf(*end) != *before) {
        result.edges.push_back({startOf(*end), *before});
    }
    return result;
}

} // namespace svc
