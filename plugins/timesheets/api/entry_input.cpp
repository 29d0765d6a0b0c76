#include "api/entry_input.hpp"

#include <set>

#include <svc/money.hpp>

namespace svc::timesheets {
namespace {

void requireFields(const Json& body, const std::string& path) {
    if (body["date"].isNull() && body["startedAt"].isNull()) {
        throw fieldRequired(path + "date");
    }
    if (body["minutes"].isNull() && body["endedAt"].isNull()) {
        throw fieldRequired(path + "minutes");
    }
}

std::optional<Instant> instantOf(const Json& body, std::string_view name, const std::string& path) {
    const auto text = body.optionalText(name);
    if (!text) {
        return std::nullopt;
    }
    const auto instant = Instant::parse(*text);
    if (!instant) {
        throw fieldInvalid(path + std::string(name));
    }
    return instant;
}

void readTimes(Call& call, const Json& body, const std::string& path, Entry& entry) {
    entry.startedAt = instantOf(body, "startedAt", path);
    entry.endedAt = instantOf(body, "endedAt", path);
    const auto between =
        entry.startedAt && entry.endedAt ? minutesBetween(*entry.startedAt, *entry.endedAt) : std::nullopt;
    if (entry.startedAt && entry.endedAt && !between) {
        throw fieldInvalid(path + "endedAt");
    }
    // Minutes that are given may leave out a break. An end alone tells no length.
    const auto minutes = body.optionalInteger("minutes");
    if (!minutes && !between) {
        throw fieldRequired(path + "startedAt");
    }
    entry.minutes = minutes ? *minutes : *between;
    const auto date = body.optionalText("date");
    entry.date = date ? Date::parse(*date).value() : call.dateOf(entry.startedAt.value());
    if (entry.date > call.today()) {
        throw fieldInvalid(path + (date ? "date" : "startedAt"));
    }
}

void readRate(Call& call, const Json& body, const std::string& path, Entry& entry) {
    entry.currency = call.company().currency;
    entry.hourlyRate = call.company().defaultHourlyRate;
    if (const auto major = body.optionalDecimal("hourlyRate")) {
        const auto rate = minorFromUnitPrice(*major, entry.currency);
        if (!rate || rate->sign() < 0) {
            throw fieldInvalid(path + "hourlyRate");
        }
        entry.hourlyRate = *rate;
    }
    const auto worth = worthOf(entry.minutes, entry.hourlyRate);
    if (!worth) {
        throw fieldInvalid(path + "hourlyRate");
    }
    entry.amount = *worth;
}

EntryInput readEntry(Call& call, const Json& body, const std::string& path) {
    EntryInput input;
    input.id = body.optionalText("id");
    input.partnerId = body.optionalText("partnerId");
    Entry& entry = input.entry;
    entry.externalId = body.optionalText("externalId");
    entry.source = body.optionalText("source");
    entry.person = body.optionalText("person");
    entry.project = body.optionalText("project");
    entry.description = body.optionalText("description");
    entry.billable = body.optionalBool("billable").value_or(true);
    if (const Json* tags = body.find("tags"); tags != nullptr && tags->isArray()) {
        for (const Json& tag : tags->items()) {
            entry.tags.push_back(tag.text());
        }
    }
    readTimes(call, body, path, entry);
    readRate(call, body, path, entry);
    return input;
}

/// Nothing twice: which of the two should hold?
void checkOnce(const std::vector<EntryInput>& inputs) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::string path = "entries[" + std::to_string(i) + "].";
        if (inputs[i].id && !seen.insert("id:" + *inputs[i].id).second) {
            throw fieldInvalid(path + "id");
        }
        const auto& externalId = inputs[i].entry.externalId;
        if (externalId && !seen.insert("externalId:" + *externalId).second) {
            throw fieldInvalid(path + "externalId");
        }
    }
}

} // namespace

std::vector<EntryInput> readEntries(Call& call, const Json& body) {
    const Json* list = body.find("entries");
    if (list == nullptr || !list->isArray()) {
        requireFields(body, "");
        return {readEntry(call, body, "")};
    }
    if (list->size() > MaxEntries) {
        throw ApiError(400, "batch-too-large", {std::to_string(MaxEntries)});
    }
    const auto pathOf = [](std::size_t index) { return "entries[" + std::to_string(index) + "]."; };
    std::vector<EntryInput> inputs;
    for (std::size_t i = 0; i < list->size(); ++i) {
        requireFields(list->at(i), pathOf(i));
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        inputs.push_back(readEntry(call, list->at(i), pathOf(i)));
    }
    checkOnce(inputs);
    return inputs;
}

} // namespace svc::timesheets
