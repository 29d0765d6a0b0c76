#include "input.hpp"
#include "store.hpp"

namespace svc::timesheets {

Answer<204> deleteTimeEntry(Request& request, const api::DeleteTimeEntryParameters& parameters) {
    const std::optional<Entry> entry = findEntry(request, parameters.id);
    if (!entry) {
        throw ApiError(404, "time-entry-not-found");
    }
    if (entry->billed) {
        refuseBilled(entry->id);
    }
    refuseLocked(request, entry->date);
    deleteEntry(request, entry->id);
    request.history("time_entry", entry->id.toString(), "time_entry.deleted");
    return {};
}

} // namespace svc::timesheets
