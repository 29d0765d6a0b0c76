#pragma once

#include <svc/http.hpp>

namespace svc::treasury {

Response listWallets(Request& request);
Response createWallet(Request& request);
Response updateWallet(Request& request);

Response listTransactions(Request& request);
Response createTransaction(Request& request);
Response voidTransaction(Request& request);

Response transferBetweenWallets(Request& request);

Response listBudgets(Request& request);
Response replaceBudgets(Request& request);

Response listCashSessions(Request& request);
Response getCashSession(Request& request);
Response openCashSession(Request& request);
Response closeCashSession(Request& request);

Response listTransactionCategories(Request& request);
Response replaceTransactionCategories(Request& request);

Response listRates(Request& request);
Response putRate(Request& request);

} // namespace svc::treasury
