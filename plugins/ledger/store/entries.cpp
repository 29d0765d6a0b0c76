#include "store/entries.hpp"

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
    tax_rate, wallet_id, foreign_amount, foreign_currency, exchange_rate, label, accounts)
SELECT $1::uuid, $3::uuid, l.line_number, $4::integer, l.role, l.debit, l.credit, l.partner_id, l.tax_category,
    l.tax_rate, l.wallet_id, l.foreign_amount, l.foreign_currency, l.exchange_rate, l.label, l.accounts::json
FROM unnest($16::text[], $17::bigint[], $18::bigint[], $19::uuid[], $20::text[], $21::numeric[], $22::uuid[],
            $23::bigint[], $24::text[], $25::numeric[], $26::text[], $27::text[]) WITH ORDINALITY
     AS l (role, debit, credit, partner_id, tax_category, tax_rate, wallet_id, foreign_amount, foreign_currency,
           exchange_rate, label, accounts, line_number))";

// By the number, from where the last page ended: memory stays bounded whatever the period.
constexpr std::string_view SelectEntries = R"(
SELECT e.id, e.fiscal_year, e.number, e.journal, e.date, e.label, e.document_kind, e.document_id, e.document_number,
       e.document_date, e.business_unit_id, l.role, l.debit, l.credit, l.partner_id, l.tax_category, l.tax_rate,
       l.wallet_id, l.foreign_amount, l.foreign_currency, l.exchange_rate, l.label,
       l.accounts, e.created_at
FROM (SELECT * FROM ledger.entry
      WHERE company_id = $1 AND (fiscal_year, number) > ($2, $3) AND date BETWEEN $4 AND $5
      ORDER BY fiscal_year, number LIMIT $6) e
JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id
WHERE l.company_id = $1
ORDER BY e.fiscal_year, e.number, l.line_number)";

constexpr int PageSize = 500;
constexpr std::uint32_t FirstLineColumn = 11;

std::optional<std::string> textOf(const Row& row, std::uint32_t column) {
    const auto text = row.optionalText(column);
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

BookedEntry entryOf(const Row& row) {
    BookedEntry booked;
    Entry& entry = booked.entry;
    entry.id = row.uuid(0);
    booked.fiscalYear = static_cast<int>(row.integer(1));
    booked.number = row.integer(2);
    entry.journal = row.text(3);
    entry.date = row.date(4);
    entry.label = row.text(5);
    entry.documentKind = row.text(6);
    entry.documentId = row.text(7);
    entry.documentNumber = textOf(row, 8);
    entry.documentDate = row.date(9);
    entry.businessUnitId = row.optionalUuid(10);
    booked.recordedAt = row.instant(FirstLineColumn + 12);
    return booked;
}

EntryLine lineOf(const Row& row) {
    EntryLine line;
    line.role = row.text(FirstLineColumn);
    line.debit = row.integer(FirstLineColumn + 1);
    line.credit = row.integer(FirstLineColumn + 2);
    line.partnerId = row.optionalUuid(FirstLineColumn + 3);
    line.taxCategory = textOf(row, FirstLineColumn + 4);
    line.taxRate = row.optionalDecimal(FirstLineColumn + 5);
    line.walletId = row.optionalUuid(FirstLineColumn + 6);
    line.foreignAmount = row.optionalInteger(FirstLineColumn + 7);
    if (const auto currency = row.optionalText(FirstLineColumn + 8)) {
        line.foreignCurrency = Currency::parse(*currency);
    }
    line.exchangeRate = row.optionalDecimal(FirstLineColumn + 9);
    line.label = textOf(row, FirstLineColumn + 10);
    if (!row.isNull(FirstLineColumn + 11)) {
        line.accounts = row.json(FirstLineColumn + 11);
    }
    return line;
}

} // namespace

void writeEntry(Call& call, const Entry& entry) {
    const int year = fiscalYear(entry.date);
    ArrayParam roles, debits, credits, partners, categories, rates, wallets, amounts, currencies, exchange,
        labels, accounts;
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
    }
    // The key sorts behind those of balances: numbers are taken last.
    call.db().sendLate("zz:ledger:" + std::to_string(year), WriteEntry, call.companyId(), year, entry.id,
                       entry.lines.size(), entry.journal, entry.date, entry.label, entry.documentKind,
                       entry.documentId, entry.documentNumber, entry.documentDate, entry.businessUnitId,
                       call.now(), call.actor().kindText(), call.actor().optionalId(), roles, debits, credits,
                       partners, categories, rates, wallets, amounts, currencies, exchange, labels, accounts);
}

EntryReader::EntryReader(Call& call, Date from, Date to)
    : call_(call), from_(from), to_(to), fiscalYear_(ledger::fiscalYear(from)) {}

std::vector<BookedEntry> EntryReader::next() {
    std::vector<BookedEntry> entries;
    if (done_) {
        return entries;
    }
    const Rows rows =
        call_.db().query(SelectEntries, call_.companyId(), fiscalYear_, number_, from_, to_, PageSize);
    for (const Row row : rows) {
        if (entries.empty() || entries.back().number != row.integer(2) ||
            entries.back().fiscalYear != static_cast<int>(row.integer(1))) {
            entries.push_back(entryOf(row));
        }
        entries.back().entry.lines.push_back(lineOf(row));
    }
    done_ = entries.size() < static_cast<std::size_t>(PageSize);
    if (!entries.empty()) {
        fiscalYear_ = entries.back().fiscalYear;
        number_ = entries.back().number;
    }
    return entries;
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
