#include "match/payable_document.hpp"

namespace svc::bank {

std::optional<PayableDocument> findPayableSale(Call& call, std::string_view id) {
    const auto saleId = SaleId::parse(id);
    auto sale =
        saleId && calls::sales::offersGet(call) ? calls::sales::get(call, {.id = *saleId}) : std::nullopt;
    if (!sale) {
        return std::nullopt;
    }
    PayableDocument document{.number = std::move(sale->number),
                             .date = sale->date,
                             .currency = sale->currency,
                             .balance = sale->balance,
                             .isCancelled = sale->status == calls::sales::SaleStatus::Cancelled};
    if (sale->partner) {
        document.partner = {sale->partner->id, std::move(sale->partner->name)};
    }
    return document;
}

std::optional<PayableDocument> findPayablePurchase(Call& call, std::string_view id) {
    const auto purchaseId = PurchaseId::parse(id);
    auto purchase = purchaseId && calls::purchases::offersGet(call)
                        ? calls::purchases::get(call, {.id = *purchaseId})
                        : std::nullopt;
    if (!purchase) {
        return std::nullopt;
    }
    return PayableDocument{.number = std::move(purchase->number),
                           .date = purchase->date,
                           .currency = purchase->currency,
                           .partner = {{purchase->partner.id, std::move(purchase->partner.name)}},
                           .balance = purchase->balance,
                           .isCancelled = purchase->status == calls::purchases::PurchaseStatus::Cancelled};
}

} // namespace svc::bank
