#include "api/sale_input.hpp"

#include <svc/amounts.hpp>
#include <svc/error.hpp>

namespace svc::sales {
namespace {

std::optional<Date> dateOf(const Json& body, std::string_view name, const std::string& path) {
    const auto text = body.optionalText(name);
    if (!text) {
        return std::nullopt;
    }
    const auto date = Date::parse(*text);
    if (!date) {
        throw fieldInvalid(path + std::string(name));
    }
    return date;
}

/// Categories of UNCL 5305 that carry no tax.
bool carriesNoTax(std::string_view category) {
    return category == "Z" || category == "E" || category == "AE" || category == "K" || category == "G" ||
           category == "O";
}

LineInput lineOf(const Json& body) {
    LineInput line;
    line.itemId = body.optionalText("itemId");
    line.label = body.optionalText("label");
    line.description = body.optionalText("description");
    line.quantity = body.optionalDecimal("quantity").value_or(Decimal());
    line.unit = body.optionalText("unit");
    line.unitPrice = body.optionalDecimal("unitPrice");
    line.discountPercent = body.optionalDecimal("discountPercent");
    line.discountAmount = body.optionalDecimal("discountAmount");
    line.service = body.optionalBool("service");
    line.taxCategory = body.optionalText("taxCategory");
    line.taxRate = body.optionalDecimal("taxRate");
    line.taxExemptionReason = body.optionalText("taxExemptionReason");
    line.lotNumber = body.optionalText("lotNumber");
    return line;
}

void requireLineFields(const LineInput& line, std::size_t index) {
    if (!line.itemId && !line.label) {
        throw fieldRequired(pathOf("lines", index, "label"));
    }
    if (!line.itemId && !line.unitPrice) {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
}

void checkLineFormats(const LineInput& line, std::size_t index) {
    if (line.quantity.isZero() || line.quantity.decimals() > 6) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
    if (line.discountPercent && line.discountAmount) {
        throw fieldInvalid(pathOf("lines", index, "discountAmount"));
    }
    if (line.taxCategory && line.taxRate && carriesNoTax(*line.taxCategory) && !line.taxRate->isZero()) {
        throw fieldInvalid(pathOf("lines", index, "taxRate"));
    }
}

} // namespace

PaymentInput readPaymentInput(const Json& body, const std::string& path) {
    PaymentInput payment;
    payment.amount = body.optionalDecimal("amount").value_or(Decimal());
    if (payment.amount.sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
    payment.walletId = body.optionalText("walletId");
    payment.method = body.optionalText("method");
    payment.date = dateOf(body, "date", path);
    payment.reference = body.optionalText("reference");
    payment.note = body.optionalText("note");
    payment.tendered = body.optionalDecimal("tendered");
    payment.walletAmount = body.optionalDecimal("walletAmount");
    return payment;
}

SaleInput readSaleInput(const Json& body) {
    SaleInput input;
    input.businessUnitId = body.optionalText("businessUnitId");
    input.partnerId = body.optionalText("partnerId");
    if (const Json* lines = body.find("lines"); lines != nullptr && lines->isArray()) {
        for (const Json& line : lines->items()) {
            input.lines.push_back(lineOf(line));
        }
    }
    if (input.lines.empty()) {
        throw fieldRequired("lines");
    }
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        requireLineFields(input.lines[i], i);
    }

    input.date = dateOf(body, "date", "");
    input.dueDate = dateOf(body, "dueDate", "");
    input.channel = body.optionalText("channel");
    if (const auto code = body.optionalText("currency")) {
        input.currency = Currency::parse(*code);
        if (!input.currency) {
            throw ApiError(400, "currency-unsupported", {*code});
        }
    }
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
            input.payments.push_back(readPaymentInput(payments->at(i), pathOf("payments", i, "")));
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
        if (input.lines[i].unitPrice) {
            unitPriceOf(*input.lines[i].unitPrice, currency, pathOf("lines", i, "unitPrice"));
        }
        check(input.lines[i].discountAmount, pathOf("lines", i, "discountAmount"));
    }
    check(input.discountAmount, "discountAmount");
    for (std::size_t i = 0; i < input.payments.size(); ++i) {
        check(input.payments[i].amount, pathOf("payments", i, "amount"));
        check(input.payments[i].tendered, pathOf("payments", i, "tendered"));
    }
}

} // namespace svc::sales
