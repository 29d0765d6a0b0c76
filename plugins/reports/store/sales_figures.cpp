#include "store/figures.hpp"

namespace svc::reports {
namespace {

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
constexpr std::string_view TopItems = R"(
SELECT l.item_id, min(l.label), sum(l.quantity - l.quantity_refunded),
       sum(l.net_base + l.tax_base - l.credited_net_base - l.credited_tax_base)::bigint AS total
FROM sales.v1_sales s JOIN sales.v1_lines l ON l.company_id = s.company_id AND l.sale_id = s.id
WHERE s.company_id = $1 AND s.date BETWEEN $2 AND $3 AND s.status <> 'cancelled'
  AND ($4::uuid IS NULL OR s.business_unit_id = $4)
GROUP BY l.item_id, CASE WHEN l.item_id IS NULL THEN l.label END
HAVING sum(l.quantity - l.quantity_refunded) <> 0
    OR sum(l.net_base + l.tax_base - l.credited_net_base - l.credited_tax_base) <> 0
ORDER BY total DESC, 2 LIMIT 10)";

} // namespace

SalesFigures salesFigures(Call& call, const Scope& scope) {
    // Cancelled sales and the notes that cancelled them are left out together; the tax of a note is converted
    // as its total was.
    const Rows rows = call.db().query(
        "WITH sold AS (SELECT count(*) AS n, coalesce(sum(subtotal_base), 0) AS net, coalesce(sum(tax_base), "
        "0) AS tax,"
        "   coalesce(sum(total_base), 0) AS gross FROM sales.v1_sales"
        "   WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND status <> 'cancelled'"
        "   AND ($4::uuid IS NULL OR business_unit_id = $4)),"
        " credited AS (SELECT coalesce(sum(c.total_base), 0) AS gross,"
        "   coalesce(sum(round(c.total_base * c.tax_total / nullif(c.total, 0)::numeric)), 0) AS tax"
        "   FROM sales.v1_credit_notes c JOIN sales.v1_sales s ON s.company_id = c.company_id AND s.id = "
        "c.sale_id"
        "   WHERE c.company_id = $1 AND c.date BETWEEN $2 AND $3 AND c.kind = 'refund' AND s.status <> "
        "'cancelled'"
        "   AND ($4::uuid IS NULL OR s.business_unit_id = $4)),"
        " cost AS (SELECT coalesce(sum(debit - credit), 0) AS goods FROM ledger.v1_entries"
        "   WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND role = 'inventory_variation'"
        "   AND document_kind NOT IN ('purchase', 'receipt') AND ($4::uuid IS NULL OR business_unit_id = $4))"
        " SELECT sold.n, (sold.net - credited.gross + credited.tax)::bigint, (sold.tax - "
        "credited.tax)::bigint,"
        "   (sold.gross - credited.gross)::bigint, cost.goods::bigint FROM sold, credited, cost",
        call.companyId(), scope.period.from, scope.period.to, scope.businessUnit);
    const Row row = rows[0];
    return {row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4)};
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
    const Rows rows =
        call.db().query(TopItems, call.companyId(), scope.period.from, scope.period.to, scope.businessUnit);
    std::vector<api::ReportItem> items;
    for (const Row row : rows) {
        items.push_back({.itemId = row.optionalId<ItemId>(0),
                         .label = std::string(row.text(1)),
                         .quantity = row.decimal(2).normalized(),
                         .total = MinorAmount(row.integer(3))});
    }
    return items;
}

} // namespace svc::reports
