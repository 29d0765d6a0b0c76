#include <algorithm>
#include <map>

#include "input.hpp"
#include "store.hpp"

namespace svc::timesheets {
namespace {

using Given = commands::ImportEntriesInputEntriesItem;

Entry entryOf(Call& call, const Given& given, const std::string& source) {
    const auto minutes = minutesBetween(given.startedAt, given.endedAt);
    if (!minutes) {
        throw fieldInvalid("endedAt");
    }
    Entry entry{.externalId = given.externalId,
                .source = source,
                .partnerId = given.partnerId,
                .person = given.person,
                .project = given.project,
                .description = given.description,
                .date = call.dateOf(given.startedAt),
                .minutes = *minutes,
                .startedAt = given.startedAt,
                .endedAt = given.endedAt,
                .hourlyRate = companySettings(call).defaultHourlyRate,
                .currency = call.company().currency,
                .billable = given.billable,
                .tags = given.tags,
                .version = 1};
    return entry;
}

/// Keeps what a user has decided about the entry.
void takeOver(Entry& entry, const Entry& before, Instant now) {
    entry.id = before.id;
    entry.hourlyRate = before.hourlyRate;
    if (!entry.partnerId) {
        entry.partnerId = before.partnerId;
        entry.partner = before.partner;
    }
    entry.version = before.version + 1;
    entry.createdAt = before.createdAt;
    entry.createdBy = before.createdBy;
    entry.updatedAt = now;
}

bool saysTheSame(const Entry& one, const Entry& other) {
    return one.partnerId == other.partnerId && one.person == other.person && one.project == other.project &&
           one.description == other.description && one.startedAt == other.startedAt &&
           one.endedAt == other.endedAt && one.billable == other.billable && one.tags == other.tags;
}

std::vector<EntryInput> newestOfEach(Call& call, const commands::ImportEntriesInput& input) {
    std::map<std::string, std::size_t> places;
    std::vector<EntryInput> inputs;
    for (const Given& given : input.entries) {
        EntryInput one{.id = std::nullopt, .entry = entryOf(call, given, input.source)};
        const auto [place, fresh] = places.emplace(given.externalId, inputs.size());
        if (fresh) {
            inputs.push_back(std::move(one));
        } else {
            inputs[place->second] = std::move(one);
        }
    }
    return inputs;
}

std::int64_t removeEntries(Call& call, const std::vector<std::string>& externalIds) {
    std::int64_t removed = 0;
    if (externalIds.empty()) {
        return removed;
    }
    for (const Entry& entry : lockEntries(call, externalIds, {})) {
        if (!entry.billed && !isLocked(call, entry.date)) {
            deleteEntry(call, entry.id);
            call.history("time_entry", entry.id.toString(), "time_entry.deleted");
            ++removed;
        }
    }
    return removed;
}

} // namespace

commands::ImportEntriesOutput commands::importEntries(Call& call, const commands::ImportEntriesInput& input) {
    std::vector<EntryInput> inputs = newestOfEach(call, input);
    findPartners(call, inputs);
    std::vector<std::string> externalIds;
    for (const EntryInput& one : inputs) {
        externalIds.push_back(one.entry.externalId.value());
    }
    std::map<std::string, Entry> known;
    if (!externalIds.empty()) {
        for (Entry& entry : lockEntries(call, externalIds, {})) {
            known.emplace(entry.externalId.value(), std::move(entry));
        }
    }
    std::vector<Entry> changed;
    for (EntryInput& one : inputs) {
        Entry& entry = one.entry;
        const auto before = known.find(*entry.externalId);
        // A feed that is refused would bring nothing any more: what is locked stays as it is.
        if (isLocked(call, entry.date) || (before != known.end() && isLocked(call, before->second.date))) {
            continue;
        }
        if (before == known.end()) {
            entry.id = call.newId<TimeEntryId>();
            entry.createdAt = call.now();
            entry.updatedAt = call.now();
        } else {
            takeOver(entry, before->second, call.now());
            if (before->second.billed || saysTheSame(entry, before->second)) {
                continue;
            }
        }
        const auto worth = worthOf(entry.minutes, entry.hourlyRate);
        if (!worth) {
            throw fieldInvalid("endedAt");
        }
        entry.amount = *worth;
        changed.push_back(std::move(entry));
    }
    commands::ImportEntriesOutput answer{};
    const auto written =
        changed.empty() ? std::vector<std::optional<Written>>() : writeEntries(call, changed);
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (!written[i]) {
            continue; // billed meanwhile
        }
        changed[i].id = written[i]->id;
        ++(written[i]->created ? answer.created : answer.updated);
        if (written[i]->created) {
            emitCreated(call, changed[i]);
        }
        call.history("time_entry", changed[i].id.toString(),
                     written[i]->created ? "time_entry.created" : "time_entry.updated");
    }
    answer.removed = removeEntries(call, input.removed);
    return answer;
}

} // namespace svc::timesheets
