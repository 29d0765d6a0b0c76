#include <svc/error.hpp>

#include "journal/store.hpp"

namespace svc::ledger {

Answer<200, std::vector<api::Checkpoint>> listCheckpoints(Request& request,
                                                          const api::ListCheckpointsParameters& parameters) {
    std::optional<int> year;
    if (const auto& text = parameters.year) {
        const auto first = text->size() == 4 ? Date::parse(*text + "-01-01") : std::nullopt;
        if (!first) {
            throw fieldInvalid("year");
        }
        year = first->year();
    }
    const ArrayPage& page = parameters.page;
    return Answer<200, std::vector<api::Checkpoint>>(checkpointPage(request, year, page.limit, page.offset))
        .total(countCheckpoints(request, year));
}

} // namespace svc::ledger
