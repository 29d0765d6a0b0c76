#include "api/sale_input.hpp"

namespace svc::sales {

PaymentInput readSalePayment(const Json& body, const std::string& path) {
    return {readPaymentInput(body, path), body.optionalDecimal("tendered")};
}

SaleInput readSaleInput(const Json& body) {
    SaleInput input;
    input.businessUnitId = body.optionalText("businessUnitId");
    input.partnerId = body.optionalText("partnerId");
    if (const Json* lines = body.find("lines"); lines != nullptr && lines->isArray()) {
        for (const Json& line : lines->items()) {
            input.lines.push_back(readLineInput(line));
        }
    }
    if (input.lines.empty()) {
        throw fieldRequired("lines");
    }
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        requireLineFields(input.lines[i], i);
    }

    input.date = dateIn(body, "date");
    input.dueDate = dateIn(body, "dueDate");
    input.channel = body.optionalText("channel");
    input.currency = currencyIn(body);
    input.exchangeRate = body.optionalDecimal("exchangeRate");
    input.pricesIncludeTax = body.optionalBool("pricesIncludeTax");
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        checkLineFormats(input.lines[i], i);
    }
    input.discountPercent = body.optionalDecimal("discountPercent");
    input.discountAmount = body.optionalDecimal("discountAmount");
    if (input.discountPercent && input.discountAmount) {
        throw fieldInvalid("discountAmount");
    }
    input.paidInFull = body.optionalBool("paidInFull").value_or(false);
    input.walletId = body.optionalText("walletId");
    input.method = body.optionalText("method");
    if (const Json* payments = body.find("payments"); payments != nullptr && payments->isArray()) {
        for (std::size_t i = 0; i < payments->size(); ++i) {
            input.payments.push_back(readSalePayment(payments->at(i), pathOf("payments", i, "")));
        }
    }
    input.deliverLater = body.optionalBool("deliverLater");
    input.locationId = body.optionalText("locationId");
    input.purchaseOrderRef = body.optionalText("purchaseOrderRef");
    input.externalId = body.optionalText("externalId");
    input.correctsSaleId = body.optionalText("correctsSaleId");
    input.prepayment = body.optionalBool("prepayment").value_or(false);
    input.note = body.optionalText("note");
    return input;
}

void checkAmounts(const SaleInput& input, Currency currency) {
    const auto check = [&](const std::optional<Decimal>& major, const std::string& path) {
        if (major) {
            amountOf(*major, currency, path);
        }
    };
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        checkLineAmounts(input.lines[i], i, currency);
    }
    check(input.discountAmount, "discountAmount");
    for (std::size_t i = 0; i < input.payments.size(); ++i) {
        check(input.payments[i].amount, pathOf("payments", i, "amount"));
        check(input.payments[i].tendered, pathOf("payments", i, "tendered"));
    }
}

} // namespace svc::sales
