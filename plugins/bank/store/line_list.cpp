#include <svc/list_query.hpp>
#include <svc/range_tally.hpp>
#include <svc/tally.hpp>

#include "store/line_store.hpp"
#include "store/line_terms.hpp"

namespace svc::bank {
namespace {

bool hasAmounts(const LineFilter& filter) {
    return filter.minAmount || filter.maxAmount;
}

/// The page of what is found. Lines of a range of amounts are chosen from the index alone: of a rare one all
/// are put in order.
std::vector<Line> rowsOf(Database& db, FoundDocuments found, const LineFilter& filter,
                         const std::string& order) {
    std::string page = found.from + order;
    page += " LIMIT " + found.params.place(filter.limit);
    page += " OFFSET " + found.params.place(filter.offset);
    if (hasAmounts(filter) && !filter.text) {
        page = " FROM (SELECT l.id" + page +
               ") AS chosen JOIN bank.line l ON l.company_id = $1 AND l.id = chosen.id" + order;
    }
    std::vector<Line> rows;
    for (const Row row : db.query("SELECT " + lineColumns() + page, found.params.values())) {
        rows.push_back(lineFrom(row));
    }
    return rows;
}

/// Of what is filtered by dates, wallet and status alone: whole months, and the days at the ends of the
/// period.
std::int64_t countOfDays(Database& db, const Uuid& company, const LineFilter& filter) {
    const detail::TallyPeriod period(filter.dates.from, filter.dates.to);
    ListParams params(company);
    std::string others = params.bound("wallet_id =", filter.walletId);
    others += params.bound("status =", filter.status);
    std::string counted;
    for (const detail::TallyPeriod::Part& part : period.parts()) {
        const std::string first = params.place(part.span.first);
        const std::string end = params.place(part.span.end);
        counted += std::string(counted.empty() ? "" : " UNION ALL ") + "SELECT lines, " +
                   (part.added ? "1" : "-1") + " AS sign FROM bank." +
                   (part.grain == 'm' ? "line_month" : "line_day") +
                   " WHERE company_id = $1 AND booked_at >= " + first + " AND booked_at < " + end + others;
    }
    return db
        .query("SELECT coalesce(sum(sign * lines), 0)::bigint FROM (" + counted + ") AS counted",
               params.values())[0]
        .integer(0);
}

/// Of what is filtered by amounts, and a wallet or a status perhaps: each run of nodes is a range of the
/// index. What waits is counted as all but the others.
std::int64_t countOfAmounts(Database& db, const Uuid& company, const LineFilter& filter) {
    const RangeRuns range(filter.minAmount, filter.maxAmount);
    ListParams params(company);
    const std::string runs = "unnest(" + params.place(range.levels()) + "::smallint[], " +
                             params.place(range.firsts()) + "::bigint[], " + params.place(range.lasts()) +
                             "::bigint[]) AS r (level, first, last)";
    const std::string ofRun =
        " WHERE company_id = $1 AND level = r.level AND node >= r.first AND node <= r.last" +
        params.bound("wallet_id =", filter.walletId);
    const bool waiting = filter.status == "unmatched";
    std::string nodes;
    if (!filter.status || waiting) {
        nodes = "SELECT lines FROM bank.amount_tally" + ofRun;
    }
    if (filter.status) {
        nodes += waiting ? " UNION ALL SELECT -lines FROM bank.amount_status_tally" + ofRun
                         : "SELECT lines FROM bank.amount_status_tally" + ofRun +
                               params.bound("status =", filter.status);
    }
    return db
        .query("SELECT coalesce(sum(n.lines), 0)::bigint FROM " + runs +
                   ", LATERAL (SELECT sum(lines) AS lines FROM (" + nodes + ") AS nodes) AS n",
               params.values())[0]
        .integer(0);
}

/// The number of all lines that the filters find, when it is kept.
std::optional<std::int64_t> keptCountOf(Database& db, const Uuid& company, const LineFilter& filter) {
    if (!filter.text && !hasAmounts(filter)) {
        return countOfDays(db, company, filter);
    }
    if (!filter.text && !filter.dates.from && !filter.dates.to) {
        return countOfAmounts(db, company, filter);
    }
    return std::nullopt;
}

/// The number of all lines of which the page has some.
std::int64_t countOf(Call& call, const FoundDocuments& found, const LineFilter& filter,
                     const LinePage& page) {
    if (found.kept) {
        return found.kept->documents;
    }
    const auto read = static_cast<std::int64_t>(page.rows.size());
    // The page itself tells it when it is the last one.
    if (read < filter.limit && (read > 0 || filter.offset == 0)) {
        return filter.offset + read;
    }
    if (const auto kept = keptCountOf(call.db(), call.companyId(), filter)) {
        return *kept;
    }
    return call.db().query("SELECT count(*)" + found.from, found.params.values())[0].integer(0);
}

} // namespace

LinePage LineStore::list(const LineFilter& filter) {
    FoundDocuments all{ListParams(company_), " FROM bank.line l WHERE company_id = $1"};
    all.from += all.params.bound("booked_at >=", filter.dates.from);
    all.from += all.params.bound("booked_at <=", filter.dates.to);
    all.from += all.params.bound("wallet_id =", filter.walletId);
    all.from += all.params.bound("status =", filter.status);
    all.from += all.params.bound("amount >=", filter.minAmount);
    all.from += all.params.bound("amount <=", filter.maxAmount);
    const std::string newest = " ORDER BY l.booked_at DESC, l.id DESC";
    const std::string order = filter.oldestFirst ? " ORDER BY l.booked_at, l.id" : newest;
    const auto read = [&](LinePage& page, const FoundDocuments& found) {
        if (found.rows) {
            page.rows = rowsOf(call_.db(), found, filter, order);
        }
        if (found.summary) {
            page.count = countOf(call_, found, filter, page);
        }
    };
    LinePage page;
    const bool several =
        areSeveral({filter.walletId.has_value(), filter.status.has_value(), hasAmounts(filter)});
    if (filter.text) {
        SearchedList searched{all.params, all.from, "l", order, newest, filter.limit};
        if (!hasAmounts(filter)) {
            searched.counted = {
                filter.dates.from, filter.dates.to, {oneWord(filter.walletId), oneWord(filter.status)}};
        }
        page = LineTerms.words().find<LinePage>(call_, *filter.text, searched, read);
    } else if (const auto kept = several ? keptCountOf(call_.db(), company_, filter) : std::nullopt) {
        page.count = *kept;
        LineFilter left = filter;
        left.limit = rowsLeft(*kept, filter.offset, filter.limit);
        page.rows = rowsOf(call_.db(), all, left, order);
    } else {
        read(page, all);
    }
    readMatches(page.rows);
    return page;
}

} // namespace svc::bank
