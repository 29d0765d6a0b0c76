#include "file/send.hpp"

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "authority/replies.hpp"
#include "channel/channel.hpp"
#include "describe.hpp"
#include "file/make.hpp"
#include "message/apply.hpp"
#include "message/follow.hpp"
#include "message/store.hpp"

namespace svc::fatturapa {
namespace {

using authority::outcome;

constexpr int BadRequest = 400;
/// Prefix of the intermediary's keys that send real invoices.
constexpr std::string_view LiveKey = "ik_live_";

struct Turn {
    std::optional<StoredFile> file; ///< nothing: it does not concern SdI
    std::string apiKey;
};

std::string apiKeyOf(Call& call) {
    const Json own = call.command("fiscal.regime", Json::object({{"regime", RegimeId}}));
    return own.isObject() ? own["settings"].textOr("apiKey") : std::string();
}

/// The file of the submission, or the one that was created with the document and has no submission yet; the
/// latter only while the document's payload is passed.
std::optional<StoredFile> claimed(Call& call, const Json& input, const std::string& document) {
    const std::string submission = input["submission"].textOr("id");
    auto file = fileOfSubmission(call, submission);
    if (!file && !input["payload"].isNull()) {
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

Turn begin(Call& call, const Json& input) {
    const Json& submission = input["submission"];
    const auto document =
        documentOf(call, submission["kind"], submission["documentId"], submission["operation"]);
    Turn turn;
    turn.apiKey = apiKeyOf(call);
    if (!document) {
        return turn;
    }
    turn.file = claimed(call, input, *document);
    if (!turn.file) {
        turn.file = makeFile(call, *document, input["settings"], false);
        claimFile(call, *turn.file, submission.textOr("id"));
        turn.file->submission = submission.textOr("id");
    }
    return turn;
}

Json told(const Handed& handed) {
    switch (handed.result) {
    case Handed::Result::Taken:
        return outcome("submitted");
    case Handed::Result::Refused:
        return outcome("rejected", handed.error, "intermediary-refused");
    case Handed::Result::NotDone:
        break;
    }
    if (handed.later) {
        return outcome("later", handed.error).set("nextAttemptAt", *handed.later);
    }
    return outcome("retry", handed.error);
}

Json sendFile(Call& call, const Json& input, const Turn& turn) {
    const bool sign =
        turn.file->toPublic && input["settings"].textOr("signedBy", "company") == "intermediary";
    const Handed handed = Channel(call, turn.apiKey).hand(turn.file->name, turn.file->sent(), sign);
    if (handed.result == Handed::Result::Taken) {
        call.transaction([&] { markSent(call, *turn.file, handed.id); });
    } else if (handed.result == Handed::Result::Refused) {
        call.transaction([&] { markState(call, *turn.file, FileState::Rejected); });
    }
    return told(handed)
        .set("request", base64Encode(turn.file->sent()))
        .set("answer", base64Encode(handed.answer));
}

/// Stores the messages about the file, and derives the outcome.
Json heard(Call& call, const StoredFile& asked, const std::string& channelId,
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

Json send(Call& call, const Json& input) {
    Turn turn;
    try {
        turn = call.transaction([&] { return begin(call, input); });
    } catch (const SdiRefusal& refusal) {
        const Finding& finding = refusal.finding();
        return outcome("rejected", finding.code + ' ' + finding.where + ' ' + finding.text, finding.code);
    } catch (const ApiError& refusal) {
        if (refusal.status() != BadRequest) {
            throw;
        }
        return outcome("rejected", refusal.code(), refusal.code());
    }
    if (!turn.file) {
        return outcome("failed", "the document does not concern SdI");
    }
    if (input.textOr("mode") != "production" && turn.apiKey.starts_with(LiveKey)) {
        return outcome("failed", "mode test with a key that sends real invoices");
    }
    if (input.optionalInteger("attempt").value_or(1) > 1) {
        Json known = read(call, input);
        if (known.textOr("outcome") != "absent") {
            return known;
        }
    }
    return sendFile(call, input, turn);
}

Json read(Call& call, const Json& input) {
    Turn turn = call.transaction([&] {
        return Turn{.file = fileOfSubmission(call, input["submission"].textOr("id")),
                    .apiKey = apiKeyOf(call)};
    });
    if (!turn.file) {
        return outcome("absent");
    }
    Channel channel(call, turn.apiKey);
    const auto id = turn.file->channelId ? turn.file->channelId : channel.find(turn.file->name);
    if (!id) {
        return outcome("absent");
    }
    const auto messages = channel.messages(*id, turn.file->name);
    Json content = Json::array();
    for (const ChannelMessage& one : messages) {
        content.push(Json::parse(one.content));
    }
    return call.transaction([&] { return heard(call, *turn.file, *id, messages); })
        .set("answer", base64Encode(content.dump()));
}

} // namespace svc::fatturapa
