#include "recurring/times.hpp"

namespace svc::sales {

void takeStart(Call& call, Date startsOn, RecurringSale& sale) {
    // At most one year of missed occurrences is created. After the start there must be room in the calendar
    // for due dates and the following occurrences.
    constexpr int Year = 12;
    if (startsOn < call.today().addMonths(-Year) || startsOn > call.today().addMonths(100 * Year)) {
        throw fieldInvalid("startsOn");
    }
    sale.startsOn = startsOn;
}

void takeDay(const std::optional<std::int64_t>& dayOfMonth, RecurringSale& sale) {
    if (dayOfMonth && !hasDayOfMonth(sale.every)) {
        throw fieldInvalid("dayOfMonth");
    }
    sale.day = dayOfMonth.value_or(sale.startsOn.day());
}

void takeEnd(const std::optional<Date>& endsOn, RecurringSale& sale) {
    sale.endsOn = endsOn;
    if (endsOn && *endsOn < sale.startsOn) {
        throw fieldInvalid("endsOn");
    }
}

} // namespace svc::sales
