#include <charconv>

#include "bindings.hpp"
#include "journal/store/records.hpp"

namespace svc::compliance {
namespace {

constexpr std::string_view Collection = "fiscal-journal";

/// A record that was tampered with in the database may hold anything.
Json dataOf(const JournalRecord& record) try { return Json::parse(record.data); } catch (const JsonError&) {
    return Json::object({{"unreadable", record.data}});
}

api::SealedEntry shown(const JournalEntry& entry) {
    api::SealedEntry one{.id = idOf(entry),
                         .sequence = entry.sequence,
                         .at = entry.record.at,
                         .documentId = documentIdOf(entry.record),
                         .number = entry.record.number,
                         .previousHash = entry.previousHash,
                         .hash = entry.hash};
    fromText(entry.record.kind, one.kind);
    one.data = dataOf(entry.record);
    return one;
}

std::int64_t positionOf(Request& request, const std::optional<std::string>& cursor) {
    std::int64_t sequence = 0;
    if (cursor && !cursor->empty()) {
        const std::string text = request.openCursor(Collection, *cursor);
        if (std::from_chars(text.data(), text.data() + text.size(), sequence).ec != std::errc()) {
            throw ApiError(400, "cursor-invalid");
        }
    }
    return sequence;
}

} // namespace

Answer<200, api::SealedEntryPage> listJournal(Request& request,
                                              const api::ListJournalParameters& parameters) {
    std::vector<JournalEntry> entries =
        journalEntries(request, positionOf(request, parameters.cursor), parameters.limit + 1);
    api::SealedEntryPage page{.nextCursor = parameters.cursor.value_or("")};
    page.hasMore = static_cast<std::int64_t>(entries.size()) > parameters.limit;
    if (page.hasMore) {
        entries.pop_back();
    }
    for (const JournalEntry& entry : entries) {
        page.data.push_back(shown(entry));
    }
    if (!entries.empty()) {
        page.nextCursor = request.sealCursor(Collection, std::to_string(entries.back().sequence));
    }
    return page;
}

} // namespace svc::compliance
