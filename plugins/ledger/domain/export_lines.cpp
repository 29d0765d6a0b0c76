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
std::string writtenRate(const EntryLine& line, Currency currency) {
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

void appendExportLine(std::string& out, const BookedEntry& booked, const EntryLine& line,
                      std::string_view partnerName, const ExportSettings& settings) {
    const Entry& entry = booked.entry;
    const Account account = accountOf(line, *settings.chart);
    const auto field = [&](std::string_view value) {
        appendCsvField(out, value);
        out += ',';
    };
    const auto text = [&](std::string_view value) {
        appendCsvText(out, value);
        out += ',';
    };
    field(writtenNumber(booked.number));
    field(entry.date.toString());
    field(entry.journal);
    text(charts().journalLabel(entry.journal, settings.language));
    field(account.code);
    text(account.label);
    field(line.partnerId ? encodeId("par", *line.partnerId) : std::string());
    text(partnerName);
    text(entry.documentNumber.value_or(entry.documentId));
    field(entry.documentDate.toString());
    text(line.label.value_or(entry.label));
    field(written(line.debit, settings.currency));
    field(written(line.credit, settings.currency));
    field(settings.currency.code());
    const bool foreign = line.foreignAmount && line.foreignCurrency;
    field(foreign ? written(*line.foreignAmount, *line.foreignCurrency) : std::string());
    field(foreign ? std::string(line.foreignCurrency->code()) : std::string());
    field(foreign ? writtenRate(line, settings.currency) : std::string());
    field(entry.businessUnitId ? encodeId("bus", *entry.businessUnitId) : std::string());
    field(entry.documentKind);
    appendCsvField(out, entry.documentId);
    out += "\r\n";
}

} // namespace svc::ledger
