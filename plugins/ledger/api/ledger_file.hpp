#pragma once

#include <functional>
#include <string>

#include <svc/contracts/books.hpp>
#include <svc/http.hpp>

namespace svc::ledger {

/// The chart that is asked for, else the company's own.
contracts::ChartOfAccounts exportChart(Request& request);

/// The generic ledger of the period of these books.
std::string ledgerFileName(const contracts::Books& books);
void writeLedgerFile(const std::function<void(std::string_view)>& write, contracts::Books& books,
                     Currency currency, bool opening);

} // namespace svc::ledger
