#include <svc/columns.hpp>

#include "store/figures.hpp"

namespace svc::reports {
namespace {

const Table OpenDocuments("open", columnWrittenOnce("document", &OpenDocument::document),
                          column("partner_id", &OpenDocument::partner),
                          column("partner_name", &OpenDocument::partnerName),
                          column("currency", &OpenDocument::currency),
                          column("number", &OpenDocument::number), column("due_date", &OpenDocument::dueDate),
                          column("balance", &OpenDocument::balance),
                          column("balance_base", &OpenDocument::balanceBase));

const Table PartnerLines("lines", columnWrittenOnce("date", &PartnerLine::date),
                         column("journal", &PartnerLine::journal), column("number", &PartnerLine::number),
                         column("document_id", &PartnerLine::document), column("debit", &PartnerLine::debit),
                         column("credit", &PartnerLine::credit));

/// The oldest first; what has no due date last.
std::string openSql(const std::string& documents) {
    return "SELECT " + OpenDocuments.select("x") + " FROM (" + documents +
           ") x ORDER BY x.due_date, x.number";
}

std::vector<OpenDocument> documentsOf(const Rows& rows) {
    std::vector<OpenDocument> documents;
    for (const Row row : rows) {
        documents.push_back(OpenDocuments.read(row));
    }
    return documents;
}

api::ReportDebt debtOf(const Rows& rows) {
    const Row row = rows[0];
    return {.total = MinorAmount(row.integer(0)),
            .overdue = MinorAmount(row.integer(1)),
            .count = row.integer(2)};
}

// What was open at the end of day $2: later payments, refunds and credit notes are taken back.
const std::string OpenSales = openSql(R"(
SELECT s.id AS document, s.partner_id, coalesce(s.partner_name, '') AS partner_name, s.currency, s.number,
       s.due_date,
       s.balance + p.later - r.later + c.later AS balance,
       s.total_base - s.credited_base - s.paid_base + s.refunded_base + p.later_base - r.later_base + c.later_base
           AS balance_base
FROM sales.v1_sales s
CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0)::bigint AS later, coalesce(sum(amount_base), 0)::bigint AS later_base
    FROM sales.v1_payments WHERE company_id = s.company_id AND sale_id = s.id AND date > $2 AND status = 'received') p
CROSS JOIN LATERAL (SELECT coalesce(sum(money_returned), 0)::bigint AS later,
    coalesce(sum(money_base), 0)::bigint AS later_base
    FROM sales.v1_refunds WHERE company_id = s.company_id AND sale_id = s.id AND date > $2) r
CROSS JOIN LATERAL (SELECT coalesce(sum(total), 0)::bigint AS later, coalesce(sum(total_base), 0)::bigint AS later_base
    FROM sales.v1_credit_notes WHERE company_id = s.company_id AND sale_id = s.id AND date > $2) c
WHERE s.company_id = $1 AND s.date <= $2 AND ($3::uuid IS NULL OR s.partner_id = $3)
  AND s.balance + p.later - r.later + c.later <> 0)");

// The same without looking back, from what is open now.
const std::string OpenSalesNow = openSql(R"(
SELECT id AS document, partner_id, coalesce(partner_name, '') AS partner_name, currency, number,
       due_date, balance,
       total_base - credited_base - paid_base + refunded_base AS balance_base
FROM sales.v1_sales
WHERE company_id = $1 AND date <= $2 AND ($3::uuid IS NULL OR partner_id = $3) AND balance <> 0)");

const std::string OpenPurchases = openSql(R"(
SELECT id AS document, partner_id, coalesce(partner_name, '') AS partner_name, currency, number,
       due_date,
       round(received_base * total::numeric / nullif(total_base, 0))::bigint - paid AS balance,
       received_base - paid_base AS balance_base
FROM purchases.v1_purchases
WHERE company_id = $1 AND date <= $2 AND ($3::uuid IS NULL OR partner_id = $3) AND received_base <> paid_base)");

const std::string PartnerLinesSql =
    "SELECT " + PartnerLines.select("x") +
    " FROM (SELECT fiscal_year, number AS entry, date, journal, coalesce(document_number, '') AS number,"
    " document_id, sum(debit)::bigint AS debit, sum(credit)::bigint AS credit FROM ledger.v1_entries"
    " WHERE company_id = $1 AND partner_id = $2 AND role IN ('customer', 'supplier')"
    " AND date BETWEEN $3 AND $4"
    " GROUP BY fiscal_year, number, date, journal, document_number, document_id) x"
    " ORDER BY x.date, x.fiscal_year, x.entry";

} // namespace

std::vector<OpenDocument> openSales(Call& call, Date at, const std::optional<PartnerId>& partner) {
    const std::string& sql = at < call.today() ? OpenSales : OpenSalesNow;
    return documentsOf(call.db().query(sql, call.companyId(), at, partner));
}

std::vector<OpenDocument> openPurchases(Call& call, Date at, const std::optional<PartnerId>& partner) {
    if (!calls::purchases::offersGet(call)) {
        return {};
    }
    return documentsOf(call.db().query(OpenPurchases, call.companyId(), at, partner));
}

api::ReportDebt receivables(Call& call, const std::optional<BusinessUnitId>& businessUnit) {
    return debtOf(call.db().query(
        "SELECT coalesce(sum(open), 0)::bigint, coalesce(sum(open) FILTER (WHERE due_date < $2), 0)::bigint, "
        "count(*)"
        " FROM (SELECT total_base - credited_base - paid_base + refunded_base AS open, due_date FROM "
        "sales.v1_sales"
        "       WHERE company_id = $1 AND balance <> 0 AND ($3::uuid IS NULL OR business_unit_id = $3)) s",
        call.companyId(), call.today(), businessUnit));
}

api::ReportDebt payables(Call& call, const std::optional<BusinessUnitId>& businessUnit) {
    if (!calls::purchases::offersGet(call)) {
        return {};
    }
    return debtOf(call.db().query(
        "SELECT coalesce(sum(received_base - paid_base), 0)::bigint,"
        " coalesce(sum(received_base - paid_base) FILTER (WHERE due_date < $2), 0)::bigint, count(*)"
        " FROM purchases.v1_purchases WHERE company_id = $1 AND received_base <> paid_base"
        " AND ($3::uuid IS NULL OR business_unit_id = $3)",
        call.companyId(), call.today(), businessUnit));
}

PartnerAccount partnerAccount(Call& call, PartnerId partner, const Period& period) {
    PartnerAccount account;
    const Rows before = call.db().query(
        "SELECT coalesce(sum(debit - credit), 0)::bigint FROM ledger.v1_entries WHERE company_id = $1"
        " AND partner_id = $2 AND role IN ('customer', 'supplier') AND date < $3",
        call.companyId(), partner, period.from);
    account.opening = before[0].integer(0);
    for (const Row row :
         call.db().query(PartnerLinesSql, call.companyId(), partner, period.from, period.to)) {
        account.lines.push_back(PartnerLines.read(row));
    }
    return account;
}

} // namespace svc::reports
