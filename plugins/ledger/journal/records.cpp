#include "journal/records.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <svc/columns.hpp>
#include <svc/json_writer.hpp>

#include "entry/rules/entry.hpp"

namespace svc::ledger {
namespace {

/// An entry with its values as text formatted by PostgreSQL: these texts are sealed.
struct EntryText {
    std::string_view id{};
    std::int64_t number = 0;
    std::string_view journal{};
    std::string_view date{};
    std::string_view label{};
    std::string_view documentKind{};
    std::string_view documentId{};
    std::optional<std::string_view> documentNumber{};
    std::string_view documentDate{};
    std::optional<BusinessUnitId> businessUnitId{};
    std::string_view recordedAt{};
    std::optional<std::string_view> recordedByKind{};
    std::optional<std::string_view> recordedById{};
};
struct LineText {
    std::int64_t place = 0; ///< in its entry, from 1
    std::int64_t count = 0; ///< lines of its entry
    std::string_view role{};
    std::string_view debit{};
    std::string_view credit{};
    std::optional<PartnerId> partnerId{};
    std::optional<std::string_view> taxCategory{};
    std::optional<std::string_view> taxRate{};
    std::optional<WalletId> walletId{};
    std::optional<std::string_view> foreignAmount{};
    std::optional<std::string_view> foreignCurrency{};
    std::optional<std::string_view> exchangeRate{};
    std::optional<std::string_view> label{};
    std::optional<std::string_view> accounts{};
    std::optional<std::string_view> openItem{};
    std::optional<std::string_view> openItemNumber{};
};

const Table EntryTexts(
    "ledger.entry", columnWrittenOnce("id", &EntryText::id), column("number", &EntryText::number),
    column("journal", &EntryText::journal), column("date", &EntryText::date),
    column("label", &EntryText::label), column("document_kind", &EntryText::documentKind),
    column("document_id", &EntryText::documentId), column("document_number", &EntryText::documentNumber),
    column("document_date", &EntryText::documentDate), column("business_unit_id", &EntryText::businessUnitId),
    column("created_at", &EntryText::recordedAt), column("created_by_kind", &EntryText::recordedByKind),
    column("created_by_id", &EntryText::recordedById));
const Table LineTexts("ledger.line", columnWrittenOnce("line_number", &LineText::place),
                      column("line_count", &LineText::count), column("role", &LineText::role),
                      column("debit", &LineText::debit), column("credit", &LineText::credit),
                      column("partner_id", &LineText::partnerId),
                      column("tax_category", &LineText::taxCategory), column("tax_rate", &LineText::taxRate),
                      column("wallet_id", &LineText::walletId),
                      column("foreign_amount", &LineText::foreignAmount),
                      column("foreign_currency", &LineText::foreignCurrency),
                      column("exchange_rate", &LineText::exchangeRate), column("label", &LineText::label),
                      column("accounts", &LineText::accounts), column("open_item", &LineText::openItem),
                      column("open_item_number", &LineText::openItemNumber));

// Pages of whole entries, by the index on their numbers. Their lines are looked up entry by entry, for the
// reason that v1_period_entries gives.
const std::string PageSql =
    "WITH e AS MATERIALIZED (SELECT " + EntryTexts.select("n") +
    " FROM ledger.entry n WHERE n.company_id = $1 AND n.fiscal_year = $2 AND n.number > $3"
    " AND n.number <= $4 ORDER BY n.number LIMIT 2000) SELECT " +
    EntryTexts.select("e") + ", " + LineTexts.select("l") +
    " FROM e CROSS JOIN LATERAL (SELECT * FROM ledger.line n"
    " WHERE n.company_id = $1 AND n.entry_id = e.id OFFSET 0) l ORDER BY e.number, l.line_number";

/// A member whose value is JSON already; omitted when there is none.
void raw(JsonWriter& out, std::string_view name, std::optional<std::string_view> value) {
    if (value) {
        out.name(name);
        out.raw(*value);
    }
}

JsonWriter beginEntry(const EntryText& entry) {
    JsonWriter out;
    out.beginObject();
    out.member("number", entry.number);
    out.member("id", entry.id);
    out.member("journal", entry.journal);
    out.member("date", entry.date);
    out.member("label", entry.label);
    out.member("documentKind", entry.documentKind);
    out.member("documentId", entry.documentId);
    out.memberIfPresent("documentNumber", entry.documentNumber);
    out.member("documentDate", entry.documentDate);
    out.memberIfPresent("businessUnitId", entry.businessUnitId);
    out.member("recordedAt", entry.recordedAt);
    out.memberIfPresent("recordedByKind", entry.recordedByKind);
    out.memberIfPresent("recordedById", entry.recordedById);
    out.name("lines");
    out.beginArray();
    return out;
}

void appendLine(JsonWriter& out, const LineText& line) {
    out.beginObject();
    out.member("role", line.role);
    raw(out, "debit", line.debit);
    raw(out, "credit", line.credit);
    out.memberIfPresent("partnerId", line.partnerId);
    out.memberIfPresent("taxCategory", line.taxCategory);
    raw(out, "taxRate", line.taxRate);
    out.memberIfPresent("walletId", line.walletId);
    raw(out, "foreignAmount", line.foreignAmount);
    out.memberIfPresent("foreignCurrency", line.foreignCurrency);
    raw(out, "exchangeRate", line.exchangeRate);
    out.memberIfPresent("label", line.label);
    raw(out, "accounts", line.accounts);
    out.memberIfPresent("openItem", line.openItem);
    out.memberIfPresent("openItemNumber", line.openItemNumber);
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
        std::int64_t current = number;
        for (const Row row : rows) {
            const LineText line = LineTexts.read(row, EntryTexts.width());
            if (line.place == 1) {
                const EntryText entry = EntryTexts.read(row);
                record = beginEntry(entry);
                current = entry.number;
            }
            appendLine(record, line);
            if (line.place == line.count) {
                record.endArray();
                record.endObject();
                number = current;
                use(number, record.text());
            }
        }
    }
}

} // namespace svc::ledger
