#include "message/follow.hpp"

#include <exception>

#include "bindings.hpp"
#include "channel/channel.hpp"
#include "message/apply.hpp"
#include "message/store.hpp"
#include "regime_id.hpp"

namespace svc::it_fatturapa {
namespace {

/// A public buyer has fifteen days; SdI's message that they have passed may come late.
constexpr std::int64_t LongestWait = 60 * Instant::Day;
constexpr std::int64_t Pause = 6 * Instant::Hour;

} // namespace

void awaitBuyer(Call& call, const StoredFile& file, Instant due) {
    jobs::fileFollowAnswer(call, due, {.file = file.sequence}, "answer-" + std::to_string(file.sequence));
}

void jobs::followAnswer(Call& call, const jobs::FollowAnswerPayload& payload) {
    struct Turn {
        std::optional<StoredFile> file;
        std::string apiKey;
    };
    const Turn turn = call.transaction([&] {
        Turn one;
        auto file = fileAt(call, payload.file);
        const auto own = calls::compliance::fiscalRegime(call, {.regime = std::string(RegimeId)});
        if (file && file->channelId && own && !isFinal(messagesOf(call, *file), file->toPublic)) {
            one.file = std::move(file);
            one.apiKey = own->settings.textOr("apiKey");
        }
        return one;
    });
    if (!turn.file) {
        return;
    }
    std::string note = "the buyer has not answered";
    try {
        const auto told = Channel(call, turn.apiKey).messages(*turn.file->channelId, turn.file->name);
        const bool ended = call.transaction([&] {
            const auto file = fileAt(call, turn.file->sequence);
            std::vector<Message> fresh;
            for (const ChannelMessage& one : told) {
                if (keep(call, *file, one.message, one.content)) {
                    fresh.push_back(one.message);
                }
            }
            apply(call, *file, fresh);
            return isFinal(messagesOf(call, *file), file->toPublic);
        });
        if (ended) {
            return;
        }
    } catch (const std::exception& error) {
        note = error.what();
    }
    if (call.now() - turn.file->writtenAt < LongestWait) {
        call.again(call.now() + Pause, call.input(), note);
    }
}

} // namespace svc::it_fatturapa
