#pragma once

#include <svc/http.hpp>

namespace svc::purchases {

// Routes.
Response listPurchasesRoute(Request& request);
Response createPurchaseRoute(Request& request);
Response readPurchaseRoute(Request& request);
Response updatePurchaseRoute(Request& request);
Response createReceiptRoute(Request& request);
Response createPaymentRoute(Request& request);
Response cancelPurchaseRoute(Request& request);
Response listExpensesRoute(Request& request);
Response createExpenseRoute(Request& request);

// Commands for other modules.
Json createPurchaseCommand(Call& call, const Json& input);
Json recordExpenseCommand(Call& call, const Json& input);
Json getPurchaseCommand(Call& call, const Json& input);
Json payPurchaseCommand(Call& call, const Json& input);
Json voidPaymentCommand(Call& call, const Json& input);
Json openPurchasesCommand(Call& call, const Json& input);
Json purchaseDocumentCommand(Call& call, const Json& input);
Json expenseDocumentCommand(Call& call, const Json& input);

// For the host.
Json demonstrateCommand(Call& call, const Json& input);
void expenseVoidedHook(Call& call, const Json& event);

} // namespace svc::purchases
