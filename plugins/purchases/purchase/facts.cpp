// Queries of other modules about purchases: open purchases, and the names of documents.
#include "purchase/store/list.hpp"

namespace svc::purchases {

commands::OpenOutput commands::open(Call& call, const commands::OpenInput& input) {
    commands::OpenOutput output;
    for (const Purchase& purchase : openPurchases(call, input)) {
        output.purchases.push_back({.id = purchase.id,
                                    .number = purchase.number,
                                    .supplierReference = purchase.supplierReference,
                                    .date = purchase.date,
                                    .dueDate = purchase.dueDate,
                                    .partnerId = purchase.partnerId,
                                    .partnerName = purchase.partnerName,
                                    .currency = purchase.currency,
                                    .total = MinorAmount(purchase.total),
                                    .paid = MinorAmount(purchase.paid),
                                    .balance = MinorAmount(purchase.balance())});
    }
    return output;
}

std::optional<commands::DocumentPurchaseOutput>
commands::documentPurchase(Call& call, const commands::DocumentPurchaseInput& input) {
    const auto purchase = findPurchase(call, input.id, {});
    if (!purchase) {
        return std::nullopt;
    }
    return commands::DocumentPurchaseOutput{.id = purchase->id,
                                            .number = purchase->number,
                                            .date = purchase->date,
                                            .partnerId = purchase->partnerId,
                                            .label = purchase->number + ' ' + purchase->partnerName};
}

} // namespace svc::purchases
