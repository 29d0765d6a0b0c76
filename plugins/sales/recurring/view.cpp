#include "recurring/view.hpp"

#include "recurring/store.hpp"

namespace svc::sales {

api::RecurringSale shown(const RecurringSale& sale) {
    api::RecurringSale answer = static_cast<const api::RecurringSale&>(sale);
    answer.status = sale.failure ? api::RecurringSaleStatus::Failing : api::RecurringSaleStatus::Ok;
    if (sale.failure) {
        answer.lastError = {sale.failedAt.value(), *sale.failure};
    }
    answer.dayOfMonth = hasDayOfMonth(sale.every) ? std::optional(sale.day) : std::nullopt;
    return answer;
}

std::optional<commands::NamedDocument>
commands::documentRecurringSale(Call& call, const commands::DocumentRecurringSaleInput& input) {
    const auto sale = findRecurring(call, input.id);
    if (!sale) {
        return std::nullopt;
    }
    const std::string id = sale->id.toString();
    return commands::NamedDocument{.id = id,
                                   .date = sale->startsOn,
                                   .partnerId = sale->partnerId,
                                   .label = sale->template_["lines"].at(0).textOr("label", id)};
}

} // namespace svc::sales
