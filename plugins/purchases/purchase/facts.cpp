// Queries of other modules about purchases: open purchases, and the names of documents.
#include "purchase/store/list.hpp"

namespace svc::purchases {

commands::OpenOutput commands::open(Call& call, const commands::OpenInput& input) {
    return {.purchases = openPurchases(call, input)};
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
                                            .label = purchase->label()};
}

} // namespace svc::purchases
