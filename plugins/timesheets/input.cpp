#include "input.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace svc::timesheets {
namespace {

using Input = api::TimeEntryInput;

void requireFields(const Input& body, const std::string& path) {
    if (!body.date && !body.startedAt) {
        throw fieldRequired(path + "date");
    }
    if (!body.minutes && !body.endedAt) {
        throw fieldRequired(path + "minutes");
    }
}

void readTimes(Call& call, const Input& body, const std::string& path, Entry& entry) {
    entry.startedAt = body.startedAt;
    entry.endedAt = body.endedAt;
    const auto between =
        body.startedAt && body.endedAt ? minutesBetween(*body.startedAt, *body.endedAt) : std::nullopt;
    if (body.startedAt && body.endedAt && !between) {
        throw fieldInvalid(path + "endedAt");
    }
    // Given minutes may exclude a break. An end without a start does not give a duration.
    if (!body.minutes && !between) {
        throw fieldRequired(path + "startedAt");
    }
    entry.minutes = body.minutes ? *body.minutes : *between;
    entry.date = body.date ? *body.date : call.dateOf(body.startedAt.value());
    if (entry.date > call.today()) {
        throw fieldInvalid(path + (body.date ? "date" : "startedAt"));
    }
}

void readRate(Call& call, const Input& body, const std::string& path, Entry& entry) {
    entry.currency = call.company().currency;
    entry.hourlyRate = body.hourlyRate
                           ? MinorPrice(body.hourlyRate->unitPrice(entry.currency, path + "hourlyRate"))
                           : companySettings(call).defaultHourlyRate;
    const auto worth = worthOf(entry.minutes, entry.hourlyRate);
    if (!worth) {
        throw fieldInvalid(path + "hourlyRate");
    }
    entry.amount = *worth;
}

EntryInput readEntry(Call& call, const Input& body, const std::string& path) {
    EntryInput input{.id = body.id,
                     .entry = {.externalId = body.externalId,
                               .source = body.source,
                               .partnerId = body.partnerId,
                               .person = body.person,
                               .project = body.project,
                               .description = body.description,
                               .billable = body.billable,
                               .version = 1}};
    if (body.tags) {
        for (const Json& tag : *body.tags) {
            input.entry.tags.push_back(tag.text());
        }
    }
    readTimes(call, body, path, input.entry);
    readRate(call, body, path, input.entry);
    return input;
}

std::string pathOfEntry(std::size_t index) {
    return "entries[" + std::to_string(index) + "].";
}

/// Refuses duplicates: it would be unclear which of the two applies.
void checkOnce(const std::vector<EntryInput>& inputs) {
    std::set<TimeEntryId> ids;
    std::set<std::string> externalIds;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& id = inputs[i].id;
        // A malformed identifier is reported as unknown.
        if (id && !id->uuid().isNil() && !ids.insert(*id).second) {
            throw fieldInvalid(pathOfEntry(i) + "id");
        }
        const auto& externalId = inputs[i].entry.externalId;
        if (externalId && !externalIds.insert(*externalId).second) {
            throw fieldInvalid(pathOfEntry(i) + "externalId");
        }
    }
}

} // namespace

std::vector<EntryInput> readEntries(Request& request, const api::TimeEntriesPut& body) {
    if (!body.entries) {
        const auto single = bind::body<Input>(request);
        requireFields(single, "");
        return {readEntry(request, single, "")};
    }
    if (body.entries->size() > MaxEntries) {
        throw ApiError(400, "batch-too-large", {std::to_string(MaxEntries)});
    }
    std::vector<EntryInput> inputs;
    for (std::size_t i = 0; i < body.entries->size(); ++i) {
        requireFields((*body.entries)[i], pathOfEntry(i));
    }
    for (std::size_t i = 0; i < body.entries->size(); ++i) {
        inputs.push_back(readEntry(request, (*body.entries)[i], pathOfEntry(i)));
    }
    checkOnce(inputs);
    return inputs;
}

void findPartners(Call& call, std::vector<EntryInput>& inputs) {
    std::vector<PartnerId> ids;
    for (const EntryInput& input : inputs) {
        const auto& id = input.entry.partnerId;
        if (id && std::find(ids.begin(), ids.end(), *id) == ids.end()) {
            ids.push_back(*id);
        }
    }
    if (ids.empty()) {
        return;
    }
    std::map<PartnerId, std::string> names;
    for (const auto& partner : calls::partners::names(call, {.ids = ids}).partners) {
        names.emplace(partner.id, partner.name);
    }
    for (EntryInput& input : inputs) {
        if (!input.entry.partnerId) {
            continue;
        }
        const auto found = names.find(*input.entry.partnerId);
        if (found == names.end()) {
            throw ApiError(404, "partner-not-found");
        }
        input.entry.partner = api::TimePartner{.id = found->first, .name = found->second};
    }
}

void emitCreated(Call& call, const Entry& entry) {
    emit(call, events::TimeEntryCreated{.id = entry.id,
                                        .externalId = entry.externalId,
                                        .source = entry.source,
                                        .partner = entry.partner,
                                        .person = entry.person,
                                        .description = entry.description,
                                        .date = entry.date,
                                        .minutes = entry.minutes,
                                        .hourlyRate = {entry.hourlyRate, entry.currency},
                                        .amount = {entry.amount, entry.currency},
                                        .billable = entry.billable});
}

void refuseBilled(TimeEntryId id) {
    throw ApiError(400, "time-entry-billed", {id.toString()});
}

bool isLocked(Call& call, Date date) {
    const auto& until = call.company().lockDate;
    return until && date <= *until;
}

void refuseLocked(Call& call, Date date) {
    if (isLocked(call, date)) {
        throw ApiError(400, "date-locked", {call.company().lockDate->toString()});
    }
}

} // namespace svc::timesheets
