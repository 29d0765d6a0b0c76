#pragma once

#include <string>
#include <string_view>

#include <svc/currency.hpp>

#include "accounting/books.hpp"

namespace svc::ledger {

/// First line of the generic ledger.
std::string_view exportHeader();

/// Adds a line of an entry, with CR LF; amounts are in the currency of the company.
void appendExportLine(std::string& out, const accounting::BookLine& line, Currency currency);

} // namespace svc::ledger
