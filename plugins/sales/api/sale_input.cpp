#include "api/sale_input.hpp"

#include <svc/amounts.hpp>
#include <svc/document_input.hpp>
#include <svc/tax_terms.hpp>

namespace svc::sales {
namespace {

void requireFields(const api::SaleLineCreate& line, std::size_t index) {
    if (line.itemId.hasValue()) {
        return;
    }
    if (!line.label.hasValue()) {
        throw fieldRequired(pathOf("lines", index, "label"));
    }
    if (!line.unitPrice.hasValue()) {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
}

void checkFields(const api::SaleLineCreate& line, std::size_t index) {
    if (line.quantity.isZero() || line.quantity.decimals() > QuantityDecimals) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
    if (line.discountPercent.hasValue() && line.discountAmount.hasValue()) {
        throw fieldInvalid(pathOf("lines", index, "discountAmount"));
    }
    if (line.taxCategory.hasValue() && line.taxRate.hasValue() && carriesNoTax(*line.taxCategory) &&
        !line.taxRate->isZero()) {
        throw fieldInvalid(pathOf("lines", index, "taxRate"));
    }
}

} // namespace

api::SaleCreate saleIn(const Json& input) {
    currencyIn(input);
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
    if (body.lines.empty()) {
        throw fieldRequired("lines");
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        requireFields(body.lines[i], i);
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        checkFields(body.lines[i], i);
    }
    if (body.discountPercent && body.discountAmount) {
        throw fieldInvalid("discountAmount");
    }
    for (const api::SalePaymentCreate& payment : paymentsOf(body)) {
        checkFields(payment);
    }
}

void checkAmounts(const api::SaleCreate& body, Currency currency) {
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const api::SaleLineCreate& line = body.lines[i];
        if (line.unitPrice.hasValue()) {
            line.unitPrice->unitPrice(currency, pathOf("lines", i, "unitPrice"));
        }
        if (line.discountAmount.hasValue()) {
            line.discountAmount->minor(currency, pathOf("lines", i, "discountAmount"));
        }
    }
    if (body.discountAmount) {
        body.discountAmount->minor(currency, "discountAmount");
    }
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
