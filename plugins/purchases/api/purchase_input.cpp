#include "api/purchase_input.hpp"

#include <svc/amounts.hpp>
#include <svc/error.hpp>

namespace svc::purchases {
namespace {

constexpr int QuantityDecimals = 6;

/// Categories of UNCL 5305 that carry no tax.
bool carriesNoTax(std::string_view category) {
    return category == "Z" || category == "E" || category == "AE" || category == "K" || category == "G" ||
           category == "O";
}

LineInput lineOf(const Json& body, std::size_t index) {
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
    line.expiresOn = dateOf(body, "expiresOn", pathOf("lines", index, ""));
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
    if (line.quantity.isZero() || line.quantity.decimals() > QuantityDecimals) {
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

PurchaseInput readPurchaseInput(const Json& body) {
    PurchaseInput input;
    const auto partner = body.optionalText("partnerId");
    if (!partner) {
        throw fieldRequired("partnerId");
    }
    input.partnerId = *partner;
    const Json& lines = body["lines"];
    if (!lines.isArray() || lines.empty()) {
        throw fieldRequired("lines");
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        input.lines.push_back(lineOf(lines[i], i));
    }
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        requireLineFields(input.lines[i], i);
    }
    input.businessUnitId = body.optionalText("businessUnitId");
    input.supplierReference = body.optionalText("supplierReference");
    input.date = dateOf(body, "date");
    input.expectedAt = dateOf(body, "expectedAt");
    input.dueDate = dateOf(body, "dueDate");
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
    input.receiveNow = body.optionalBool("receiveNow").value_or(false);
    input.locationId = body.optionalText("locationId");
    input.paidInFull = body.optionalBool("paidInFull").value_or(false);
    input.walletId = body.optionalText("walletId");
    input.method = body.optionalText("method");
    input.note = body.optionalText("note");
    return input;
}

ReceiptInput readReceiptInput(const Json& body) {
    ReceiptInput input;
    input.date = dateOf(body, "date");
    input.locationId = body.optionalText("locationId");
    input.note = body.optionalText("note");
    const Json& lines = body["lines"];
    for (std::size_t i = 0; lines.isArray() && i < lines.size(); ++i) {
        ReceiptLineInput line;
        line.lineId = lines[i].textOr("lineId");
        line.quantity = lines[i].optionalDecimal("quantity");
        if (line.quantity && (line.quantity->isZero() || line.quantity->decimals() > QuantityDecimals)) {
            throw fieldInvalid(pathOf("lines", i, "quantity"));
        }
        line.unitCost = lines[i].optionalDecimal("unitCost");
        line.lotNumber = lines[i].optionalText("lotNumber");
        line.expiresOn = dateOf(lines[i], "expiresOn", pathOf("lines", i, ""));
        input.lines.push_back(std::move(line));
    }
    return input;
}

PaymentInput readPaymentInput(const Json& body) {
    PaymentInput payment;
    payment.amount = body.optionalDecimal("amount").value_or(Decimal());
    if (payment.amount.sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
    payment.walletId = body.optionalText("walletId");
    payment.method = body.optionalText("method");
    payment.date = dateOf(body, "date");
    payment.reference = body.optionalText("reference");
    payment.note = body.optionalText("note");
    payment.walletAmount = body.optionalDecimal("walletAmount");
    return payment;
}

void checkAmounts(const PurchaseInput& input, Currency currency) {
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        const LineInput& line = input.lines[i];
        if (line.unitPrice) {
            unitPriceOf(*line.unitPrice, currency, pathOf("lines", i, "unitPrice"));
        }
        if (line.discountAmount) {
            amountOf(*line.discountAmount, currency, pathOf("lines", i, "discountAmount"));
        }
    }
    if (input.discountAmount) {
        amountOf(*input.discountAmount, currency, "discountAmount");
    }
}

} // namespace svc::purchases
