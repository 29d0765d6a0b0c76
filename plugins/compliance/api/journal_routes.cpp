// The sealed journal for the people of the company and for those who check it.
#include <algorithm>
#include <charconv>

#include <svc/encoding.hpp>

#include "bindings.hpp"

#include "api/journal_verify.hpp"
#include "sealing/signature.hpp"
#include "store/journal.hpp"

namespace svc::compliance {
namespace {

constexpr std::string_view Collection = "fiscal-journal";

/// A record that was changed behind the back of the service may hold anything.
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

/// First or last instant of a bound.
std::optional<Instant> instantOf(Call& call, const std::optional<DateOrInstant>& bound, bool end) {
    if (!bound) {
        return std::nullopt;
    }
    if (const auto instant = bound->instant()) {
        return instant;
    }
    const Date date = bound->date().value();
    return end ? call.startOf(date.addDays(1)) + -Instant::Millisecond : call.startOf(date);
}

api::SealedJournalVerdict shown(Call& call, const JournalVerdict& verdict) {
    api::SealedJournalVerdict answer{
        .valid = !verdict.brokenAt, .entries = verdict.entries, .verifiedAt = call.now().truncatedToMillis()};
    if (verdict.entries > 0) {
        answer.firstSequence = verdict.first;
        answer.lastSequence = verdict.last;
        answer.headHash = verdict.hash;
    }
    if (verdict.brokenAt) {
        using Shown = api::SealedJournalVerdictBrokenAtReason;
        const auto reason = verdict.brokenAt->reason;
        answer.brokenAt = {.sequence = verdict.brokenAt->sequence,
                           .reason = reason == JournalBreak::Reason::Hash   ? Shown::Hash
                                     : reason == JournalBreak::Reason::Link ? Shown::Link
                                     : reason == JournalBreak::Reason::Gap  ? Shown::Gap
                                                                            : Shown::Document};
    }
    return answer;
}

void writeEntry(std::string& out, const JournalEntry& entry) {
    const std::string sealed = beginningOfSealed(entry.record);
    out += sealed;
    out += entry.previousHash;
    out += R"(","sequence":)";
    out += std::to_string(entry.sequence);
    out += R"(,"id":")";
    out += idOf(entry).toString();
    out += R"(","hash":")";
    out += entry.hash;
    out += "\"}\n";
}

/// The signed head: of the company, that the signature is bound to.
std::string headLine(Call& call, std::int64_t sequence, const std::string& hash) {
    const std::string now = call.now().toString();
    const sealing::Signature signature = sealing::sign(call, headText(sequence, hash, now));
    const Json head = Json::object({{"companyId", call.shownCompanyId().toString()},
                                    {"sequence", sequence},
                                    {"hash", hash},
                                    {"signedAt", now},
                                    {"algorithm", "Ed25519"},
                                    {"publicKey", signature.publicKey},
                                    {"signature", signature.signature}});
    return Json::object({{"head", head}}).dump() + '\n';
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

Answer<200, api::SealedJournalVerdict> verifyJournal(Request& request,
                                                     const api::VerifyJournalParameters& parameters) {
    if (!parameters.from && !parameters.to) {
        return shown(request, verifyJournal(request));
    }
    const auto range = journalRange(request, instantOf(request, parameters.from, false),
                                    instantOf(request, parameters.to, true));
    return shown(request, range ? verifyJournal(request, range) : JournalVerdict{});
}

Response exportJournal(Request& request) {
    return Response::streamed(200, "application/x-ndjson",
                              [&request](BodyWriter& body) {
                                  const JournalHead head = journalHead(request);
                                  eachJournalPage(request, 0, head.sequence,
                                                  [&](const std::vector<JournalEntry>& page) {
                                                      std::string lines;
                                                      for (const JournalEntry& entry : page) {
                                                          writeEntry(lines, entry);
                                                      }
                                                      body.write(lines);
                                                      return true;
                                                  });
                                  body.write(headLine(request, head.sequence, head.hash));
                              })
        .header("Content-Disposition", "attachment; filename=\"fiscal-journal.jsonl\"");
}

Json commands::verify(Call& call, const Json&) {
    const JournalVerdict verdict = verifyJournal(call);
    Json violations = Json::array();
    if (verdict.brokenAt) {
        const api::SealedJournalVerdict told = shown(call, verdict);
        violations.push(Json::object(
            {{"subject", "record " + std::to_string(verdict.brokenAt->sequence) + " of the sealed journal"},
             {"expected", "what was sealed"},
             {"found", "broken: " + std::string(toText(told.brokenAt->reason))}}));
    }
    return Json::object({{"violations", std::move(violations)}});
}

} // namespace svc::compliance
