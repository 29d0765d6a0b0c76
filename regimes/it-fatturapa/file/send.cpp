#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "channel/channel.hpp"
#include "file/make.hpp"
#include "message/apply.hpp"
#include "message/follow.hpp"
#include "message/store.hpp"
#include "regime_id.hpp"

namespace svc::it_fatturapa {
namespace {

using namespace calls::compliance;

constexpr int BadRequest = 400;
/// Prefix of the intermediary's keys that send real invoices.
constexpr std::string_view LiveKey = "ik_live_";

struct Turn {
    std::optional<StoredFile> file; ///< nothing: it does not concern SdI
    std::string apiKey;
};

std::string apiKeyOf(Call& call) {
    const auto own = fiscalRegime(call, {.regime = std::string(RegimeId)});
    return own ? own->settings.textOr("apiKey") : std::string();
}

/// The file of the submission, or the one that was created with the document and has no submission yet; the
/// latter only while the document's payload is passed.
std::optional<StoredFile> claimed(Call& call, const RegimeSending& input, const std::string& document) {
    const std::string submission = input.submission.id.toString();
    auto file = fileOfSubmission(call, submission);
    if (!file && input.payload) {
        file = latestFile(call, document);
        if (file && file->submission) {
            return std::nullopt;
        }
        if (file) {
            claimFile(call, *file, submission);
            file->submission = submission;
        }
    }
    return file;
}

Turn begin(Call& call, const RegimeSending& input) {
    const SubmissionToSend& submission = input.submission;
    const auto document = documentOf(call, submission.kind, submission.documentId, submission.operation);
    Turn turn;
    turn.apiKey = apiKeyOf(call);
    if (!document) {
        return turn;
    }
    turn.file = claimed(call, input, *document);
    if (!turn.file) {
        turn.file = makeFile(call, *document, input.settings, false);
        claimFile(call, *turn.file, submission.id.toString());
        turn.file->submission = submission.id.toString();
    }
    return turn;
}

RegimeAnswer outcome(AnswerOutcome what, const std::string& error, const std::string& code = {}) {
    return {.outcome = what,
            .error = error.empty() ? std::nullopt : std::optional(error),
            .errorCode = code.empty() ? std::nullopt : std::optional(code)};
}

RegimeAnswer told(const Handed& handed) {
    switch (handed.result) {
    case Handed::Result::Taken:
        return {.outcome = AnswerOutcome::Submitted};
    case Handed::Result::Refused:
        return outcome(AnswerOutcome::Rejected, handed.error, "intermediary-refused");
    case Handed::Result::NotDone:
        break;
    }
    if (handed.later) {
        RegimeAnswer later = outcome(AnswerOutcome::Later, handed.error);
        later.nextAttemptAt = handed.later;
        return later;
    }
    return outcome(AnswerOutcome::Retry, handed.error);
}

RegimeAnswer sendFile(Call& call, const RegimeSending& input, const Turn& turn) {
    const bool sign = turn.file->toPublic && input.settings.textOr("signedBy", "company") == "intermediary";
    const Handed handed = Channel(call, turn.apiKey).hand(turn.file->name, turn.file->sent(), sign);
    if (handed.result == Handed::Result::Taken) {
        call.transaction([&] { markSent(call, *turn.file, handed.id); });
    } else if (handed.result == Handed::Result::Refused) {
        call.transaction([&] { markState(call, *turn.file, FileState::Rejected); });
    }
    RegimeAnswer answer = told(handed);
    answer.request = base64Encode(turn.file->sent());
    answer.answer = base64Encode(handed.answer);
    return answer;
}

/// Stores the messages about the file, and derives the outcome.
RegimeAnswer heard(Call& call, const StoredFile& asked, const std::string& channelId,
                   const std::vector<ChannelMessage>& messages) {
    const auto file = fileAt(call, asked.sequence);
    if (!file->channelId) {
        markSent(call, *file, channelId);
    }
    for (const ChannelMessage& one : messages) {
        keep(call, *file, one.message, one.content);
    }
    const std::vector<Message> all = messagesOf(call, *file);
    const Verdict verdict = verdictOf(all);
    if (verdict.outcome == Verdict::Outcome::Accepted && !isFinal(all, file->toPublic)) {
        awaitBuyer(call, *file, call.now() + Instant::Hour);
    }
    return outcomeOf(verdict, call.today());
}

} // namespace

/// Passes the file of the submission to the intermediary: the one created with the document, or a new one
/// with the current parties when the document is submitted later or again.
RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    Turn turn;
    try {
        turn = call.transaction([&] { return begin(call, input); });
    } catch (const SdiRefusal& refusal) {
        const Finding& finding = refusal.finding();
        return outcome(AnswerOutcome::Rejected, finding.code + ' ' + finding.where + ' ' + finding.text,
                       finding.code);
    } catch (const ApiError& refusal) {
        if (refusal.status() != BadRequest) {
            throw;
        }
        const std::string code(refusal.code());
        return outcome(AnswerOutcome::Rejected, code, code);
    }
    if (!turn.file) {
        return outcome(AnswerOutcome::Failed, "the document does not concern SdI");
    }
    if (input.mode != FiscalMode::Production && turn.apiKey.starts_with(LiveKey)) {
        return outcome(AnswerOutcome::Failed, "mode test with a key that sends real invoices");
    }
    if (input.attempt > 1) {
        RegimeAnswer known = read(call, input);
        if (known.outcome != AnswerOutcome::Absent) {
            return known;
        }
    }
    return sendFile(call, input, turn);
}

/// Asks the intermediary for the state of the file; `absent` when it has no file of that name.
RegimeAnswer commands::read(Call& call, const RegimeSending& input) {
    Turn turn = call.transaction([&] {
        return Turn{.file = fileOfSubmission(call, input.submission.id.toString()), .apiKey = apiKeyOf(call)};
    });
    if (!turn.file) {
        return {.outcome = AnswerOutcome::Absent};
    }
    Channel channel(call, turn.apiKey);
    const auto id = turn.file->channelId ? turn.file->channelId : channel.find(turn.file->name);
    if (!id) {
        return {.outcome = AnswerOutcome::Absent};
    }
    const auto messages = channel.messages(*id, turn.file->name);
    Json content = Json::array();
    for (const ChannelMessage& one : messages) {
        content.push(Json::parse(one.content));
    }
    RegimeAnswer answer = call.transaction([&] { return heard(call, *turn.file, *id, messages); });
    answer.answer = base64Encode(content.dump());
    return answer;
}

} // namespace svc::it_fatturapa
