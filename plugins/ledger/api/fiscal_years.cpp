#include <algorithm>

#include <svc/error.hpp>
#include <svc/period.hpp>

#include "bindings.hpp"

namespace svc::ledger {
namespace {

std::string startOfYears(Call& call) {
    return call.company().accounting.textOr("fiscalYearStart", "01-01");
}

bool isLocked(Call& call, const Period& year) {
    return call.company().lockDate && year.to <= *call.company().lockDate;
}

std::int64_t entriesIn(Call& call, const Period& year) {
    return call.db()
        .query("SELECT count(*) FROM ledger.entry WHERE company_id = $1 AND date BETWEEN $2 AND $3",
               call.companyId(), year.from, year.to)[0]
        .integer(0);
}

/// The year as a list or its closing shows it.
template <class Record>
Record recordOf(Call& call, const Period& year) {
    using State = decltype(Record::state);
    return {.year = year.from.year(),
            .from = year.from,
            .to = year.to,
            .entries = entriesIn(call, year),
            .state = isLocked(call, year) ? State::Locked : State::Open};
}

/// The fiscal year of this name that is over.
Period pastYear(Call& call, const std::string& name) {
    const auto first = name.size() == 4 ? Date::parse(name + '-' + startOfYears(call)) : std::nullopt;
    const auto year = first ? std::optional(fiscalYearOf(*first, startOfYears(call))) : std::nullopt;
    if (!year || year->to >= call.today()) {
        throw fieldInvalid("year");
    }
    return *year;
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

Answer<200, std::vector<api::FiscalYear>> listFiscalYears(Request& request,
                                                          const api::ListFiscalYearsParameters& parameters) {
    const Rows rows = request.db().query(
        "SELECT min(date), max(date) FROM ledger.entry WHERE company_id = $1", request.companyId());
    const auto first = rows[0].optionalDate(0);
    const auto last = rows[0].optionalDate(1);
    std::vector<Period> years;
    if (first) {
        const Date begin = fiscalYearOf(*first, startOfYears(request)).from;
        for (Period year = fiscalYearOf(*last, startOfYears(request)); year.to >= begin;
             year = fiscalYearOf(year.from.addDays(-1), startOfYears(request))) {
            years.push_back(year);
        }
    }
    const ArrayPage& page = parameters.page;
    const auto count = static_cast<std::int64_t>(years.size());
    std::vector<api::FiscalYear> list;
    for (std::int64_t i = page.offset; i < std::min(count, page.offset + page.limit); ++i) {
        list.push_back(recordOf<api::FiscalYear>(request, years[static_cast<std::size_t>(i)]));
    }
    return Answer<200, std::vector<api::FiscalYear>>(list).total(count);
}

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
