#include <svc/error.hpp>

#include "api/handlers.hpp"

namespace svc::ledger {

Json lockPeriodCommand(Call& call, const Json& input) {
    const auto text = input.optionalText("lockDate");
    const auto until = text ? Date::parse(*text) : std::nullopt;
    if (text && !until) {
        throw Fault("ledger.lock_period: lockDate is not a date");
    }
    // Last of all, so that postings wait as shortly as possible; those that are at their commit are awaited.
    constexpr std::string_view Key = "zz:ledger:~period-lock";
    call.db().sendLate(Key,
                       "SELECT pg_advisory_xact_lock(hashtextextended('ledger.period_lock ' ||"
                       " $1::uuid::text, 0))",
                       call.companyId());
    call.db().sendLate(Key,
                       "INSERT INTO ledger.period_lock (company_id, until) VALUES ($1, $2)"
                       " ON CONFLICT (company_id) DO UPDATE SET until = excluded.until",
                       call.companyId(), until);
    return Json::object();
}

} // namespace svc::ledger
