#include "store/purchase_list.hpp"

#include <svc/list_query.hpp>

#include "store/tallies.hpp"

namespace svc::purchases {
namespace {

std::string conditionsOf(const PurchaseListQuery& query, ListParams& params) {
    const PurchaseFilter& filter = query.filter;
    std::string sql = params.bound("date >=", filter.from) + params.bound("date <=", filter.to);
    sql += params.among("business_unit_id", filter.businessUnits);
    sql += params.among("partner_id", filter.partners);
    sql += params.among("payment_status", filter.paymentStatuses);
    sql += params.among("receipt_status", filter.receiptStatuses);
    sql += params.among("status", filter.statuses);
    sql += params.among("supplier_reference", filter.references);
    if (filter.overdue) {
        const std::string today = params.place(query.today);
        sql += *filter.overdue ? " AND balance > 0 AND due_date < " + today
                               : " AND (balance <= 0 OR due_date IS NULL OR due_date >= " + today + ')';
    }
    return sql;
}

constexpr std::string_view NoSummary = "SELECT 0::bigint AS documents, 0::bigint AS subtotal, 0::bigint AS "
                                       "tax, 0::bigint AS total, 0::bigint AS paid";

constexpr std::string_view SummaryOfPurchases =
    "SELECT count(*) AS documents,"
    " coalesce(sum(subtotal_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(tax_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(total_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(paid_base) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS paid";

constexpr std::string_view SummaryOfTally =
    "SELECT documents, sum1 AS subtotal, sum2 AS tax, sum3 AS total, sum4 AS paid FROM (";
constexpr std::string_view AllButDue =
    "SELECT a.documents - d.documents AS documents, a.sum1 - d.sum1 AS subtotal, a.sum2 - d.sum2 AS tax,"
    " a.sum3 - d.sum3 AS total, a.sum4 - d.sum4 AS paid FROM (";

/// Number and sums of all purchases that the filters find, as cheap as these filters allow.
std::string summaryOf(const PurchaseListQuery& query, FoundDocuments& found) {
    const PurchaseFilter& filter = query.filter;
    TallyFilter tallied{filter.from, filter.to, {}};
    tallied.by[0] = idTexts(filter.businessUnits);
    tallied.by[1] = filter.statuses;
    tallied.by[2] = filter.receiptStatuses;
    tallied.by[3] = filter.paymentStatuses;
    const bool byOthers = filter.partners || filter.references;
    const bool byDays = filter.from || filter.to;
    const bool byStates = filter.statuses || filter.receiptStatuses || filter.paymentStatuses;
    if (byOthers || (filter.overdue && (byDays || byStates))) {
        return std::string(SummaryOfPurchases) + found.from;
    }
    if (!filter.overdue) {
        return std::string(SummaryOfTally) + PurchaseTally.select(found.params, tallied) + ") AS counted";
    }
    TallyFilter due = tallied;
    due.to = query.today.addDays(-1);
    const std::string ofDue = DueTally.select(found.params, due);
    return *filter.overdue ? std::string(SummaryOfTally) + ofDue + ") AS due"
                           : std::string(AllButDue) + PurchaseTally.select(found.params, tallied) +
                                 ") AS a, (" + ofDue + ") AS d";
}

/// What a search by a common word is filtered by besides, when the words are counted by all of it.
std::optional<CountedFilter> countedBy(const PurchaseFilter& filter) {
    if (filter.partners || filter.references || filter.overdue) {
        return std::nullopt;
    }
    return CountedFilter{
        filter.from,
        filter.to,
        {idTexts(filter.businessUnits), filter.statuses, filter.receiptStatuses, filter.paymentStatuses}};
}

std::string_view orderOf(std::string_view sort) {
    if (sort == "date") {
        return " ORDER BY p.date, p.id";
    }
    if (sort == "number") {
        return " ORDER BY p.number, p.id";
    }
    if (sort == "-number") {
        return " ORDER BY p.number DESC, p.id DESC";
    }
    if (sort == "total") {
        return " ORDER BY p.total_base, p.id";
    }
    if (sort == "-total") {
        return " ORDER BY p.total_base DESC, p.id DESC";
    }
    return " ORDER BY p.date DESC, p.id DESC";
}

/// One statement: the rows of the page beside the summary, which comes alone when there are none.
void read(Database& db, const PurchaseListQuery& query, FoundDocuments found, const std::string& summary,
          PurchaseListPage& page) {
    const std::string order(orderOf(query.sort));
    const std::string pageRows = pageOf(found, "p", order, query.limit, query.offset);
    const Rows rows =
        db.query("WITH summary AS (" + summary + "), page AS MATERIALIZED (" + pageRows +
                     ") SELECT summary.documents, summary.subtotal, summary.tax, summary.total,"
                     " summary.paid, " +
                     purchaseColumns(query.parts) + " FROM summary LEFT JOIN page p ON true" + order,
                 found.params.values());
    constexpr std::uint32_t FirstPurchaseColumn = 5;
    const Row sums = rows[0];
    page.count = sums.integer(0);
    page.totals = {sums.integer(1), sums.integer(2), sums.integer(3), sums.integer(4)};
    if (!found.rows) {
        return;
    }
    page.rows.clear();
    page.rows.reserve(rows.size());
    for (const Row row : rows) {
        if (!row.isNull(FirstPurchaseColumn)) {
            page.rows.push_back(purchaseFrom(row, FirstPurchaseColumn));
        }
    }
}

} // namespace

PurchaseListPage listPurchases(Call& call, const PurchaseListQuery& query) {
    Database& db = call.db();
    ListParams params(call.companyId());
    const std::string conditions = conditionsOf(query, params);
    FoundDocuments all{std::move(params), " FROM purchases.purchase p WHERE company_id = $1" + conditions};
    if (!query.filter.text) {
        PurchaseListPage page;
        const std::string summary = summaryOf(query, all);
        read(db, query, std::move(all), summary, page);
        return page;
    }
    const SearchedList list{all.params,
                            all.from,
                            "p",
                            orderOf(query.sort),
                            orderOf("-date"),
                            query.limit,
                            countedBy(query.filter)};
    return PurchaseTerms.words().find<PurchaseListPage>(
        call, *query.filter.text, list, [&](PurchaseListPage& page, const FoundDocuments& found) {
            if (found.kept) {
                const auto& sums = found.kept->sums;
                page.count = found.kept->documents;
                page.totals = {sums[0], sums[1], sums[2], sums[3]};
                return;
            }
            read(db, query, found,
                 found.summary ? std::string(SummaryOfPurchases) + found.from : std::string(NoSummary), page);
        });
}

std::vector<Purchase> openPurchases(Database& db, const Uuid& company, const OpenFilter& filter,
                                    std::int64_t limit) {
    ListParams params(company);
    std::string sql = "SELECT " + purchaseColumns({}) +
                      " FROM purchases.purchase p WHERE p.company_id = $1 AND p.balance > 0";
    sql += params.bound("p.partner_id =", filter.partnerId);
    sql += params.bound("p.currency =", filter.currency);
    if (filter.numbers) {
        ArrayParam list;
        for (const std::string& number : *filter.numbers) {
            list.add(number);
        }
        const std::string numbers = params.place(list);
        sql += " AND (p.number = ANY (" + numbers + ") OR p.supplier_reference = ANY (" + numbers + "))";
    }
    sql += " ORDER BY p.due_date, p.id LIMIT " + params.place(limit);
    const Rows rows = db.query(sql, params.values());
    std::vector<Purchase> open;
    for (const Row row : rows) {
        open.push_back(purchaseFrom(row));
    }
    return open;
}

} // namespace svc::purchases
