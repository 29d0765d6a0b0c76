/// @file What the bodies of documents of trade (sales, quotes, purchases) share: lines, payments, dates.
/// API definitions 5.1, 5.4 and 7.1. Nothing is looked up here; amounts are major units, as the client wrote
/// them. The readers take bodies that fit the contract and refuse what a contract cannot say, with the path
/// of the field.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/amounts.hpp>
#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/error.hpp>
#include <svc/json.hpp>
#include <svc/tax_terms.hpp>

namespace svc {

/// A line as the client wrote it.
struct LineInput {
    std::optional<std::string> itemId;
    std::optional<std::string> label;
    std::optional<std::string> description;
    Decimal quantity;
    std::optional<std::string> unit; ///< UN/ECE Recommendation 20
    std::optional<Decimal> unitPrice;
    std::optional<Decimal> discountPercent;
    std::optional<Decimal> discountAmount;
    std::optional<bool> service;
    std::optional<std::string> taxCategory; ///< UNCL 5305
    std::optional<Decimal> taxRate;         ///< percent
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> lotNumber;
};

/// A payment as the client wrote it, alone or with a new document.
struct PaymentInput {
    Decimal amount; ///< in the currency of the document
    std::optional<std::string> walletId;
    std::optional<std::string> method;
    std::optional<Date> date;
    std::optional<std::string> reference;
    std::optional<std::string> note;
    std::optional<Decimal> walletAmount; ///< in the currency of the wallet
};

/// Decimals that a quantity may have.
inline constexpr int QuantityDecimals = 6;

/// A date of the body; `field-invalid` at `path` + name when no calendar has it (2026-02-30).
inline std::optional<Date> dateIn(const Json& body, std::string_view name, const std::string& path = {}) {
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

/// The field `currency` of the body; `currency-unsupported:<code>` when it is none of ISO 4217.
inline std::optional<Currency> currencyIn(const Json& body) {
    const auto code = body.optionalText("currency");
    if (!code) {
        return std::nullopt;
    }
    const auto currency = Currency::parse(*code);
    if (!currency) {
        throw ApiError(400, "currency-unsupported", {*code});
    }
    return currency;
}

inline LineInput readLineInput(const Json& body) {
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

/// `path` is the prefix of the field names in refusals: `payments[0].` or nothing.
inline PaymentInput readPaymentInput(const Json& body, const std::string& path = {}) {
    PaymentInput payment;
    payment.amount = body.optionalDecimal("amount").value_or(Decimal());
    if (payment.amount.sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
    payment.walletId = body.optionalText("walletId");
    payment.method = body.optionalText("method");
    payment.date = dateIn(body, "date", path);
    payment.reference = body.optionalText("reference");
    payment.note = body.optionalText("note");
    payment.walletAmount = body.optionalDecimal("walletAmount");
    return payment;
}

/// A line has an item or a label; a free line has a price too.
inline void requireLineFields(const LineInput& line, std::size_t index) {
    if (!line.itemId && !line.label) {
        throw fieldRequired(pathOf("lines", index, "label"));
    }
    if (!line.itemId && !line.unitPrice) {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
}

/// A quantity other than zero, one discount at most, no rate with a category that carries no tax.
inline void checkLineFormats(const LineInput& line, std::size_t index) {
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

/// Refuses prices and discounts with more decimals than the currency of the document has room for.
inline void checkLineAmounts(const LineInput& line, std::size_t index, Currency currency) {
    if (line.unitPrice) {
        unitPriceOf(*line.unitPrice, currency, pathOf("lines", index, "unitPrice"));
    }
    if (line.discountAmount) {
        amountOf(*line.discountAmount, currency, pathOf("lines", index, "discountAmount"));
    }
}

} // namespace svc
