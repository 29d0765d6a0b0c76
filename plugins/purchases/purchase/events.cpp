#include "purchase/events.hpp"

namespace svc::purchases {
namespace {

EventAmount amountOf(std::int64_t minor, Currency currency) {
    return {MinorAmount(minor), currency};
}
EventAmount priceOf(const Decimal& minor, Currency currency) {
    return {MinorPrice(minor), currency};
}

} // namespace

void emitPurchaseCreated(Call& call, const Purchase& purchase) {
    const Currency currency = purchase.currency;
    events::PurchaseCreated event{.id = purchase.id,
                                  .number = purchase.number,
                                  .supplierReference = purchase.supplierReference,
                                  .partner = purchase.partner,
                                  .total = amountOf(purchase.total, currency),
                                  .tax = amountOf(purchase.taxTotal, currency),
                                  .expectedAt = purchase.expectedAt};
    for (const PurchaseLine& line : purchase.lines) {
        event.lines.push_back({.id = line.id,
                               .itemId = line.itemId,
                               .label = line.label,
                               .quantity = line.quantity,
                               .unitPrice = priceOf(line.unitPrice, currency),
                               .total = amountOf(line.total, currency)});
    }
    emit(call, event);
}

void emitPurchaseReceived(Call& call, const Purchase& purchase, const Receipt& receipt) {
    events::PurchaseReceived event{.id = purchase.id,
                                   .number = purchase.number,
                                   .partner = purchase.partner,
                                   .receiptId = receipt.id,
                                   .receiptNumber = receipt.number,
                                   .locationId = receipt.locationId,
                                   .complete = receipt.complete};
    for (const ReceiptLine& line : receipt.lines) {
        event.lines.push_back({.purchaseLineId = line.lineId,
                               .itemId = line.itemId,
                               .quantity = line.quantity,
                               .unitCost = priceOf(line.unitCost, purchase.currency)});
    }
    emit(call, event);
}

void emitPurchasePaid(Call& call, const Purchase& purchase, const Payment& payment) {
    emit(call, events::PurchasePaid{.id = purchase.id,
                                    .number = purchase.number,
                                    .partner = purchase.partner,
                                    .total = amountOf(purchase.total, purchase.currency),
                                    .paid = amountOf(purchase.paid, purchase.currency),
                                    .paymentId = payment.id,
                                    .paidAt = call.now()});
}

} // namespace svc::purchases
