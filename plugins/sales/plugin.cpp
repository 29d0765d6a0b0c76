#include <svc/plugin.hpp>

#include "api/create_sale.hpp"
#include "api/quote_routes.hpp"
#include "api/recurring_routes.hpp"
#include "api/routes.hpp"

namespace {

void startQuotes(svc::Registry& registry) {
    registry.route("listQuotes", svc::sales::listQuotesRoute);
    registry.route("createQuote", svc::sales::createQuoteRoute);
    registry.route("getQuote", svc::sales::readQuoteRoute);
    registry.route("updateQuote", svc::sales::updateQuoteRoute);
    registry.route("sendQuote", svc::sales::sendQuoteRoute);
    registry.route("acceptQuote", svc::sales::acceptQuoteRoute);
    registry.route("declineQuote", svc::sales::declineQuoteRoute);
    registry.route("cancelQuote", svc::sales::cancelQuoteRoute);
    registry.route("convertQuote", svc::sales::convertQuoteRoute);

    registry.command("quotes.get", svc::sales::readQuoteCommand);
    registry.command("quotes.accept", svc::sales::acceptQuoteCommand);
    registry.command("quotes.convert", svc::sales::convertQuoteCommand);
    registry.command("quotes.decline", svc::sales::declineQuoteCommand);
    registry.command("quotes.sign", svc::sales::signQuoteCommand);
    registry.command("sales.demonstrate", svc::sales::demonstrateCommand);
    registry.command("document.quote", svc::sales::describeQuoteCommand);

    registry.job("expire-quotes", svc::sales::expireQuotesJob);
}

void startRecurring(svc::Registry& registry) {
    registry.route("listRecurringSales", svc::sales::listRecurringRoute);
    registry.route("createRecurringSale", svc::sales::createRecurringRoute);
    registry.route("updateRecurringSale", svc::sales::updateRecurringRoute);
    registry.command("document.recurring_sale", svc::sales::describeRecurringCommand);
    registry.job("pass-recurring", svc::sales::passRecurringJob);
    registry.job("make-recurring", svc::sales::makeRecurringJob);
}

void start(svc::Registry& registry) {
    registry.route("listSales", svc::sales::listSalesRoute);
    registry.route("createSale", svc::sales::createSaleRoute);
    registry.route("getSale", svc::sales::readSaleRoute);
    registry.route("updateSale", svc::sales::updateSaleRoute);
    registry.route("createSalePayment", svc::sales::createPaymentRoute);
    registry.route("cancelSale", svc::sales::cancelSaleRoute);
    registry.route("refundSale", svc::sales::refundSaleRoute);
    registry.route("deliverSale", svc::sales::deliverSaleRoute);
    registry.route("remindSale", svc::sales::remindSaleRoute);

    registry.command("sales.create", svc::sales::createSaleCommand);
    registry.command("sales.preview", svc::sales::previewSaleCommand);
    registry.command("sales.get", svc::sales::readSaleCommand);
    registry.command("sales.sealed", svc::sales::sealedCommand);
    registry.command("sales.pay", svc::sales::paySaleCommand);
    registry.command("sales.void_payment", svc::sales::voidPaymentCommand);
    registry.command("sales.payment_failed", svc::sales::failedPaymentCommand);
    registry.command("sales.fiscal_status", svc::sales::fiscalStatusCommand);
    registry.command("sales.open", svc::sales::openSalesCommand);
    registry.command("sales.session_totals", svc::sales::sessionTotalsCommand);
    registry.command("sales.credit_note", svc::sales::creditNoteCommand);
    registry.command("document.sale", svc::sales::documentSaleCommand);
    registry.command("document.delivery", svc::sales::documentDeliveryCommand);
    registry.command("document.credit_note", svc::sales::documentCreditNoteCommand);
    registry.job("pass-overdue", svc::sales::passOverdueJob);

    startQuotes(registry);
    startRecurring(registry);
}

} // namespace

SVC_PLUGIN("sales", "1.0.0", start)
