#include "bindings.hpp"

namespace svc::ledger {

void commands::lockPeriod(Call& call, const commands::LockPeriodInput& input) {
    // Taken last, so that postings wait as briefly as possible; it waits for postings that are already
    // committing.
    constexpr std::string_view Key = "zz:ledger:~period-lock";
    call.db().sendLate(Key,
                       "SELECT pg_advisory_xact_lock(hashtextextended('ledger.period_lock ' ||"
                       " $1::uuid::text, 0))",
                       call.companyId());
    call.db().sendLate(Key,
                       "INSERT INTO ledger.period_lock (company_id, until) VALUES ($1, $2)"
                       " ON CONFLICT (company_id) DO UPDATE SET until = excluded.until",
                       call.companyId(), input.lockDate);
}

} // namespace svc::ledger
