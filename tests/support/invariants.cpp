#include "support/invariants.hpp"

#include <set>

#include <gtest/gtest.h>

namespace svc::test {
namespace {

/// A rule is a query for the rows that break it, and the schemas that it reads.
struct Rule {
    const char* name;
    std::set<std::string> schemas;
    const char* breakers;
};

const Rule Rules[] = {
    {"entries balance and have all their lines",
     {"ledger"},
     "SELECT e.company_id, e.number, e.line_count, count(l), sum(l.debit), sum(l.credit) FROM ledger.entry e"
     " LEFT JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id"
     " GROUP BY e.company_id, e.id, e.number, e.line_count"
     " HAVING sum(l.debit) IS DISTINCT FROM sum(l.credit) OR count(l) <> e.line_count"},
    {"entry numbers have no gap",
     {"ledger"},
     "SELECT e.company_id, e.fiscal_year, count(*), min(e.number), max(e.number), n.last FROM ledger.entry e"
     " JOIN ledger.entry_number n ON n.company_id = e.company_id AND n.fiscal_year = e.fiscal_year"
     " GROUP BY e.company_id, e.fiscal_year, n.last"
     " HAVING count(*) <> max(e.number) OR min(e.number) <> 1 OR max(e.number) <> n.last"},
    {"document numbers have no gap",
     {"sales"},
     "SELECT company_id, series, count(*), min(n), max(n) FROM"
     " (SELECT company_id, kind || ' ' || regexp_replace(number, '[0-9]+$', '') AS series,"
     "  substring(number FROM '[0-9]+$')::bigint AS n FROM sales.sale"
     "  UNION ALL SELECT company_id, 'credit ' || regexp_replace(number, '[0-9]+$', ''),"
     "  substring(number FROM '[0-9]+$')::bigint FROM sales.credit_note) d"
     " GROUP BY company_id, series HAVING count(*) <> max(n) - min(n) + 1"},
    {"the counters of documents are where the documents are",
     {"sales"},
     "SELECT n.company_id, n.kind, sum(n.last), (SELECT count(*) FROM sales.sale s"
     " WHERE s.company_id = n.company_id AND s.kind = n.kind)"
     " FROM svc.number_series n WHERE n.kind IN ('invoice', 'ticket') GROUP BY n.company_id, n.kind"
     " HAVING sum(n.last) < (SELECT count(*) FROM sales.sale s WHERE s.company_id = n.company_id AND s.kind "
     "= n.kind)"},
    {"every sale has one sale.created, and every cancelled one sale.cancelled",
     {"sales"},
     "SELECT s.company_id, s.number, s.status, count(*) FILTER (WHERE e.type = 'sale.created') FROM "
     "sales.sale s"
     " LEFT JOIN svc.event e ON e.company_id = s.company_id AND e.data::json ->> 'number' = s.number"
     "  AND e.type IN ('sale.created', 'sale.cancelled')"
     " GROUP BY s.company_id, s.id, s.number, s.status"
     " HAVING count(*) FILTER (WHERE e.type = 'sale.created') <> 1"
     " OR count(*) FILTER (WHERE e.type = 'sale.cancelled') <> (s.status = 'cancelled')::int"},
    {"positions of events have no gap",
     {},
     "SELECT e.company_id, count(*), max(e.position), c.last_event_position FROM svc.event e"
     " JOIN svc.company_clock c ON c.company_id = e.company_id GROUP BY e.company_id, c.last_event_position"
     " HAVING count(*) <> max(e.position) OR max(e.position) <> c.last_event_position"},
    {"numbers of events follow their positions",
     {},
     "SELECT company_id, position, number FROM (SELECT company_id, position, number,"
     " lag(number) OVER (PARTITION BY company_id ORDER BY position) AS before FROM svc.event) e"
     " WHERE number <= before"},
    {"payments add up to what is paid",
     {"sales"},
     "SELECT s.company_id, s.number, s.paid, s.paid_base, sum(p.amount), sum(p.amount_base) FROM sales.sale s"
     " LEFT JOIN sales.payment p ON p.company_id = s.company_id AND p.sale_id = s.id AND p.status = "
     "'received'"
     " GROUP BY s.company_id, s.id, s.number, s.paid, s.paid_base"
     " HAVING s.paid <> coalesce(sum(p.amount), 0)"
     " OR s.paid_base <> coalesce(sum(p.amount_base), 0) AND s.refunded = 0 AND s.credited = 0"},
    {"lines and taxes add up to the document",
     {"sales"},
     "SELECT s.company_id, s.number FROM sales.sale s JOIN sales.line l ON l.company_id = s.company_id"
     " AND l.sale_id = s.id GROUP BY s.company_id, s.id"
     " HAVING sum(l.total) <> s.total OR sum(l.net) <> s.subtotal OR sum(l.tax) <> s.tax_total"
     " OR s.subtotal + s.tax_total <> s.total OR sum(l.net_base) + sum(l.tax_base) <> s.total_base"
     " OR s.subtotal <> (SELECT sum((t ->> 'net')::bigint) FROM jsonb_array_elements(s.taxes) t)"},
    {"a paid sale owes nothing",
     {"sales"},
     "SELECT company_id, number, payment_status, balance, total_base - paid_base FROM sales.sale"
     " WHERE balance < 0 OR (payment_status = 'paid' AND (balance <> 0 OR total_base <> paid_base))"
     " OR (payment_status IN ('unpaid', 'partially_paid') AND balance = 0)"
     " OR (status = 'cancelled') <> (payment_status = 'cancelled')"},
    {"sums of days are those of the sales",
     {"sales"},
     "SELECT d.company_id, d.date, d.documents, d.total, d.paid FROM sales.day d LEFT JOIN sales.sale s"
     " ON s.company_id = d.company_id AND s.date = d.date AND s.business_unit_id = d.business_unit_id"
     " GROUP BY d.company_id, d.date, d.business_unit_id"
     " HAVING d.documents <> count(s.id)"
     " OR d.total <> coalesce(sum(s.total_base) FILTER (WHERE s.status = 'active'), 0)"
     " OR d.subtotal <> coalesce(sum(s.subtotal_base) FILTER (WHERE s.status = 'active'), 0)"
     " OR d.tax <> coalesce(sum(s.tax_base) FILTER (WHERE s.status = 'active'), 0)"
     " OR d.paid <> coalesce(sum(s.paid_base) FILTER (WHERE s.status = 'active'), 0)"},
    {"quantities are those of the movements",
     {"stock"},
     "SELECT l.company_id, l.item_id, l.location_id, l.lot_number, l.quantity, sum(m.quantity) FROM "
     "stock.level l"
     " LEFT JOIN stock.movement m ON m.company_id = l.company_id AND m.item_id = l.item_id"
     "  AND m.location_id = l.location_id AND coalesce(m.lot_number, '') = l.lot_number"
     " GROUP BY l.company_id, l.item_id, l.location_id, l.lot_number, l.quantity, l.reserved"
     " HAVING l.quantity <> coalesce(sum(m.quantity), 0) OR l.reserved < 0 OR l.reserved > l.quantity"},
    {"quantity and value of an item are those of its movements",
     {"stock"},
     "SELECT c.company_id, c.item_id, c.quantity, sum(m.quantity), c.value, sum(m.value), c.movements, "
     "count(m.id)"
     " FROM stock.item_cost c LEFT JOIN stock.movement m ON m.company_id = c.company_id AND m.item_id = "
     "c.item_id"
     " GROUP BY c.company_id, c.item_id"
     " HAVING c.quantity <> coalesce(sum(m.quantity), 0) OR c.value <> coalesce(sum(m.value), 0)"
     " OR c.movements <> count(m.id) OR c.value <> round(c.average * c.quantity)"},
    {"what is kept back belongs to open sales",
     {"stock", "sales"},
     "SELECT v.company_id, v.item_id, v.reserved, w.wanted FROM"
     " (SELECT company_id, item_id, sum(reserved) AS reserved FROM stock.level GROUP BY company_id, item_id) "
     "v"
     " LEFT JOIN (SELECT l.company_id, l.item_id, sum(l.quantity - l.quantity_delivered) AS wanted FROM "
     "sales.line l"
     "  JOIN sales.sale s ON s.company_id = l.company_id AND s.id = l.sale_id"
     "  WHERE l.stocked AND s.stock_mode = 'reserved' AND s.status = 'active' GROUP BY l.company_id, "
     "l.item_id) w"
     " ON w.company_id = v.company_id AND w.item_id = v.item_id WHERE v.reserved <> coalesce(w.wanted, 0)"},
    {"the value of the stock is that of the books",
     {"stock", "ledger"},
     "SELECT c.company_id, sum(c.value), (SELECT coalesce(sum(debit - credit), 0) FROM ledger.line l"
     " WHERE l.company_id = c.company_id AND l.role = 'inventory') FROM stock.item_cost c"
     " JOIN svc.company k ON k.company_id = c.company_id"
     " WHERE coalesce(k.accounting ->> 'inventory', 'perpetual') = 'perpetual' GROUP BY c.company_id"
     " HAVING sum(c.value) <> (SELECT coalesce(sum(debit - credit), 0) FROM ledger.line l"
     " WHERE l.company_id = c.company_id AND l.role = 'inventory')"},
    {"balances of wallets are those of the movements",
     {"treasury"},
     "SELECT * FROM treasury.v1_wallet_check WHERE difference <> 0 OR base_difference <> 0"
     " OR last_position <> movement_count"},
    {"each movement tells the balance after it",
     {"treasury"},
     "SELECT company_id, wallet_id, position, balance_after, running FROM (SELECT company_id, wallet_id, "
     "position,"
     " balance_after, sum(CASE direction WHEN 'in' THEN amount ELSE -amount END)"
     " OVER (PARTITION BY company_id, wallet_id ORDER BY position) AS running FROM treasury.transaction) t"
     " WHERE balance_after <> running"},
    {"wallets agree with the books",
     {"treasury", "ledger"},
     "SELECT b.company_id, b.wallet_id, b.base_balance, sum(l.debit - l.credit) FROM treasury.wallet_balance "
     "b"
     " LEFT JOIN ledger.line l ON l.company_id = b.company_id AND l.wallet_id = b.wallet_id"
     " GROUP BY b.company_id, b.wallet_id, b.base_balance"
     " HAVING b.base_balance <> coalesce(sum(l.debit - l.credit), 0)"},
    {"payments and movements of wallets belong together",
     {"treasury", "sales"},
     "SELECT p.company_id, p.id FROM sales.payment p LEFT JOIN treasury.transaction t"
     " ON t.company_id = p.company_id AND t.id = p.transaction_id AND t.wallet_id = p.wallet_id"
     " AND t.amount = p.wallet_amount AND t.direction = 'in' AND t.kind = 'sale_payment' WHERE t.id IS NULL"},
    {"a partner owes what the open sales say",
     {"partners", "sales"},
     "SELECT b.company_id, b.partner_id, b.receivable, sum(s.total_base - s.paid_base) FROM partners.balance "
     "b"
     " LEFT JOIN sales.sale s ON s.company_id = b.company_id AND s.partner_id = b.partner_id AND s.status = "
     "'active'"
     " GROUP BY b.company_id, b.partner_id, b.receivable"
     " HAVING b.receivable <> coalesce(sum(s.total_base - s.paid_base), 0) AND coalesce(sum(s.credited), 0) "
     "= 0"},
    {"a partner owes what the books say",
     {"partners", "ledger"},
     "SELECT b.company_id, b.partner_id, b.receivable, sum(l.debit - l.credit) FROM partners.balance b"
     " LEFT JOIN ledger.line l ON l.company_id = b.company_id AND l.partner_id = b.partner_id AND l.role = "
     "'customer'"
     " GROUP BY b.company_id, b.partner_id, b.receivable"
     " HAVING b.receivable <> coalesce(sum(l.debit - l.credit), 0)"},
    {"claims in the books are the open sales",
     {"sales", "ledger"},
     "SELECT s.company_id, sum(s.total_base - s.paid_base) FROM sales.sale s WHERE s.status = 'active'"
     " GROUP BY s.company_id HAVING sum(s.credited) = 0 AND sum(s.total_base - s.paid_base) <>"
     " (SELECT coalesce(sum(debit - credit), 0) FROM ledger.line l"
     "  WHERE l.company_id = s.company_id AND l.role = 'customer')"},
};

bool isThere(const std::set<std::string>& enabled, const Rule& rule) {
    for (const std::string& schema : rule.schemas) {
        if (enabled.count(schema) == 0) {
            return false;
        }
    }
    return true;
}

} // namespace

void expectInvariants(const RunningService& service) {
    std::set<std::string> enabled;
    for (const std::string& schema : service.sql("SELECT DISTINCT schemaname FROM pg_catalog.pg_tables")) {
        enabled.insert(schema);
    }
    for (const Rule& rule : Rules) {
        if (!isThere(enabled, rule)) {
            continue;
        }
        try {
            const std::vector<std::string> rows = service.sql(rule.breakers);
            for (std::size_t i = 0; i < rows.size() && i < 5; ++i) {
                ADD_FAILURE() << "not so: " << rule.name << ": " << rows[i];
            }
        } catch (const std::exception& error) {
            ADD_FAILURE() << rule.name << " cannot be judged: " << error.what();
        }
    }
}

} // namespace svc::test
