#include "store/sale_list.hpp"

#include <svc/list_query.hpp>
#include <svc/tally.hpp>

#include "store/day_store.hpp"
#include "store/search.hpp"

namespace svc::sales {
namespace {

/// Conditions of the filters, by where they can be asked. Columns stand alone: the tallies of sales have them
/// under the same names.
struct Conditions {
    std::string period; ///< of sales, of days and of months
    std::string states; ///< the same
    std::string others; ///< of sales alone
    std::string overdue;

    std::string ofSales() const { return period + states + others + overdue; }
};

Conditions conditionsOf(const SaleListQuery& query, ListParams& params) {
    const SaleFilter& filter = query.filter;
    Conditions conditions;
    conditions.period += params.bound("date >=", filter.from);
    conditions.period += params.bound("date <=", filter.to);
    conditions.states += params.among("business_unit_id", filter.businessUnits);
    conditions.states += params.among("payment_status", filter.paymentStatuses);
    conditions.states += params.among("delivery_status", filter.deliveryStatuses);
    conditions.states += params.among("fiscal_status", filter.fiscalStatuses);
    conditions.states += params.among("status", filter.statuses);
    conditions.states += params.among("kind", filter.kinds);
    conditions.states += params.among("channel", filter.channels);
    if (filter.statuses == std::vector<std::string>{"cancelled"}) {
        // They are few, and sale_payment_status_index has them in order.
        conditions.states += " AND payment_status = 'cancelled'";
    }
    conditions.others += params.among("partner_id", filter.partners);
    conditions.others += params.among("external_id", filter.externalIds);
    if (filter.overdue) {
        const std::string today = params.place(query.today);
        conditions.overdue = *filter.overdue
                                 ? " AND balance > 0 AND due_date < " + today
                                 : " AND (balance <= 0 OR due_date IS NULL OR due_date >= " + today + ')';
    }
    return conditions;
}

constexpr std::string_view NoSummary =
    "SELECT 0::bigint AS documents, 0::bigint AS subtotal, 0::bigint AS tax, 0::bigint AS total,"
    " 0::bigint AS paid, 0::bigint AS balance";

constexpr std::string_view SummaryOfSales =
    "SELECT count(*) AS documents,"
    " coalesce(sum(subtotal_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(tax_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(total_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(paid_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS paid,"
    " coalesce(sum(total_base - credited_base - paid_base + refunded_base)"
    " FILTER (WHERE status <> 'cancelled'), 0)::bigint AS balance";

constexpr std::string_view SummaryOfTally =
    "SELECT coalesce(sum(documents), 0)::bigint AS documents,"
    " coalesce(sum(subtotal) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(tax) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(total) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(paid) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS paid,"
    " coalesce(sum(balance) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS balance FROM (";

constexpr std::string_view SummaryOfDue =
    "SELECT documents, sum1 AS subtotal, sum2 AS tax, sum1 + sum2 AS total, sum3 AS paid, sum4 AS balance"
    " FROM (";

constexpr std::string_view AllButDue =
    "SELECT a.documents - d.documents AS documents, a.subtotal - d.subtotal AS subtotal, a.tax - d.tax AS "
    "tax, a.total - d.total AS total, a.paid - d.paid AS paid, a.balance - d.balance AS balance FROM (";

/// Of what is filtered by dates, business unit and states alone, at any number of sales: whole months, and
/// the days at the ends of the period.
std::string summaryOfTally(const SaleFilter& filter, const Conditions& conditions, ListParams& params) {
    const detail::TallyPeriod period(filter.from, filter.to);
    const auto rowsOf = [&](std::string_view table, const detail::TallyPeriod::Span& span) {
        const std::string first = params.place(span.first);
        const std::string end = params.place(span.end);
        return "SELECT * FROM sales." + std::string(table) + " WHERE company_id = $1 AND date >= " + first +
               " AND date < " + end + conditions.states;
    };
    std::string sql = std::string(SummaryOfTally) + rowsOf("tally_month", period.months);
    if (filter.from) {
        sql += " UNION ALL " + rowsOf("tally", period.before);
    }
    if (filter.to) {
        sql += " UNION ALL " + rowsOf("tally", period.after);
    }
    return sql + ") AS counted";
}

/// Of what is overdue, counted by the day on which it was due.
std::string summaryOfDue(const SaleListQuery& query, ListParams& params) {
    TallyFilter due;
    due.to = query.today.addDays(-1);
    due.by[0] = idTexts(query.filter.businessUnits);
    return std::string(SummaryOfDue) + DueTally.select(params, due) + ") AS due";
}

/// What a search by a common word is filtered by besides, when the words are counted by all of it.
std::optional<CountedFilter> countedBy(const SaleFilter& filter) {
    if (filter.partners || filter.externalIds || filter.overdue) {
        return std::nullopt;
    }
    return CountedFilter{filter.from,
                         filter.to,
                         {idTexts(filter.businessUnits), filter.kinds, filter.channels, filter.statuses,
                          filter.paymentStatuses, filter.deliveryStatuses, filter.fiscalStatuses}};
}

bool isOverdueOfUnitsAlone(const SaleFilter& filter) {
    return filter.overdue && !filter.from && !filter.to && !filter.partners && !filter.externalIds &&
           !filter.paymentStatuses && !filter.deliveryStatuses && !filter.fiscalStatuses &&
           !filter.statuses && !filter.kinds && !filter.channels;
}

/// Number and sums of all sales that the filters find, as cheap as these filters allow.
std::string summaryOf(const SaleListQuery& query, const Conditions& conditions, FoundDocuments& found) {
    if (isOverdueOfUnitsAlone(query.filter)) {
        const std::string due = summaryOfDue(query, found.params);
        return *query.filter.overdue
                   ? due
                   : std::string(AllButDue) + summaryOfTally(query.filter, conditions, found.params) +
                         ") AS a, (" + due + ") AS d";
    }
    if (conditions.others.empty() && conditions.overdue.empty()) {
        return summaryOfTally(query.filter, conditions, found.params);
    }
    return std::string(SummaryOfSales) + found.from;
}

std::string_view orderOf(std::string_view sort) {
    if (sort == "date") {
        return " ORDER BY s.date, s.id";
    }
    if (sort == "number") {
        return " ORDER BY s.kind, s.number, s.id";
    }
    if (sort == "-number") {
        return " ORDER BY s.kind DESC, s.number DESC, s.id DESC";
    }
    if (sort == "total") {
        return " ORDER BY s.total_base, s.id";
    }
    if (sort == "-total") {
        return " ORDER BY s.total_base DESC, s.id DESC";
    }
    return " ORDER BY s.date DESC, s.id DESC";
}

/// One statement: the rows of the page beside the summary, which comes alone when there are none.
void read(Database& db, const SaleListQuery& query, FoundDocuments found, const std::string& summary,
          SaleListPage& page) {
    const std::string order(orderOf(query.sort));
    const std::string pageRows = pageOf(found, "s", order, query.limit, query.offset);
    const Rows rows =
        db.query("WITH summary AS (" + summary + "), page AS MATERIALIZED (" + pageRows +
                     ") SELECT summary.documents, summary.subtotal, summary.tax, summary.total,"
                     " summary.paid, summary.balance, " +
                     saleColumns(query.parts) + " FROM summary LEFT JOIN page s ON true" + order,
                 found.params.values());
    constexpr std::uint32_t FirstSaleColumn = 6;
    const Row sums = rows[0];
    page.count = sums.integer(0);
    page.totals = {sums.integer(1), sums.integer(2), sums.integer(3), sums.integer(4), sums.integer(5)};
    if (!found.rows) {
        return;
    }
    page.rows.clear();
    page.rows.reserve(rows.size());
    for (const Row row : rows) {
        if (!row.isNull(FirstSaleColumn)) {
            page.rows.push_back(saleFrom(row, FirstSaleColumn));
        }
    }
}

} // namespace

SaleListPage listSales(Call& call, const SaleListQuery& query) {
    Database& db = call.db();
    ListParams params(call.companyId());
    const Conditions conditions = conditionsOf(query, params);
    FoundDocuments all{std::move(params), " FROM sales.sale s WHERE company_id = $1" + conditions.ofSales()};
    if (!query.filter.text) {
        SaleListPage page;
        const std::string summary = summaryOf(query, conditions, all);
        read(db, query, std::move(all), summary, page);
        return page;
    }
    const SearchedList list{all.params,
                            all.from,
                            "s",
                            orderOf(query.sort),
                            orderOf("-date"),
                            query.limit,
                            countedBy(query.filter)};
    return SaleTerms.words().find<SaleListPage>(
        call, *query.filter.text, list, [&](SaleListPage& page, const FoundDocuments& found) {
            if (found.kept) {
                const auto& sums = found.kept->sums;
                page.count = found.kept->documents;
                page.totals = {sums[0], sums[1], sums[2], sums[3], sums[4]};
                return;
            }
            read(db, query, found,
                 found.summary ? std::string(SummaryOfSales) + found.from : std::string(NoSummary), page);
        });
}

} // namespace svc::sales
