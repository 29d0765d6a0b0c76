#include "expense/store.hpp"

namespace svc::purchases {

std::optional<commands::DocumentExpenseOutput>
commands::documentExpense(Call& call, const commands::DocumentExpenseInput& input) {
    const auto expense = findExpense(call, input.id);
    if (!expense) {
        return std::nullopt;
    }
    return commands::DocumentExpenseOutput{
        .id = expense->id, .date = expense->date, .partnerId = expense->partnerId, .label = expense->label};
}

} // namespace svc::purchases
