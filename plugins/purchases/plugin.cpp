#include <svc/plugin.hpp>

#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::purchases;
    registry.route("listPurchases", listPurchasesRoute);
    registry.route("createPurchase", createPurchaseRoute);
    registry.route("getPurchase", readPurchaseRoute);
    registry.route("updatePurchase", updatePurchaseRoute);
    registry.route("createPurchaseReceipt", createReceiptRoute);
    registry.route("createPurchasePayment", createPaymentRoute);
    registry.route("cancelPurchase", cancelPurchaseRoute);
    registry.route("listExpenses", listExpensesRoute);
    registry.route("createExpense", createExpenseRoute);

    registry.command("purchases.create", createPurchaseCommand);
    registry.command("purchases.record_expense", recordExpenseCommand);
    registry.command("purchases.get", getPurchaseCommand);
    registry.command("purchases.pay", payPurchaseCommand);
    registry.command("purchases.void_payment", voidPaymentCommand);
    registry.command("purchases.open", openPurchasesCommand);
    registry.command("document.purchase", purchaseDocumentCommand);
    registry.command("document.expense", expenseDocumentCommand);
    registry.command("purchases.demonstrate", demonstrateCommand);

    registry.hook("expense_voided", expenseVoidedHook);
}

} // namespace

SVC_PLUGIN("purchases", "1.0.0", start)
