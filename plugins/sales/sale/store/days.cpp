#include "sale/store/days.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view AddRecorded =
    "INSERT INTO sales.day AS d (company_id, date, business_unit_id, recorded) VALUES ($1, $2, $3, 1)"
    " ON CONFLICT (company_id, date, business_unit_id) DO UPDATE SET recorded = d.recorded + 1";

constexpr std::string_view RecordedInMonth = "SELECT coalesce(sum(recorded), 0)::bigint FROM sales.day WHERE "
                                             "company_id = $1 AND date BETWEEN $2 AND $3";

} // namespace

void addToDay(Call& call, const Sale& sale) {
    const std::string key =
        "sales.day:" + call.today().toString() + ':' + sale.businessUnitId.uuid().toString();
    call.db().sendLate(key, AddRecorded, call.companyId(), call.today(), sale.businessUnitId);
}

std::int64_t recordedInMonth(Call& call, Date today) {
    return call.db()
        .query(RecordedInMonth, call.companyId(), today.firstOfMonth(), today.lastOfMonth())[0]
        .integer(0);
}

} // namespace svc::sales
