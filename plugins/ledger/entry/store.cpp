#include "entry/store.hpp"

#include <svc/nested_columns.hpp>
#include <svc/period.hpp>

namespace svc::ledger {
namespace {

// Writes all entries that a transaction posts into a fiscal year, in their order. The host merges the late
// statements into one by joining their arrays.
constexpr std::string_view WriteEntries = R"(
WITH taken AS (
    INSERT INTO ledger.entry_number AS n (company_id, fiscal_year, last) VALUES ($1, $2, cardinality($6::uuid[]))
    ON CONFLICT (company_id, fiscal_year) DO UPDATE SET last = n.last + excluded.last
    RETURNING n.last - cardinality($6::uuid[]) AS base),
added AS (
    INSERT INTO ledger.entry (company_id, id, fiscal_year, number, line_count, journal, date, label, document_kind,
        document_id, document_number, document_date, business_unit_id, created_at, created_by_kind, created_by_id)
    SELECT $1::uuid, e.id, $2::integer, taken.base + e.place, e.line_count, e.journal, e.date, e.label, e.document_kind,
        e.document_id, e.document_number, e.document_date, e.business_unit_id, $3::timestamptz, $4::text, $5::uuid
    FROM taken, unnest($6::uuid[], $7::integer[], $8::text[], $9::date[], $10::text[], $11::text[], $12::text[],
                       $13::text[], $14::date[], $15::uuid[]) WITH ORDINALITY
         AS e (id, line_count, journal, date, label, document_kind, document_id, document_number, document_date,
               business_unit_id, place))
INSERT INTO ledger.line (company_id, entry_id, line_number, line_count, role, debit, credit, partner_id, tax_category,
    tax_rate, wallet_id, foreign_amount, foreign_currency, exchange_rate, label, accounts, open_item, open_item_number)
SELECT $1::uuid, l.entry_id, l.line_number, l.line_count, l.role, l.debit, l.credit, l.partner_id, l.tax_category,
    l.tax_rate, l.wallet_id, l.foreign_amount, l.foreign_currency, l.exchange_rate, l.label, l.accounts::json,
    l.open_item, l.open_item_number
FROM unnest($16::uuid[], $17::integer[], $18::integer[], $19::text[], $20::bigint[], $21::bigint[], $22::uuid[],
            $23::text[], $24::numeric[], $25::uuid[], $26::bigint[], $27::text[], $28::numeric[], $29::text[],
            $30::text[], $31::text[], $32::text[])
     AS l (entry_id, line_number, line_count, role, debit, credit, partner_id, tax_category, tax_rate, wallet_id,
           foreign_amount, foreign_currency, exchange_rate, label, accounts, open_item, open_item_number))";

// Personal accounts and names of the partners of an entry. A name on a line that settles a receivable is
// weak, because it comes from the document: it is used only if the ledger has no other name.
constexpr std::string_view WritePartners = R"(
WITH given AS (
    SELECT DISTINCT partner_id, side, name, weak
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[]) AS g (partner_id, side, name, weak)),
missing AS (
    SELECT DISTINCT partner_id, side FROM given g
    WHERE side IN ('customer', 'supplier') AND NOT EXISTS (
        SELECT 1 FROM ledger.partner_account a
        WHERE a.company_id = $1 AND a.side = g.side AND a.partner_id = g.partner_id)),
taken AS (
    INSERT INTO ledger.partner_account_number AS n (company_id, side, last)
    SELECT $1, side, count(*) FROM missing GROUP BY side ORDER BY side -- locked in one order by all entries
    ON CONFLICT (company_id, side) DO UPDATE SET last = n.last + excluded.last
    RETURNING side, last),
counted AS (
    INSERT INTO ledger.partner_account (company_id, side, partner_id, ordinal)
    SELECT $1, m.side, m.partner_id, t.last - row_number() OVER (PARTITION BY m.side ORDER BY m.partner_id) + 1
    FROM missing m JOIN taken t ON t.side = m.side
    ON CONFLICT (company_id, side, partner_id) DO NOTHING)
INSERT INTO ledger.partner_name (company_id, partner_id, since, name)
SELECT DISTINCT ON (g.partner_id) $1::uuid, g.partner_id, $6::date, g.name
FROM given g
LEFT JOIN LATERAL (SELECT p.name FROM ledger.partner_name p
                   WHERE p.company_id = $1 AND p.partner_id = g.partner_id AND p.since <= $6
                   ORDER BY p.since DESC LIMIT 1) known ON true
WHERE g.name IS NOT NULL AND (known.name IS NULL OR (NOT g.weak AND known.name <> g.name))
ORDER BY g.partner_id, g.weak
ON CONFLICT (company_id, partner_id, since) DO UPDATE SET name = excluded.name)";

const Table RoleSums("sums",
                     nestedColumnsWrittenOnce(&RoleSum::line, column("role", &EntryLine::role),
                                              column("tax_category", &EntryLine::taxCategory),
                                              column("tax_rate", &EntryLine::taxRate),
                                              column("accounts", &EntryLine::accounts),
                                              column("partner_id", &EntryLine::partnerId)),
                     column("opening_debit", &RoleSum::openingDebit),
                     column("opening_credit", &RoleSum::openingCredit), column("debit", &RoleSum::debit),
                     column("credit", &RoleSum::credit));

const std::string RoleSumsSql =
    "SELECT " + RoleSums.select("x") +
    " FROM (SELECT l.role, l.tax_category, l.tax_rate, l.accounts::text AS accounts, l.partner_id,"
    " coalesce(sum(l.debit) FILTER (WHERE e.date < $2), 0)::bigint AS opening_debit,"
    " coalesce(sum(l.credit) FILTER (WHERE e.date < $2), 0)::bigint AS opening_credit,"
    " coalesce(sum(l.debit) FILTER (WHERE e.date >= $2), 0)::bigint AS debit,"
    " coalesce(sum(l.credit) FILTER (WHERE e.date >= $2), 0)::bigint AS credit"
    " FROM ledger.entry e JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id"
    " WHERE e.company_id = $1 AND e.date <= $3"
    " GROUP BY l.role, l.tax_category, l.tax_rate, l.accounts::text, l.partner_id) x";

void writePartners(Call& call, const Entry& entry) {
    ArrayParam partners, sides, names, weak;
    bool any = false;
    for (const EntryLine& line : entry.lines) {
        if (line.partnerId) {
            partners.add(*line.partnerId);
            sides.add(line.role);
            names.add(line.partnerName);
            weak.add(line.openItem.has_value());
            any = true;
        }
    }
    if (any) {
        // Sorts after the numbers of every fiscal year, so that locks are always taken in the same order.
        call.db().sendLate("zz:ledger:~partners", WritePartners, call.companyId(), partners, sides, names,
                           weak, entry.date);
    }
}

} // namespace

void writeEntry(Call& call, const Entry& entry) {
    const int year =
        fiscalYearOf(entry.date, call.company().accounting.textOr("fiscalYearStart", "01-01")).from.year();
    ArrayParam ids, counts, journals, dates, entryLabels, kinds, documents, numbers, documentDates, units;
    ids.add(entry.id);
    counts.add(entry.lines.size());
    journals.add(entry.journal);
    dates.add(entry.date);
    entryLabels.add(entry.label);
    kinds.add(entry.documentKind);
    documents.add(entry.documentId);
    numbers.add(entry.documentNumber);
    documentDates.add(entry.documentDate);
    units.add(entry.businessUnitId);
    ArrayParam entryIds, places, lineCounts, roles, debits, credits, partners, categories, rates, wallets,
        amounts, currencies, exchange, labels, accounts, items, itemNumbers;
    int place = 0;
    for (const EntryLine& line : entry.lines) {
        entryIds.add(entry.id);
        places.add(++place);
        lineCounts.add(entry.lines.size());
        roles.add(line.role);
        debits.add(line.debit);
        credits.add(line.credit);
        partners.add(line.partnerId);
        categories.add(line.taxCategory);
        rates.add(line.taxRate);
        wallets.add(line.walletId);
        amounts.add(line.foreignAmount);
        currencies.add(line.foreignCurrency);
        exchange.add(line.exchangeRate);
        labels.add(line.label);
        accounts.add(line.accounts.isObject() ? std::optional(line.accounts.dump()) : std::nullopt);
        items.add(line.openItem);
        itemNumbers.add(line.openItemNumber);
    }
    // The key sorts after those of balances: entry numbers are taken last.
    call.db().sendLate("zz:ledger:" + std::to_string(year), Late::joined(), WriteEntries, call.companyId(),
                       year, call.now(), call.actor().kindText(), call.actor().optionalId(), ids, counts,
                       journals, dates, entryLabels, kinds, documents, numbers, documentDates, units,
                       entryIds, places, lineCounts, roles, debits, credits, partners, categories, rates,
                       wallets, amounts, currencies, exchange, labels, accounts, items, itemNumbers);
    writePartners(call, entry);
}

std::vector<RoleSum> sumsOf(Call& call, Date from, Date to) {
    std::vector<RoleSum> sums;
    for (const Row row : call.db().query(RoleSumsSql, call.companyId(), from, to)) {
        sums.push_back(RoleSums.read(row));
    }
    return sums;
}

} // namespace svc::ledger
