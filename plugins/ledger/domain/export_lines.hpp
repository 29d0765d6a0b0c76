#pragma once

#include <string>
#include <string_view>

#include <svc/currency.hpp>

#include "domain/charts.hpp"
#include "domain/entry.hpp"

namespace svc::ledger {

/// An entry as it stands in the books.
struct BookedEntry {
    Entry entry;
    std::int64_t number = 0;
    int fiscalYear = 0;
    Instant recordedAt;
};

/// What an export of the generic ledger depends on besides the entries.
struct ExportSettings {
    const Chart* chart = nullptr;
    Currency currency;
    std::string_view language;
};

/// Account of a line in a chart: the one that the line names, else that of its role.
Account accountOf(const EntryLine& line, const Chart& chart);

/// First line of the generic ledger.
std::string_view exportHeader();

/// Adds a line of an entry, with CR LF. `partnerName` is empty when the line has no partner.
void appendExportLine(std::string& out, const BookedEntry& booked, const EntryLine& line,
                      std::string_view partnerName, const ExportSettings& settings);

} // namespace svc::ledger
