#include <algorithm>
#include <map>

#include <svc/contracts/partners.hpp>

#include "api/entry_input.hpp"
#include "api/entry_json.hpp"
#include "api/routes.hpp"
#include "store/entry_store.hpp"

namespace svc::timesheets {
namespace {

/// Names of the partners, in one question; `partner-not-found` for the first that is unknown.
void findPartners(Call& call, std::vector<EntryInput>& inputs) {
    std::vector<std::string> ids;
    for (const EntryInput& input : inputs) {
        if (input.partnerId && decodeId("par", *input.partnerId) &&
            std::find(ids.begin(), ids.end(), *input.partnerId) == ids.end()) {
            ids.push_back(*input.partnerId);
        }
    }
    const auto names =
        ids.empty() ? std::map<std::string, std::string>() : contracts::partnerNames(call, ids);
    for (EntryInput& input : inputs) {
        if (!input.partnerId) {
            continue;
        }
        const auto found = names.find(*input.partnerId);
        if (found == names.end()) {
            throw ApiError(404, "partner-not-found");
        }
        input.entry.partnerId = decodeId("par", *input.partnerId);
        input.entry.partnerName = found->second;
    }
}

/// The entries that are there already, by what the body names them.
class Known {
public:
    Known(Call& call, const std::vector<EntryInput>& inputs) {
        std::vector<std::string> externalIds;
        std::vector<Uuid> ids;
        for (const EntryInput& input : inputs) {
            if (input.entry.externalId) {
                externalIds.push_back(*input.entry.externalId);
            }
            if (const auto id = input.id ? decodeId("tim", *input.id) : std::nullopt) {
                ids.push_back(*id);
            }
        }
        if (!externalIds.empty() || !ids.empty()) {
            entries_ = lockEntries(call, externalIds, ids);
        }
    }

    /// The entry that an input means; nothing when it is new.
    const Entry* of(const EntryInput& input) const {
        const auto id = input.id ? decodeId("tim", *input.id) : std::nullopt;
        const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return input.id ? entry.id == id : entry.externalId && entry.externalId == input.entry.externalId;
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

[[noreturn]] void refuseBilled(const Uuid& id) {
    throw ApiError(400, "time-entry-billed", {encodeId("tim", id)});
}

/// The record fields of each entry: those of the one that is there, or of a new one.
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
            entry.id = old->id;
            entry.version = old->version + 1;
            entry.createdAt = old->createdAt;
            entry.createdByKind = old->createdByKind;
            entry.createdById = old->createdById;
            entry.externalId = entry.externalId ? entry.externalId : old->externalId;
        } else {
            entry.id = call.newUuid();
            entry.createdAt = call.now();
            entry.createdByKind = call.actor().kindText();
            entry.createdById = call.actor().optionalId();
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace

Response putEntriesRoute(Request& request) {
    std::vector<EntryInput> inputs = readEntries(request, request.body());
    findPartners(request, inputs);
    std::vector<Entry> entries = recordsOf(request, inputs, Known(request, inputs));
    const std::vector<std::optional<Written>> written = writeEntries(request, entries);

    std::int64_t created = 0;
    Json data = Json::array();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        Entry& entry = entries[i];
        if (!written[i]) {
            // Made and billed by somebody else since this request has looked.
            refuseBilled(lockEntries(request, {entry.externalId.value_or("")}, {}).at(0).id);
        }
        entry.id = written[i]->id;
        entry.version = written[i]->version;
        entry.createdAt = written[i]->createdAt;
        if (written[i]->created) {
            ++created;
            emitCreated(request, entry);
        }
        request.history("time_entry", encodeId("tim", entry.id),
                        written[i]->created ? "time_entry.created" : "time_entry.updated");
        data.push(entryJson(entry));
    }
    return Response::json(200, Json::object({{"created", created},
                                             {"updated", static_cast<std::int64_t>(entries.size()) - created},
                                             {"data", std::move(data)}}));
}

Response deleteEntryRoute(Request& request) {
    const Uuid id = request.pathId("id", "tim", "time-entry-not-found");
    const std::optional<Entry> entry = findEntry(request, id);
    if (!entry) {
        throw ApiError(404, "time-entry-not-found");
    }
    if (entry->billed) {
        refuseBilled(id);
    }
    deleteEntry(request, id);
    request.history("time_entry", encodeId("tim", id), "time_entry.deleted");
    return Response::empty();
}

Json describeEntryCommand(Call& call, const Json& input) {
    const auto id = decodeId("tim", input.textOr("id"));
    const auto entry = id ? findEntry(call, *id) : std::nullopt;
    if (!entry) {
        return Json(nullptr);
    }
    const std::string what = entry->description.value_or(entry->project.value_or(""));
    return Json::object(
        {{"id", encodeId("tim", entry->id)},
         {"number", nullptr},
         {"date", entry->date},
         {"partnerId", entry->partnerId ? Json(encodeId("par", *entry->partnerId)) : Json(nullptr)},
         {"label", what.empty() ? entry->date.toString() : entry->date.toString() + ' ' + what}});
}

} // namespace svc::timesheets
