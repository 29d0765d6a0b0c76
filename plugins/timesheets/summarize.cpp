#include "store.hpp"

namespace svc::timesheets {

Answer<200, std::vector<api::TimeSummary>>
summarizeTimeEntries(Request& request, const api::SummarizeTimeEntriesParameters& parameters) {
    const std::vector<api::TimeSummary> rows = summarize(request, {.from = dayOf(request, parameters.from),
                                                                   .to = dayOf(request, parameters.to),
                                                                   .partners = parameters.partnerId});
    return Answer<200, std::vector<api::TimeSummary>>(rowsOn(parameters.page, rows))
        .total(static_cast<std::int64_t>(rows.size()));
}

} // namespace svc::timesheets
