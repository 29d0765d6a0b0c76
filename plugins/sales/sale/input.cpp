#include "sale/input.hpp"

#include "trade/lines.hpp"

namespace svc::sales {

api::SaleCreate saleIn(const Json& input) {
    if (const auto code = input.optionalText("currency"); code && !Currency::parse(*code)) {
        throw ApiError(400, "currency-unsupported", {*code});
    }
    api::SaleCreate body;
    read(input, bind::Place(), body);
    return body;
}

void checkFields(const api::SalePaymentCreate& payment) {
    if (payment.amount.decimal().sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
}

void checkFields(const api::SaleCreate& body) {
    trade::checkLines(body);
    for (const api::SalePaymentCreate& payment : paymentsOf(body)) {
        checkFields(payment);
    }
}

void checkAmounts(const api::SaleCreate& body, Currency currency) {
    trade::checkLineAmounts(body, currency);
    const std::vector<api::SalePaymentCreate>& payments = paymentsOf(body);
    for (std::size_t i = 0; i < payments.size(); ++i) {
        payments[i].amount.minor(currency, pathOf("payments", i, "amount"));
        if (payments[i].tendered) {
            payments[i].tendered->minor(currency, pathOf("payments", i, "tendered"));
        }
    }
}

const std::vector<api::SalePaymentCreate>& paymentsOf(const api::SaleCreate& body) {
    static const std::vector<api::SalePaymentCreate> none;
    return body.payments ? *body.payments : none;
}

} // namespace svc::sales
