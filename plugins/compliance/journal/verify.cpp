#include "bindings.hpp"
#include "journal/verification.hpp"

namespace svc::compliance {
namespace {

/// The first or last instant that a bound includes.
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
                                     : reason == JournalBreak::Reason::Key  ? Shown::Key
                                                                            : Shown::Document};
        if (reason == JournalBreak::Reason::Key) {
            answer.brokenAt->publicKey = verdict.brokenAt->publicKey;
        }
    }
    return answer;
}

} // namespace

Answer<200, api::SealedJournalVerdict> verifyJournal(Request& request,
                                                     const api::VerifyJournalParameters& parameters) {
    if (!parameters.from && !parameters.to) {
        return shown(request, verifyJournal(request));
    }
    const auto range = journalRange(request, instantOf(request, parameters.from, false),
                                    instantOf(request, parameters.to, true));
    return shown(request, range ? verifyJournal(request, range) : JournalVerdict{});
}

Json commands::verify(Call& call, const Json&) {
    const JournalVerdict verdict = verifyJournal(call);
    Json violations = Json::array();
    if (verdict.brokenAt) {
        const auto brokenAt = shown(call, verdict).brokenAt.value();
        const bool keyIsMissing = brokenAt.publicKey.has_value();
        violations.push(Json::object(
            {{"subject", "record " + std::to_string(brokenAt.sequence) + " of the sealed journal"},
             {"expected", keyIsMissing ? "a signature of this service" : "what was sealed"},
             {"found", keyIsMissing ? "unverifiable: one by the key " + *brokenAt.publicKey +
                                          ", which is not in the master key"
                                    : "broken: " + std::string(toText(brokenAt.reason))}}));
    }
    return Json::object({{"violations", std::move(violations)}});
}

} // namespace svc::compliance
