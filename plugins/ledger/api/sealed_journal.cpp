#include "api/sealed_journal.hpp"

#include <string>
#include <vector>

#include <svc/append.hpp>
#include <svc/json.hpp>

#include "domain/journal_chain.hpp"

namespace svc::ledger {
namespace {

constexpr std::string_view YearsSql =
    "SELECT fiscal_year, min(number), max(number) FROM ledger.entry WHERE company_id = $1"
    " AND date BETWEEN $2 AND $3 GROUP BY fiscal_year ORDER BY fiscal_year";
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

/// Writes JSON member by member; what is not there is left out.
class Members {
public:
    explicit Members(std::string& out) : out_(out) { out_ += '{'; }
    void text(std::string_view name, std::optional<std::string_view> value) {
        if (value) {
            begin(name);
            Json(*value).appendTo(out_);
        }
    }
    void raw(std::string_view name, std::optional<std::string_view> value) {
        if (value) {
            begin(name);
            out_ += *value;
        }
    }
    void id(std::string_view name, std::string_view prefix, const std::optional<Uuid>& value) {
        if (value) {
            text(name, encodeId(prefix, *value));
        }
    }
    void begin(std::string_view name) {
        out_ += first_ ? "\"" : ",\"";
        out_ += name;
        out_ += "\":";
        first_ = false;
    }
    void end() { out_ += '}'; }

private:
    std::string& out_;
    bool first_ = true;
};

void beginEntry(std::string& out, const Row& row) {
    Members entry(out);
    entry.raw("number", row.text(1));
    entry.text("id", row.text(0));
    entry.text("journal", row.text(2));
    entry.text("date", row.text(3));
    entry.text("label", row.text(4));
    entry.text("documentKind", row.text(5));
    entry.text("documentId", row.text(6));
    entry.text("documentNumber", row.optionalText(7));
    entry.text("documentDate", row.text(8));
    entry.id("businessUnitId", "bus", row.optionalUuid(9));
    entry.text("recordedAt", row.text(10));
    entry.text("recordedByKind", row.optionalText(11));
    entry.text("recordedById", row.optionalText(12));
    entry.begin("lines");
    out += '[';
}

void appendLine(std::string& out, const Row& row) {
    Members line(out);
    std::uint32_t at = LineColumn + 1;
    line.text("role", row.text(at));
    line.raw("debit", row.text(at + 1));
    line.raw("credit", row.text(at + 2));
    line.id("partnerId", "par", row.optionalUuid(at + 3));
    line.text("taxCategory", row.optionalText(at + 4));
    line.raw("taxRate", row.optionalText(at + 5));
    line.id("walletId", "wal", row.optionalUuid(at + 6));
    line.raw("foreignAmount", row.optionalText(at + 7));
    line.text("foreignCurrency", row.optionalText(at + 8));
    line.raw("exchangeRate", row.optionalText(at + 9));
    line.text("label", row.optionalText(at + 10));
    line.raw("accounts", row.optionalText(at + 11));
    line.text("openItem", row.optionalText(at + 12));
    line.text("openItemNumber", row.optionalText(at + 13));
    line.end();
}

/// The numbers of a fiscal year whose entries an archive holds.
struct Range {
    int year = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// Calls `use(number, record)` for each entry of the year up to the last of the range.
template <typename Use>
void eachEntry(Call& call, const Range& range, Use use) {
    std::string record;
    for (std::int64_t number = 0; number < range.last;) {
        const Rows rows = call.db().query(PageSql, call.companyId(), range.year, number, range.last);
        if (rows.empty()) {
            return;
        }
        for (const Row row : rows) {
            const std::int64_t place = row.integer(LineColumn);
            if (place == 1) {
                record.clear();
                beginEntry(record, row);
            } else {
                record += ',';
            }
            appendLine(record, row);
            if (place == row.integer(CountColumn)) {
                record += "]}";
                number = row.integer(1);
                use(number, std::as_const(record));
            }
        }
    }
}

Json writeYear(Call& call, const Range& range, const ArchiveSink& sink) {
    const std::string company = encodeId("com", call.companyId());
    const std::string name = "journal/journal-" + std::to_string(range.year) + ".txt";
    JournalChain chain(company, range.year);
    const std::string beginning = chain.digest();
    std::string before = beginning;
    std::string text;
    constexpr std::size_t Piece = 64 * 1024;
    eachEntry(call, range, [&](std::int64_t number, const std::string& record) {
        const std::string& digest = chain.add(record);
        if (number < range.first) {
            before = digest;
            return;
        }
        text += digest;
        text += ' ';
        text += record;
        text += '\n';
        if (text.size() >= Piece) {
            sink(name, text);
            text.clear();
        }
    });
    sink(name, text);
    return Json::object({{"fiscalYear", range.year},
                         {"file", name},
                         {"beginning", beginning},
                         {"firstNumber", range.first},
                         {"lastNumber", range.last},
                         {"before", before},
                         {"last", chain.digest()}});
}

} // namespace

void writeSealedJournal(Call& call, const Period& period, const ArchiveSink& sink) {
    std::vector<Range> ranges;
    for (const Row row : call.db().query(YearsSql, call.companyId(), period.from, period.to)) {
        ranges.push_back({static_cast<int>(row.integer(0)), row.integer(1), row.integer(2)});
    }
    Json years = Json::array();
    for (const Range& range : ranges) {
        years.push(writeYear(call, range, sink));
    }
    const Json proof = Json::object({{"companyId", encodeId("com", call.companyId())},
                                     {"rule", "svc journal 1"},
                                     {"years", std::move(years)}});
    sink("journal/proof.json", proof.dump());
}

} // namespace svc::ledger
