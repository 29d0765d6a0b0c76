#include "api/purchase_input.hpp"

namespace svc::purchases {
namespace {

LineInput lineOf(const Json& body, std::size_t index) {
    return {readLineInput(body), dateIn(body, "expiresOn", pathOf("lines", index, ""))};
}

} // namespace

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
    input.date = dateIn(body, "date");
    input.expectedAt = dateIn(body, "expectedAt");
    input.dueDate = dateIn(body, "dueDate");
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
    input.date = dateIn(body, "date");
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
        line.expiresOn = dateIn(lines[i], "expiresOn", pathOf("lines", i, ""));
        input.lines.push_back(std::move(line));
    }
    return input;
}

void checkAmounts(const PurchaseInput& input, Currency currency) {
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        checkLineAmounts(input.lines[i], i, currency);
    }
    if (input.discountAmount) {
        amountOf(*input.discountAmount, currency, "discountAmount");
    }
}

} // namespace svc::purchases
