#include "session/close.hpp"

#include "platform/client.hpp"
#include "session/store.hpp"

namespace svc::ksef {
namespace {

constexpr std::int64_t ClosePause = 15 * Instant::Minute;
/// A session that was not closed closes by itself after twelve hours.
constexpr std::int64_t SessionLife = 12 * Instant::Hour;

} // namespace

void closeSessionJob(Call& call, const Json& payload) {
    const std::string reference = payload.textOr("reference");
    const auto session = call.transaction([&] { return findSession(call, reference); });
    if (!session) {
        return;
    }
    const bool lives = call.now() < session->openedAt + SessionLife;
    if (lives && call.transaction([&] { return isWaitedFor(call, reference); })) {
        call.again(call.now() + ClosePause, payload, "files in it are being looked at");
        return;
    }
    Client client(call, environmentNamed(session->environment), payload["settings"]);
    try {
        if (lives) {
            client.post("/sessions/online/" + reference + "/close", nullptr); // 400: it is closed already
        }
    } catch (const Unanswered& none) {
        call.again(call.now() + ClosePause, payload, none.what());
        return;
    }
    client.forgetSession(reference);
}

} // namespace svc::ksef
