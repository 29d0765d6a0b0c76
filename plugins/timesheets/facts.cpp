#include "store.hpp"

namespace svc::timesheets {

std::optional<commands::DocumentTimeEntryOutput>
commands::documentTimeEntry(Call& call, const commands::DocumentTimeEntryInput& input) {
    const auto entry = findEntry(call, input.id);
    if (!entry) {
        return std::nullopt;
    }
    const std::string what = entry->description.value_or(entry->project.value_or(""));
    const std::string day = entry->date.toString();
    return commands::DocumentTimeEntryOutput{.id = entry->id,
                                             .date = entry->date,
                                             .partnerId = entry->partnerId,
                                             .label = what.empty() ? day : day + ' ' + what};
}

} // namespace svc::timesheets
