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

/// Ordered by due date; documents without one come last.
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

/// A sale or purchase that is open in the ledger: the amount in the currency of the company, and in its own
/// currency if that is another one.
struct Claim {
    std::string document;
    std::int64_t base = 0;
    std::int64_t foreign = 0;
};
const Table Claims("claims", columnWrittenOnce("open_item", &Claim::document), column("base", &Claim::base),
                   column("foreign_amount", &Claim::foreign));

// Open items at the end of day $2, from the ledger, where they do not change afterwards: later payments,
// credit notes and receipts are not included, and payments that were voided later still are.
const std::string ClaimsSql = "SELECT " + Claims.select("x") + R"( FROM (
SELECT open_item, sum(debit - credit)::bigint AS base, coalesce(sum(foreign_amount), 0)::bigint AS foreign_amount
FROM ledger.v1_entries
WHERE company_id = $1 AND role = $3 AND date <= $2 AND ($4::uuid IS NULL OR partner_id = $4)
  AND open_item IS NOT NULL
GROUP BY open_item HAVING sum(debit - credit) <> 0 OR coalesce(sum(foreign_amount), 0) <> 0) x)";

/// The documents $2 of a view with their balances.
std::string claimedSql(std::string_view view) {
    return openSql(
        "SELECT s.id AS document, s.partner_id, coalesce(s.partner_name, '') AS partner_name,"
        " s.currency, s.number, s.due_date, CASE WHEN s.currency = $5 THEN c.base ELSE c.foreign_amount END"
        " AS balance, c.base AS balance_base"
        " FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS c (id, base, foreign_amount)"
        " JOIN " +
        std::string(view) + " s ON s.company_id = $1 AND s.id = c.id");
}

// What is open now, from the documents.
const std::string OpenSales = openSql(R"(
SELECT id AS document, partner_id, coalesce(partner_name, '') AS partner_name, currency, number,
       due_date, balance,
       total_base - credited_base - paid_base + refunded_base AS balance_base
FROM sales.v1_sales
WHERE company_id = $1 AND date <= $2 AND ($3::uuid IS NULL OR partner_id = $3) AND balance <> 0)");

const std::string OpenPurchases = openSql(R"(
SELECT id AS document, partner_id, coalesce(partner_name, '') AS partner_name, currency, number,
       due_date,
       received - paid AS balance, received_base - paid_base AS balance_base
FROM purchases.v1_purchases
WHERE company_id = $1 AND date <= $2 AND ($3::uuid IS NULL OR partner_id = $3)
  AND (received_base <> paid_base OR received <> paid))");

const std::string PartnerLinesSql =
    "SELECT " + PartnerLines.select("x") +
    " FROM (SELECT fiscal_year, number AS entry, date, journal, coalesce(document_number, '') AS number,"
    " document_id, sum(debit)::bigint AS debit, sum(credit)::bigint AS credit FROM ledger.v1_entries"
    " WHERE company_id = $1 AND partner_id = $2 AND role IN ('customer', 'supplier')"
    " AND date BETWEEN $3 AND $4"
    " GROUP BY fiscal_year, number, date, journal, document_number, document_id) x"
    " ORDER BY x.date, x.fiscal_year, x.entry";

/// Selects receivables or payables.
struct Side {
    std::string_view role;
    std::int64_t sign = 1; ///< -1: a credit increases the debt
    const std::string& documents;
};

template <class Id>
std::vector<OpenDocument> claimedAt(Call& call, Date at, const std::optional<PartnerId>& partner,
                                    const Side& side) {
    ArrayParam ids, base, foreign;
    for (const Row row : call.db().query(ClaimsSql, call.companyId(), at, side.role, partner)) {
        const Claim claim = Claims.read(row);
        if (const auto id = Id::parse(claim.document)) {
            ids.add(*id);
            base.add(side.sign * claim.base);
            foreign.add(side.sign * claim.foreign);
        }
    }
    return documentsOf(
        call.db().query(side.documents, call.companyId(), ids, base, foreign, call.company().currency));
}

} // namespace

std::vector<OpenDocument> openSales(Call& call, Date at, const std::optional<PartnerId>& partner) {
    static const std::string claimed = claimedSql("sales.v1_sales");
    return at < call.today() ? claimedAt<SaleId>(call, at, partner, {"customer", 1, claimed})
                             : documentsOf(call.db().query(OpenSales, call.companyId(), at, partner));
}

std::vector<OpenDocument> openPurchases(Call& call, Date at, const std::optional<PartnerId>& partner) {
    if (!calls::purchases::offersGet(call)) {
        return {};
    }
    static const std::string claimed = claimedSql("purchases.v1_purchases");
    return at < call.today() ? claimedAt<PurchaseId>(call, at, partner, {"supplier", -1, claimed})
                             : documentsOf(call.db().query(OpenPurchases, call.companyId(), at, partner));
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
        " FROM purchases.v1_purchases WHERE company_id = $1 AND (received_base <> paid_base OR received <> "
        "paid)"
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
