#include "domain/export_lines.hpp"

#include <svc/money.hpp>

#include "domain/csv.hpp"

namespace svc::ledger {
namespace {

constexpr std::size_t NumberDigits = 6;
constexpr int RateDecimals = 6;

std::string written(std::int64_t minor, Currency currency) {
    return majorFromMinor(minor, currency).toFixed(currency.digits());
}

std::string writtenNumber(std::int64_t number) {
    std::string text = std::to_string(number);
    return text.size() < NumberDigits ? std::string(NumberDigits - text.size(), '0') + text : text;
}

/// Units of the foreign currency for one of the company's; what the line says, else what its amounts say.
std::string writtenRate(const contracts::BookLine& line, Currency currency) {
    if (line.exchangeRate) {
        return line.exchangeRate->toString();
    }
    const std::int64_t base = line.debit != 0 ? line.debit : line.credit;
    const std::int64_t foreign = *line.foreignAmount < 0 ? -*line.foreignAmount : *line.foreignAmount;
    return Decimal::divide(majorFromMinor(foreign, *line.foreignCurrency), majorFromMinor(base, currency),
                           RateDecimals)
        .toString();
}

} // namespace

Account accountOf(const EntryLine& line, const Chart& chart) {
    const Json* own = line.accounts.find(chart.key);
    if (own != nullptr && own->isString() && !own->text().empty()) {
        return chart.account(own->text());
    }
    return chart.account({line.role, line.taxCategory.value_or(""), line.taxRate});
}

std::string_view exportHeader() {
    return "entry_number,date,journal_code,journal_label,account,account_label,partner_ref,partner_name,"
           "document_ref,"
           "document_date,label,debit,credit,currency,foreign_amount,foreign_currency,rate,business_unit_id,"
           "source_type,"
           "source_id\r\n";
}

void appendExportLine(std::string& out, const contracts::BookLine& line, Currency currency) {
    const auto field = [&](std::string_view value) {
        appendCsvField(out, value);
        out += ',';
    };
    const auto text = [&](std::string_view value) {
        appendCsvText(out, value);
        out += ',';
    };
    field(writtenNumber(line.number));
    field(line.date.toString());
    field(line.journal);
    text(line.journalLabel);
    field(line.account.code);
    text(line.account.label);
    field(line.partner ? std::string_view(line.partner->id) : std::string_view());
    text(line.partner ? std::string_view(line.partner->name) : std::string_view());
    text(line.documentNumber);
    field(line.documentDate.toString());
    text(line.label);
    field(written(line.debit, currency));
    field(written(line.credit, currency));
    field(currency.code());
    const bool foreign = line.foreignAmount && line.foreignCurrency;
    field(foreign ? written(*line.foreignAmount, *line.foreignCurrency) : std::string());
    field(foreign ? std::string(line.foreignCurrency->code()) : std::string());
    field(foreign ? writtenRate(line, currency) : std::string());
    field(line.businessUnitId ? encodeId("bus", *line.businessUnitId) : std::string());
    field(line.documentKind);
    appendCsvField(out, line.documentId);
    out += "\r\n";
}

} // namespace svc::ledger
