#include <svc/columns.hpp>

#include "store/figures.hpp"

namespace svc::reports {
namespace {

const Table Figures("figures", columnWrittenOnce("count", &SalesFigures::count),
                    column("subtotal", &SalesFigures::subtotal), column("tax", &SalesFigures::tax),
                    column("total", &SalesFigures::total),
                    column("cost_of_goods", &SalesFigures::costOfGoods));

// Cancelled sales and the notes that cancelled them are left out together; the tax of a note is converted as
// its total was.
const std::string FiguresSql = "SELECT " + Figures.select("x") + R"( FROM (
WITH sold AS (
    SELECT count(*) AS n, coalesce(sum(subtotal_base), 0) AS net, coalesce(sum(tax_base), 0) AS tax,
           coalesce(sum(total_base), 0) AS gross
    FROM sales.v1_sales
    WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND status <> 'cancelled'
      AND ($4::uuid IS NULL OR business_unit_id = $4)),
credited AS (
    SELECT coalesce(sum(c.total_base), 0) AS gross,
           coalesce(sum(round(c.total_base * c.tax_total / nullif(c.total, 0)::numeric)), 0) AS tax
    FROM sales.v1_credit_notes c JOIN sales.v1_sales s ON s.company_id = c.company_id AND s.id = c.sale_id
    WHERE c.company_id = $1 AND c.date BETWEEN $2 AND $3 AND c.kind = 'refund' AND s.status <> 'cancelled'
      AND ($4::uuid IS NULL OR s.business_unit_id = $4)),
cost AS (
    SELECT coalesce(sum(debit - credit), 0) AS goods FROM ledger.v1_entries
    WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND role = 'inventory_variation'
      AND document_kind NOT IN ('purchase', 'receipt') AND ($4::uuid IS NULL OR business_unit_id = $4))
SELECT sold.n AS count, (sold.net - credited.gross + credited.tax)::bigint AS subtotal,
       (sold.tax - credited.tax)::bigint AS tax, (sold.gross - credited.gross)::bigint AS total,
       cost.goods::bigint AS cost_of_goods
FROM sold, credited, cost) x)";

// Refunds count on the day of their credit notes, as in the total.
constexpr std::string_view SalesByDay = R"(
SELECT date, sum(total)::bigint, sum(sales)::bigint
FROM (SELECT date, total_base AS total, 1 AS sales FROM sales.v1_sales
      WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND status <> 'cancelled'
        AND ($4::uuid IS NULL OR business_unit_id = $4)
      UNION ALL
      SELECT c.date, -c.total_base, 0 FROM sales.v1_credit_notes c
      JOIN sales.v1_sales s ON s.company_id = c.company_id AND s.id = c.sale_id
      WHERE c.company_id = $1 AND c.date BETWEEN $2 AND $3 AND c.kind = 'refund' AND s.status <> 'cancelled'
        AND ($4::uuid IS NULL OR s.business_unit_id = $4)) moved
GROUP BY date ORDER BY date)";

// Of the sales of the period, less what was credited of their lines: a credit note of an amount names no
// line, so the lines know best what is left of them.
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
    return Figures.read(call.db().query(FiguresSql, call.companyId(), scope.period.from, scope.period.to,
                                        scope.businessUnit)[0]);
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
