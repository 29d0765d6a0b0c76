#pragma once

#include <functional>
#include <string>

#include <svc/http.hpp>

#include "accounting/books.hpp"

namespace svc::ledger {

/// The requested chart, else the company's own. Refuses with `chart-unknown:<chart>`.
accounting::ChartOfAccounts exportChart(Call& call, const std::optional<std::string>& wanted);

/// The file name of the generic ledger for the period of these books.
std::string ledgerFileName(const accounting::Books& books);
void writeLedgerFile(const std::function<void(std::string_view)>& write, accounting::Books& books,
                     Currency currency, bool opening);

} // namespace svc::ledger
