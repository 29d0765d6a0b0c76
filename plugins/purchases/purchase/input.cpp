#include "purchase/input.hpp"

#include "trade/lines.hpp"

namespace svc::purchases {
void checkPurchase(const api::PurchaseCreate& body) {
    trade::checkLines(body);
}

void checkAmounts(const api::PurchaseCreate& body, Currency currency) {
    trade::checkLineAmounts(body, currency);
}

void checkReceipt(const api::PurchaseReceiptCreate& body) {
    for (std::size_t i = 0; body.lines && i < body.lines->size(); ++i) {
        if (const auto& quantity = (*body.lines)[i].quantity) {
            trade::checkQuantity(*quantity, i);
        }
    }
}

} // namespace svc::purchases
