#include <svc/columns.hpp>

#include "store/figures.hpp"

namespace svc::reports {
namespace {

const Table Figures("figures", columnWrittenOnce("count", &SalesFigures::count),
                    column("subtotal", &SalesFigures::subtotal), column("tax", &SalesFigures::tax),
                    column("total", &SalesFigures::total),
                    column("cost_of_goods", &SalesFigures::costOfGoods));

/// The cost of goods sold from the ledger, which has an entry for each movement except under periodic
/// inventory.
constexpr std::string_view CostInBooks = R"(
SELECT coalesce(sum(debit - credit), 0) AS goods FROM ledger.v1_entries
WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND role = 'inventory_variation'
  AND document_kind NOT IN ('purchase', 'receipt', 'inventory')
  AND ($4::uuid IS NULL OR business_unit_id = $4) AND $5::text IS NOT NULL)";

/// Under periodic inventory, the ledger has the cost only at the end of the year. So for those days the stock
/// movements are summed, by days in the time zone $5.
constexpr std::string_view CostOfMovements = R"(
SELECT coalesce(-sum(m.value), 0) AS goods
FROM stock.v1_periodic_spans p
JOIN stock.v1_movements m ON m.company_id = p.company_id AND m.at >= p.since AND (p.until IS NULL OR m.at < p.until)
WHERE p.company_id = $1 AND m.at >= $2::date::timestamp AT TIME ZONE $5::text
  AND m.at < ($3::date + 1)::timestamp AT TIME ZONE $5::text
  AND m.reason IN ('sale', 'return') AND m.document_kind <> 'adjustment'
  AND ($4::uuid IS NULL OR m.business_unit_id = $4))";

/// Each movement is counted in exactly one of the two, whatever inventory method the company uses today.
std::string costOfAllGoods() {
    std::string sql = "SELECT booked.goods + moved.goods AS goods FROM (";
    sql += CostInBooks;
    sql += ") booked, (";
    sql += CostOfMovements;
    return sql + ") moved";
}

/// Sales and credit notes count on their own dates, including credit notes of cancellations, so that the
/// figures of a past day do not change. The count excludes sales that were cancelled within the period.
std::string figuresSql(std::string_view cost) {
    return "SELECT " + Figures.select("x") + R"( FROM (
WITH sold AS (
    SELECT count(*) FILTER (WHERE NOT (s.status = 'cancelled' AND EXISTS (
               SELECT FROM sales.v1_credit_notes c WHERE c.company_id = s.company_id AND c.sale_id = s.id
                 AND c.kind = 'cancellation' AND c.date <= $3))) AS n,
           coalesce(sum(subtotal_base), 0) AS net, coalesce(sum(tax_base), 0) AS tax,
           coalesce(sum(total_base), 0) AS gross
    FROM sales.v1_sales s
    WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR business_unit_id = $4)),
credited AS (
    SELECT coalesce(sum(c.total_base), 0) AS gross, coalesce(sum(c.tax_base), 0) AS tax
    FROM sales.v1_credit_notes c JOIN sales.v1_sales s ON s.company_id = c.company_id AND s.id = c.sale_id
    WHERE c.company_id = $1 AND c.date BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR s.business_unit_id = $4)),
cost AS ()" +
           std::string(cost) + R"()
SELECT sold.n AS count, (sold.net - credited.gross + credited.tax)::bigint AS subtotal,
       (sold.tax - credited.tax)::bigint AS tax, (sold.gross - credited.gross)::bigint AS total,
       cost.goods::bigint AS cost_of_goods
FROM sold, credited, cost) x)";
}

// Credit notes count on their own date, as in the total.
constexpr std::string_view SalesByDay = R"(
SELECT date, sum(total)::bigint, sum(sales)::bigint
FROM (SELECT date, total_base AS total,
             CASE WHEN status = 'cancelled' AND EXISTS (
                 SELECT FROM sales.v1_credit_notes c WHERE c.company_id = s.company_id AND c.sale_id = s.id
                   AND c.kind = 'cancellation' AND c.date <= $3) THEN 0 ELSE 1 END AS sales
      FROM sales.v1_sales s
      WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR business_unit_id = $4)
      UNION ALL
      SELECT c.date, -c.total_base, 0 FROM sales.v1_credit_notes c
      JOIN sales.v1_sales s ON s.company_id = c.company_id AND s.id = c.sale_id
      WHERE c.company_id = $1 AND c.date BETWEEN $2 AND $3
        AND ($4::uuid IS NULL OR s.business_unit_id = $4)) moved
GROUP BY date HAVING sum(total) <> 0 OR sum(sales) <> 0 ORDER BY date)";

// Computed from the sales of the period less the credited part of their lines: a credit note for an amount
// names no line, so the credited amounts of the lines are used.
const Table TopItems("items", columnWrittenOnce("item_id", &api::ReportItem::itemId),
                     column("label", &api::ReportItem::label), column("quantity", &api::ReportItem::quantity),
                     column("total", &api::ReportItem::total));
const std::string TopItemsSql = "SELECT " + TopItems.select("x") + R"( FROM (
SELECT l.item_id, min(l.label) AS label, sum(l.quantity - l.quantity_refunded) AS quantity,
       sum(l.net_base + l.tax_base - l.credited_net_base - l.credited_tax_base)::bigint AS total
FROM sales.v1_sales s JOIN sales.v1_lines l ON l.company_id = s.company_id AND l.sale_id = s.id
WHERE s.company_id = $1 AND s.date BETWEEN $2 AND $3 AND s.status <> 'cancelled'
  AND ($4::uuid IS NULL OR s.business_unit_id = $4)
GROUP BY l.item_id, CASE WHEN l.item_id IS NULL THEN l.label END
HAVING sum(l.quantity - l.quantity_refunded) <> 0
    OR sum(l.net_base + l.tax_base - l.credited_net_base - l.credited_tax_base) <> 0
) x
ORDER BY x.total DESC, x.label LIMIT 10)";

} // namespace

SalesFigures salesFigures(Call& call, const Scope& scope) {
    static const std::string sql = figuresSql(CostInBooks);
    static const std::string withStock = figuresSql(costOfAllGoods());
    return Figures.read(call.db().query(calls::stock::offersItems(call) ? withStock : sql, call.companyId(),
                                        scope.period.from, scope.period.to, scope.businessUnit,
                                        call.company().timeZone)[0]);
}

std::vector<api::ReportDay> byDay(Call& call, const Scope& scope) {
    const Rows rows =
        call.db().query(SalesByDay, call.companyId(), scope.period.from, scope.period.to, scope.businessUnit);
    std::vector<api::ReportDay> days;
    for (const Row row : rows) {
        days.push_back({.date = row.date(0), .total = MinorAmount(row.integer(1)), .count = row.integer(2)});
    }
    return days;
}

std::vector<api::ReportItem> topItems(Call& call, const Scope& scope) {
    std::vector<api::ReportItem> items;
    for (const Row row : call.db().query(TopItemsSql, call.companyId(), scope.period.from, scope.period.to,
                                         scope.businessUnit)) {
        items.push_back(TopItems.read(row));
    }
    return items;
}

} // namespace svc::reports
