#include <svc/error.hpp>

#include "bindings.hpp"

namespace svc::ledger {
namespace {

void requireNoEntries(Call& call) {
    if (!call.db()
             .query("SELECT 1 FROM ledger.entry WHERE company_id = $1 LIMIT 1", call.companyId())
             .empty()) {
        throw fieldInvalid("accounting.fiscalYearStart");
    }
}

} // namespace

void commands::accountingChanged(Call& call, const commands::AccountingChangedInput& input) {
    constexpr std::string_view Start = "fiscalYearStart";
    const std::string start = input.after.textOr(Start);
    if (input.before.textOr(Start) == start) {
        return;
    }
    requireNoEntries(call);
    // Postings share this lock until their commit. Once it is held alone, their entries are seen here, and
    // later ones are compared with the new day.
    call.db().query("SELECT pg_advisory_xact_lock(hashtextextended('ledger.period_lock ' ||"
                    " $1::uuid::text, 0))",
                    call.companyId());
    requireNoEntries(call);
    call.db().send("INSERT INTO ledger.period_lock (company_id, year_start) VALUES ($1, $2)"
                   " ON CONFLICT (company_id) DO UPDATE SET year_start = excluded.year_start",
                   call.companyId(), start);
}

} // namespace svc::ledger
