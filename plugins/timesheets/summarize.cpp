#include <algorithm>

#include "store.hpp"

namespace svc::timesheets {

Answer<200, std::vector<api::TimeSummary>>
summarizeTimeEntries(Request& request, const api::SummarizeTimeEntriesParameters& parameters) {
    std::vector<api::TimeSummary> rows = summarize(request, {.from = dayOf(request, parameters.from),
                                                             .to = dayOf(request, parameters.to),
                                                             .partners = parameters.partnerId});
    const auto count = static_cast<std::int64_t>(rows.size());
    const auto first = std::min(parameters.page.offset, count);
    const auto last = std::min(first + parameters.page.limit, count);
    rows.erase(rows.begin() + last, rows.end());
    rows.erase(rows.begin(), rows.begin() + first);
    return Answer<200, std::vector<api::TimeSummary>>(rows).total(count);
}

} // namespace svc::timesheets
