#include "book_period.hpp"

namespace svc::reports {

Period bookPeriodOf(Call& call, std::optional<Date> first, std::optional<Date> last) {
    const Date to = last.value_or(call.today());
    return {first.value_or(Date::of(to.year(), 1, 1).value()), to};
}

} // namespace svc::reports
