#pragma once

#include <string>
#include <string_view>

#include <svc/currency.hpp>

#include "accounting/books.hpp"
#include "domain/charts.hpp"
#include "domain/entry.hpp"

namespace svc::ledger {

/// Account of a line in a chart: the one that the line names, else that of its role.
Account accountOf(const EntryLine& line, const Chart& chart);

/// First line of the generic ledger.
std::string_view exportHeader();

/// Adds a line of an entry, with CR LF; amounts are in the currency of the company.
void appendExportLine(std::string& out, const accounting::BookLine& line, Currency currency);

} // namespace svc::ledger
