#pragma once

#include <svc/http.hpp>

namespace svc::ledger {

Response listChartsRoute(Request& request);
Response exportLedgerRoute(Request& request);
/// The exports of a period with a manifest, as a ZIP archive.
Response exportArchiveRoute(Request& request);
Response listFiscalYearsRoute(Request& request);
/// Writes what closes a fiscal year that is over: the stock of a company with periodic inventory.
Response closeFiscalYearRoute(Request& request);

Json postCommand(Call& call, const Json& input);
/// `ledger.archive_write`: `{ file, content }`, bytes of a file of the archive that this thread is making.
Json archiveWriteCommand(Call& call, const Json& input);
/// `ledger.lock_period`: `{ lockDate }`, the last day that nothing is posted to from the commit on.
Json lockPeriodCommand(Call& call, const Json& input);
/// `ledger.chart`: a chart of accounts as data; null for an unknown one.
Json chartCommand(Call& call, const Json& input);
/// `ledger.balances`: what stood on each account before a period and what moved in it.
Json balancesCommand(Call& call, const Json& input);

} // namespace svc::ledger
