#include "api/purchase_input.hpp"

#include <svc/document_input.hpp>

namespace svc::purchases {
namespace {

void checkQuantity(const Decimal& quantity, std::size_t index) {
    if (quantity.isZero() || quantity.decimals() > QuantityDecimals) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
}

void checkLine(const api::PurchaseLineCreate& line, std::size_t index) {
    checkQuantity(line.quantity, index);
    if (line.discountPercent && line.discountAmount) {
        throw fieldInvalid(pathOf("lines", index, "discountAmount"));
    }
    if (line.taxCategory && line.taxRate && carriesNoTax(*line.taxCategory) && !line.taxRate->isZero()) {
        throw fieldInvalid(pathOf("lines", index, "taxRate"));
    }
}

} // namespace

void checkPurchase(const api::PurchaseCreate& body) {
    if (body.lines.empty()) {
        throw fieldRequired("lines");
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const api::PurchaseLineCreate& line = body.lines[i];
        if (!line.itemId && !(line.label && line.unitPrice)) {
            throw fieldRequired(pathOf("lines", i, line.label ? "unitPrice" : "label"));
        }
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        checkLine(body.lines[i], i);
    }
    if (body.discountPercent && body.discountAmount) {
        throw fieldInvalid("discountAmount");
    }
}

void checkAmounts(const api::PurchaseCreate& body, Currency currency) {
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const api::PurchaseLineCreate& line = body.lines[i];
        if (line.unitPrice) {
            line.unitPrice->unitPrice(currency, pathOf("lines", i, "unitPrice"));
        }
        if (line.discountAmount) {
            line.discountAmount->minor(currency, pathOf("lines", i, "discountAmount"));
        }
    }
    if (body.discountAmount) {
        body.discountAmount->minor(currency, "discountAmount");
    }
}

void checkReceipt(const api::PurchaseReceiptCreate& body) {
    for (std::size_t i = 0; body.lines && i < body.lines->size(); ++i) {
        if (const auto& quantity = (*body.lines)[i].quantity) {
            checkQuantity(*quantity, i);
        }
    }
}

} // namespace svc::purchases
