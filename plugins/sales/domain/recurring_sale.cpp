#include "domain/recurring_sale.hpp"

namespace svc::sales {

void schedule(RecurringSale& sale, Date from) {
    const bool enough = sale.maxCount && sale.count >= *sale.maxCount;
    sale.nextOn = enough || sale.state == "ended" ? std::nullopt : nextOccurrence(sale.recurrence, from);
    if (!sale.nextOn) {
        sale.state = "ended";
    }
}

} // namespace svc::sales
