#include "api/answers.hpp"
#include "store/purchase_list.hpp"

namespace svc::purchases {

std::optional<api::Purchase> commands::get(Call& call, const commands::GetInput& input) {
    const auto purchase = findPurchase(call, input.id, WholePurchase);
    return purchase ? std::optional(shown(*purchase, call.today())) : std::nullopt;
}

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
