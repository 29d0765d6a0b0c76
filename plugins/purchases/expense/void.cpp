#include "expense/store.hpp"

namespace svc::purchases {

void hooks::expenseVoided(Call& call, const Event& event) {
    const auto transaction = TransactionId::parse(event.objectId());
    const auto id = transaction ? voidExpenseOf(call, *transaction) : std::nullopt;
    if (id) {
        call.history("expense", id->toString(), "expense.voided");
    }
}

} // namespace svc::purchases
