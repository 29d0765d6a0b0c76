#include "store/entries.hpp"

#include <svc/period.hpp>

namespace svc::ledger {
namespace {

constexpr std::string_view WriteEntry = R"(
WITH taken AS (
    INSERT INTO ledger.entry_number AS n (company_id, fiscal_year, last) VALUES ($1, $2, 1)
    ON CONFLICT (company_id, fiscal_year) DO UPDATE SET last = n.last + 1
    RETURNING n.last),
added AS (
    INSERT INTO ledger.entry (company_id, id, fiscal_year, number, line_count, journal, date, label, document_kind,
        document_id, document_number, document_date, business_unit_id, created_at, created_by_kind, created_by_id)
    SELECT $1::uuid, $3::uuid, $2::integer, taken.last, $4::integer, $5::text, $6::date, $7::text, $8::text, $9::text,
        $10::text, $11::date, $12::uuid, $13::timestamptz, $14::text, $15::uuid
    FROM taken)
INSERT INTO ledger.line (company_id, entry_id, line_number, line_count, role, debit, credit, partner_id, tax_category,
    tax_rate, wallet_id, foreign_amount, foreign_currency, exchange_rate, label, accounts, open_item, open_item_number)
SELECT $1::uuid, $3::uuid, l.line_number, $4::integer, l.role, l.debit, l.credit, l.partner_id, l.tax_category,
    l.tax_rate, l.wallet_id, l.foreign_amount, l.foreign_currency, l.exchange_rate, l.label, l.accounts::json,
    l.open_item, l.open_item_number
FROM unnest($16::text[], $17::bigint[], $18::bigint[], $19::uuid[], $20::text[], $21::numeric[], $22::uuid[],
            $23::bigint[], $24::text[], $25::numeric[], $26::text[], $27::text[],
            $28::text[], $29::text[]) WITH ORDINALITY
     AS l (role, debit, credit, partner_id, tax_category, tax_rate, wallet_id, foreign_amount, foreign_currency,
           exchange_rate, label, accounts, open_item, open_item_number, line_number))";

// Personal accounts and names of the partners of an entry. A name that a line says of a claim that is paid is
// that of the document: it counts only where the books know no other.
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
    SELECT $1, side, count(*) FROM missing GROUP BY side
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

std::optional<std::string> textOf(const Row& row, std::uint32_t column) {
    const auto text = row.optionalText(column);
    return text ? std::optional<std::string>(*text) : std::nullopt;
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
        // Behind the numbers of every fiscal year: one order of locks.
        call.db().sendLate("zz:ledger:~partners", WritePartners, call.companyId(), partners, sides, names,
                           weak, entry.date);
    }
}

} // namespace

void writeEntry(Call& call, const Entry& entry) {
    const int year =
        fiscalYearOf(entry.date, call.company().accounting.textOr("fiscalYearStart", "01-01")).from.year();
    ArrayParam roles, debits, credits, partners, categories, rates, wallets, amounts, currencies, exchange,
        labels, accounts, items, itemNumbers;
    for (const EntryLine& line : entry.lines) {
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
    // The key sorts behind those of balances: numbers are taken last.
    call.db().sendLate("zz:ledger:" + std::to_string(year), WriteEntry, call.companyId(), year, entry.id,
                       entry.lines.size(), entry.journal, entry.date, entry.label, entry.documentKind,
                       entry.documentId, entry.documentNumber, entry.documentDate, entry.businessUnitId,
                       call.now(), call.actor().kindText(), call.actor().optionalId(), roles, debits, credits,
                       partners, categories, rates, wallets, amounts, currencies, exchange, labels, accounts,
                       items, itemNumbers);
    writePartners(call, entry);
}

std::vector<RoleSum> sumsOf(Call& call, Date from, Date to) {
    const Rows rows = call.db().query(
        "SELECT l.role, l.tax_category, l.tax_rate, l.accounts::text, l.partner_id,"
        " coalesce(sum(l.debit) FILTER (WHERE e.date < $2), 0), coalesce(sum(l.credit) FILTER (WHERE e.date "
        "< $2), 0),"
        " coalesce(sum(l.debit) FILTER (WHERE e.date >= $2), 0), coalesce(sum(l.credit) FILTER (WHERE e.date "
        ">= $2), 0)"
        " FROM ledger.entry e JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id"
        " WHERE e.company_id = $1 AND e.date <= $3"
        " GROUP BY l.role, l.tax_category, l.tax_rate, l.accounts::text, l.partner_id",
        call.companyId(), from, to);
    std::vector<RoleSum> sums;
    for (const Row row : rows) {
        RoleSum sum;
        sum.line.role = row.text(0);
        sum.line.taxCategory = textOf(row, 1);
        sum.line.taxRate = row.optionalDecimal(2);
        if (!row.isNull(3)) {
            sum.line.accounts = row.json(3);
        }
        sum.line.partnerId = row.optionalUuid(4);
        sum.openingDebit = row.integer(5);
        sum.openingCredit = row.integer(6);
        sum.debit = row.integer(7);
        sum.credit = row.integer(8);
        sums.push_back(std::move(sum));
    }
    return sums;
}

} // namespace svc::ledger
