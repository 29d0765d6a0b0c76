#include "store/journal_records.hpp"

#include <optional>
#include <string_view>

#include <svc/json_writer.hpp>

namespace svc::ledger {
namespace {

// Pages of whole entries, by the index of their numbers.
constexpr std::string_view PageSql =
    "WITH e AS MATERIALIZED (SELECT id, number, journal, date, label, document_kind, document_id,"
    " document_number, document_date, business_unit_id, created_at, created_by_kind, created_by_id, "
    "line_count"
    " FROM ledger.entry WHERE company_id = $1 AND fiscal_year = $2 AND number > $3 AND number <= $4"
    " ORDER BY number LIMIT 2000)"
    " SELECT e.id, e.number, e.journal, e.date, e.label, e.document_kind, e.document_id, e.document_number,"
    " e.document_date, e.business_unit_id, e.created_at, e.created_by_kind, e.created_by_id, l.line_number,"
    " l.role, l.debit, l.credit, l.partner_id, l.tax_category, l.tax_rate, l.wallet_id, l.foreign_amount,"
    " l.foreign_currency, l.exchange_rate, l.label, l.accounts::text, l.open_item, l.open_item_number,"
    " e.line_count FROM e JOIN ledger.line l ON l.company_id = $1 AND l.entry_id = e.id"
    " ORDER BY e.number, l.line_number";
constexpr std::uint32_t LineColumn = 13;
constexpr std::uint32_t CountColumn = 28;

/// Members of an object; what is not there is left out.
void text(JsonWriter& out, std::string_view name, std::optional<std::string_view> value) {
    if (value) {
        out.member(name, *value);
    }
}

void raw(JsonWriter& out, std::string_view name, std::optional<std::string_view> value) {
    if (value) {
        out.name(name);
        out.raw(*value);
    }
}

void id(JsonWriter& out, std::string_view name, std::string_view prefix, const std::optional<Uuid>& value) {
    if (value) {
        out.memberId(name, prefix, *value);
    }
}

JsonWriter beginEntry(const Row& row) {
    JsonWriter out;
    out.beginObject();
    raw(out, "number", row.text(1));
    text(out, "id", row.text(0));
    text(out, "journal", row.text(2));
    text(out, "date", row.text(3));
    text(out, "label", row.text(4));
    text(out, "documentKind", row.text(5));
    text(out, "documentId", row.text(6));
    text(out, "documentNumber", row.optionalText(7));
    text(out, "documentDate", row.text(8));
    id(out, "businessUnitId", "bus", row.optionalUuid(9));
    text(out, "recordedAt", row.text(10));
    text(out, "recordedByKind", row.optionalText(11));
    text(out, "recordedById", row.optionalText(12));
    out.name("lines");
    out.beginArray();
    return out;
}

void appendLine(JsonWriter& out, const Row& row) {
    std::uint32_t at = LineColumn + 1;
    out.beginObject();
    text(out, "role", row.text(at));
    raw(out, "debit", row.text(at + 1));
    raw(out, "credit", row.text(at + 2));
    id(out, "partnerId", "par", row.optionalUuid(at + 3));
    text(out, "taxCategory", row.optionalText(at + 4));
    raw(out, "taxRate", row.optionalText(at + 5));
    id(out, "walletId", "wal", row.optionalUuid(at + 6));
    raw(out, "foreignAmount", row.optionalText(at + 7));
    text(out, "foreignCurrency", row.optionalText(at + 8));
    raw(out, "exchangeRate", row.optionalText(at + 9));
    text(out, "label", row.optionalText(at + 10));
    raw(out, "accounts", row.optionalText(at + 11));
    text(out, "openItem", row.optionalText(at + 12));
    text(out, "openItemNumber", row.optionalText(at + 13));
    out.endObject();
}

} // namespace

void eachRecord(Call& call, int fiscalYear, std::int64_t behind, std::int64_t last,
                const std::function<void(std::int64_t, const std::string&)>& use) {
    JsonWriter record;
    for (std::int64_t number = behind; number < last;) {
        const Rows rows = call.db().query(PageSql, call.companyId(), fiscalYear, number, last);
        if (rows.empty()) {
            return;
        }
        for (const Row row : rows) {
            const std::int64_t place = row.integer(LineColumn);
            if (place == 1) {
                record = beginEntry(row);
            }
            appendLine(record, row);
            if (place == row.integer(CountColumn)) {
                record.endArray();
                record.endObject();
                number = row.integer(1);
                use(number, record.text());
            }
        }
    }
}

} // namespace svc::ledger
