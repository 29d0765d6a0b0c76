#include "movement/store/movements.hpp"

namespace svc::treasury {

std::optional<commands::DocumentTransactionOutput>
commands::documentTransaction(Call& call, const commands::DocumentTransactionInput& input) {
    const auto t = TransactionStore(call).find(input.id);
    if (!t) {
        return std::nullopt;
    }
    return commands::DocumentTransactionOutput{
        .id = t->id, .date = t->date, .partnerId = t->partnerId, .label = t->label};
}

} // namespace svc::treasury
