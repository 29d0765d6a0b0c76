#include "export/rules/export_lines.hpp"

#include <records.hpp>
#include <svc/append.hpp>
#include <svc/money.hpp>

#include "rules/csv.hpp"

namespace svc::ledger {
namespace {

constexpr std::size_t NumberDigits = 6;
constexpr int RateDecimals = 6;

/// The exchange rate: units of the foreign currency for one of the company's; as given in the line, else
/// computed from its amounts.
std::string writtenRate(const accounting::BookLine& line, Currency currency) {
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

std::string_view exportHeader() {
    return "entry_number,date,journal_code,journal_label,account,account_label,partner_ref,partner_name,"
           "document_ref,"
           "document_date,label,debit,credit,currency,foreign_amount,foreign_currency,rate,business_unit_id,"
           "source_type,"
           "source_id\r\n";
}

void appendExportLine(std::string& out, const accounting::BookLine& line, Currency currency) {
    const auto text = [&](std::string_view value) {
        appendCsvText(out, value);
        out += ',';
    };
    appendInteger(out, line.number, NumberDigits);
    out += ',';
    appendDate(out, line.date);
    out += ',';
    appendCsvField(out, line.journal);
    out += ',';
    text(line.journalLabel);
    appendCsvField(out, line.account.code);
    out += ',';
    text(line.account.label);
    out += line.partner != nullptr ? std::string_view(line.partner->id) : std::string_view();
    out += ',';
    text(line.partner != nullptr ? std::string_view(line.partner->name) : std::string_view());
    text(line.documentNumber);
    appendDate(out, line.documentDate);
    out += ',';
    text(line.label);
    appendAmount(out, line.debit, currency);
    out += ',';
    appendAmount(out, line.credit, currency);
    out += ',';
    out += currency.code();
    out += ',';
    const bool foreign = line.foreignAmount && line.foreignCurrency;
    if (foreign) {
        appendAmount(out, *line.foreignAmount, *line.foreignCurrency);
    }
    out += ',';
    out += foreign ? line.foreignCurrency->code() : std::string_view();
    out += ',';
    out += foreign ? writtenRate(line, currency) : std::string();
    out += ',';
    out += line.businessUnitId ? BusinessUnitId(*line.businessUnitId).toString() : std::string();
    out += ',';
    appendCsvField(out, line.documentKind);
    out += ',';
    appendCsvField(out, line.documentId);
    out += "\r\n";
}

} // namespace svc::ledger
