#include <algorithm>

#include <svc/error.hpp>
#include <svc/period.hpp>

#include "api/handlers.hpp"

namespace svc::ledger {
namespace {

std::string startOfYears(Call& call) {
    return call.company().accounting.textOr("fiscalYearStart", "01-01");
}

bool isLocked(Call& call, const Period& year) {
    return call.company().lockDate && year.to <= *call.company().lockDate;
}

Json yearJson(Call& call, const Period& year, std::int64_t entries) {
    return Json::object({{"year", year.from.year()},
                         {"from", year.from},
                         {"to", year.to},
                         {"entries", entries},
                         {"state", isLocked(call, year) ? "locked" : "open"}});
}

std::int64_t entriesIn(Call& call, const Period& year) {
    return call.db()
        .query("SELECT count(*) FROM ledger.entry WHERE company_id = $1 AND date BETWEEN $2 AND $3",
               call.companyId(), year.from, year.to)[0]
        .integer(0);
}

/// The fiscal year of the path that is over.
Period pastYear(Request& request) {
    const std::string text(request.path("year"));
    const auto first = text.size() == 4 ? Date::parse(text + '-' + startOfYears(request)) : std::nullopt;
    const auto year = first ? std::optional(fiscalYearOf(*first, startOfYears(request))) : std::nullopt;
    if (!year || year->to >= request.today()) {
        throw fieldInvalid("year");
    }
    return *year;
}

} // namespace

Response listFiscalYearsRoute(Request& request) {
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
    const ArrayPage page = request.arrayPage();
    const auto count = static_cast<std::int64_t>(years.size());
    Json list = Json::array();
    for (std::int64_t i = page.offset; i < std::min(count, page.offset + page.limit); ++i) {
        const Period& year = years[static_cast<std::size_t>(i)];
        list.push(yearJson(request, year, entriesIn(request, year)));
    }
    return Response::json(200, list).total(count);
}

Response closeFiscalYearRoute(Request& request) {
    const Period year = pastYear(request);
    Json inventory = nullptr;
    if (!isLocked(request, year)) {
        const std::int64_t transit =
            request.db()
                .query("SELECT coalesce(sum(l.debit - l.credit), 0)::bigint FROM ledger.entry e"
                       " JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id"
                       " WHERE e.company_id = $1 AND l.role = 'transfer_in_transit' AND e.date <= $2",
                       request.companyId(), year.to)[0]
                .integer(0);
        if (transit != 0) {
            throw ApiError(400, "transfer-in-transit", {std::to_string(transit)});
        }
        if (request.offers("stock.close_periodic")) {
            inventory = request.command("stock.close_periodic", Json::object({{"date", year.to}}));
        }
    }
    Json answer = yearJson(request, year, entriesIn(request, year));
    answer.set("inventory", std::move(inventory));
    return Response::json(200, answer);
}

} // namespace svc::ledger
