#pragma once

#include "bindings.hpp"
#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

// Reads the schedule of a recurring sale from a request. Refuses with `field-invalid:<field>`.

void takeStart(Call& call, Date startsOn, RecurringSale& sale);
/// Without a day of the month it is that of the start.
void takeDay(const std::optional<std::int64_t>& dayOfMonth, RecurringSale& sale);
void takeEnd(const std::optional<Date>& endsOn, RecurringSale& sale);

} // namespace svc::sales
