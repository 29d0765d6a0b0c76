#include "entry/store.hpp"

#include <svc/nested_columns.hpp>

namespace svc::ledger {
namespace {

std::int64_t lineCount(const Entry& entry) {
    return static_cast<std::int64_t>(entry.lines.size());
}

const Table Entries("ledger.entry", columnWrittenOnce("id", &Entry::id),
                    derivedColumn("line_count", &lineCount), column("journal", &Entry::journal),
                    column("date", &Entry::date), column("label", &Entry::label),
                    column("document_kind", &Entry::documentKind), column("document_id", &Entry::documentId),
                    column("document_number", &Entry::documentNumber),
                    column("document_date", &Entry::documentDate),
                    column("business_unit_id", &Entry::businessUnitId));

/// A line at its place in its entry.
struct PlacedLine {
    Uuid entryId;
    std::int64_t number = 0; ///< from 1
    std::int64_t count = 0;  ///< of all lines of the entry
    EntryLine line;
};
const Table Lines(
    "ledger.line", columnWrittenOnce("entry_id", &PlacedLine::entryId),
    column("line_number", &PlacedLine::number), column("line_count", &PlacedLine::count),
    nestedColumns(&PlacedLine::line, column("role", &EntryLine::role), column("debit", &EntryLine::debit),
                  column("credit", &EntryLine::credit), column("partner_id", &EntryLine::partnerId),
                  column("tax_category", &EntryLine::taxCategory), column("tax_rate", &EntryLine::taxRate),
                  column("wallet_id", &EntryLine::walletId),
                  column("foreign_amount", &EntryLine::foreignAmount),
                  column("foreign_currency", &EntryLine::foreignCurrency),
                  column("exchange_rate", &EntryLine::exchangeRate), column("label", &EntryLine::label),
                  column("accounts", &EntryLine::accounts), column("open_item", &EntryLine::openItem),
                  column("open_item_number", &EntryLine::openItemNumber)));

// Writes all entries that a transaction posts into a fiscal year, in their order. The host merges the late
// statements into one by joining their arrays: $6 are the entries, $7 their lines.
const std::string WriteEntries =
    R"(WITH taken AS (
    INSERT INTO ledger.entry_number AS n (company_id, fiscal_year, last) VALUES ($1, $2, json_array_length($6::json))
    ON CONFLICT (company_id, fiscal_year) DO UPDATE SET last = n.last + excluded.last
    RETURNING n.last - json_array_length($6::json) AS base),
added AS (
    INSERT INTO ledger.entry (company_id, fiscal_year, created_at, created_by_kind, created_by_id, number, )" +
    Entries.names() + R"()
    SELECT $1::uuid, $2::integer, $3::timestamptz, $4::text, $5::uuid, taken.base + e.place, )" +
    Entries.names() + " FROM taken, " + Entries.numberedRows("e", 6) +
    R"()
INSERT INTO ledger.line (company_id, )" +
    Lines.names() + ") SELECT $1::uuid, l.* FROM " + Lines.rows("l", 7);

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
    " FROM (SELECT role, tax_category, tax_rate, accounts::text AS accounts, partner_id,"
    " coalesce(sum(debit) FILTER (WHERE date < $2), 0)::bigint AS opening_debit,"
    " coalesce(sum(credit) FILTER (WHERE date < $2), 0)::bigint AS opening_credit,"
    " coalesce(sum(debit) FILTER (WHERE date >= $2), 0)::bigint AS debit,"
    " coalesce(sum(credit) FILTER (WHERE date >= $2), 0)::bigint AS credit"
    " FROM ledger.v1_period_entries WHERE company_id = $1 AND date <= $3 GROUP BY 1, 2, 3, 4, 5) x";

/// The year in which the fiscal year of the date begins; `start`: its first day, as MM-DD.
int yearOf(Date date, const std::string& start) {
    return date.year() - (date.toString().substr(5) < start ? 1 : 0);
}

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
    const int year = yearOf(entry.date, call.company().accounting.textOr("fiscalYearStart", "01-01"));
    std::vector<PlacedLine> lines;
    for (const EntryLine& line : entry.lines) {
        lines.push_back({entry.id, static_cast<std::int64_t>(lines.size() + 1),
                         static_cast<std::int64_t>(entry.lines.size()), line});
    }
    // The key sorts after those of balances: entry numbers are taken last.
    call.db().sendLate("zz:ledger:" + std::to_string(year), Late::joined(), WriteEntries, call.companyId(),
                       year, call.now(), call.actor().kindText(), call.actor().optionalId(),
                       Entries.records(std::span(&entry, 1)), Lines.records(lines));
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
