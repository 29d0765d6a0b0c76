#include <algorithm>

#include "input.hpp"
#include "store.hpp"

namespace svc::timesheets {
namespace {

/// The existing entries, found by the identifiers in the request.
class Known {
public:
    Known(Call& call, const std::vector<EntryInput>& inputs) {
        std::vector<std::string> externalIds;
        std::vector<TimeEntryId> ids;
        for (const EntryInput& input : inputs) {
            if (input.entry.externalId) {
                externalIds.push_back(*input.entry.externalId);
            }
            if (input.id) {
                ids.push_back(*input.id);
            }
        }
        if (!externalIds.empty() || !ids.empty()) {
            entries_ = lockEntries(call, externalIds, ids);
        }
    }

    /// The existing entry of an input; nullptr when it is new.
    const Entry* of(const EntryInput& input) const {
        const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return input.id ? entry.id == *input.id
                            : entry.externalId && entry.externalId == input.entry.externalId;
        });
        if (found == entries_.end()) {
            if (input.id) {
                throw ApiError(404, "time-entry-not-found");
            }
            return nullptr;
        }
        return &*found;
    }

private:
    std::vector<Entry> entries_;
};

/// The record fields of each entry: those of the existing entry, or of a new one.
std::vector<Entry> recordsOf(Call& call, const std::vector<EntryInput>& inputs, const Known& known) {
    std::vector<const Entry*> before;
    for (const EntryInput& input : inputs) {
        before.push_back(known.of(input));
    }
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        Entry entry = inputs[i].entry;
        entry.updatedAt = call.now();
        if (const Entry* old = before[i]) {
            if (old->billed) {
                refuseBilled(old->id);
            }
            refuseLocked(call, old->date);
            entry.id = old->id;
            entry.version = old->version + 1;
            entry.createdAt = old->createdAt;
            entry.createdBy = old->createdBy;
            entry.externalId = entry.externalId ? entry.externalId : old->externalId;
        } else {
            entry.id = call.newId<TimeEntryId>();
            entry.createdAt = call.now();
            entry.createdBy = call.actor();
        }
        refuseLocked(call, entry.date);
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace

Answer<200, api::TimeEntriesWritten> putTimeEntries(Request& request, const api::TimeEntriesPut& body) {
    std::vector<EntryInput> inputs = readEntries(request, body);
    findPartners(request, inputs);
    api::TimeEntriesWritten answer{.data = recordsOf(request, inputs, Known(request, inputs))};
    const std::vector<std::optional<Written>> written = writeEntries(request, answer.data);
    for (std::size_t i = 0; i < answer.data.size(); ++i) {
        Entry& entry = answer.data[i];
        if (!written[i]) {
            // Another request has created and billed it since this request read it.
            refuseBilled(lockEntries(request, {entry.externalId.value_or("")}, {}).at(0).id);
        }
        entry.id = written[i]->id;
        entry.version = written[i]->version;
        entry.createdAt = written[i]->createdAt;
        ++(written[i]->created ? answer.created : answer.updated);
        if (written[i]->created) {
            emitCreated(request, entry);
        }
        request.history("time_entry", entry.id.toString(),
                        written[i]->created ? "time_entry.created" : "time_entry.updated");
    }
    return answer;
}

} // namespace svc::timesheets
