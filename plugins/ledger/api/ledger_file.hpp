#pragma once

#include <functional>
#include <string>

#include <svc/contracts/books.hpp>
#include <svc/http.hpp>

namespace svc::ledger {

/// The chart that is asked for, else the company's own. Refuses with `chart-unknown:<chart>`.
contracts::ChartOfAccounts exportChart(Call& call, const std::optional<std::string>& wanted);

/// The generic ledger of the period of these books.
std::string ledgerFileName(const contracts::Books& books);
void writeLedgerFile(const std::function<void(std::string_view)>& write, contracts::Books& books,
                     Currency currency, bool opening);

} // namespace svc::ledger
