#include <svc/error.hpp>

#include "fiscal_year/years.hpp"

namespace svc::ledger {
namespace {

/// The past fiscal year of this name.
Period pastYear(Call& call, const std::string& name) {
    const auto first = name.size() == 4 ? Date::parse(name + '-' + startOfYears(call)) : std::nullopt;
    if (!first || *first > call.today()) {
        throw fieldInvalid("year");
    }
    const Period year = fiscalYearOf(*first, startOfYears(call));
    if (year.to >= call.today()) {
        throw fieldInvalid("year");
    }
    return year;
}

void refuseMoneyInTransit(Call& call, const Period& year) {
    const std::int64_t transit =
        call.db()
            .query("SELECT coalesce(sum(l.debit - l.credit), 0)::bigint FROM ledger.entry e"
                   " JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id"
                   " WHERE e.company_id = $1 AND l.role = 'transfer_in_transit' AND e.date <= $2",
                   call.companyId(), year.to)[0]
            .integer(0);
    if (transit != 0) {
        throw ApiError(400, "transfer-in-transit", {std::to_string(transit)});
    }
}

} // namespace

Answer<200, api::ClosedFiscalYear> closeFiscalYear(Request& request,
                                                   const api::CloseFiscalYearParameters& parameters) {
    const Period year = pastYear(request, parameters.year);
    std::optional<calls::stock::ClosePeriodicOutput> inventory;
    if (!isLocked(request, year)) {
        refuseMoneyInTransit(request, year);
        if (calls::stock::offersClosePeriodic(request)) {
            inventory = calls::stock::closePeriodic(request, {.date = year.to});
        }
    }
    auto closed = recordOf<api::ClosedFiscalYear>(request, year);
    if (inventory) {
        closed.inventory = api::ClosedFiscalYearInventory{.opening = inventory->opening.minor(),
                                                          .closing = inventory->closing.minor()};
    }
    return closed;
}

} // namespace svc::ledger
