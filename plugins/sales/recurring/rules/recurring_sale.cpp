#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

Recurrence recurrenceOf(const RecurringSale& sale) {
    return {sale.every, sale.interval, sale.day, sale.startsOn, sale.endsOn};
}

void schedule(RecurringSale& sale, Date from) {
    const bool enough = sale.maxCount && sale.count >= *sale.maxCount;
    const bool hasEnded = enough || sale.state == api::RecurringSaleState::Ended;
    sale.nextOn = hasEnded ? std::nullopt : nextOccurrence(recurrenceOf(sale), from);
    if (!sale.nextOn) {
        sale.state = api::RecurringSaleState::Ended;
    }
}

} // namespace svc::sales
