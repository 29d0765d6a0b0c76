#include "bindings.hpp"
#include "platform/client.hpp"
#include "session/store.hpp"

namespace svc::pl_ksef {
namespace {

constexpr std::int64_t ClosePause = 15 * Instant::Minute;
/// A session that was not closed closes by itself after twelve hours.
constexpr std::int64_t SessionLife = 12 * Instant::Hour;

} // namespace

/// Closes a session once none of its files is being processed.
void jobs::closeSession(Call& call, const jobs::CloseSessionPayload& payload) {
    const std::string& reference = payload.reference;
    const auto session = call.transaction([&] { return findSession(call, reference); });
    if (!session) {
        return;
    }
    const bool lives = call.now() < session->openedAt + SessionLife;
    if (lives && call.transaction([&] { return isWaitedFor(call, reference); })) {
        call.again(call.now() + ClosePause, call.input(), "files in it are being looked at");
        return;
    }
    Client client(call, environmentNamed(session->environment), payload.settings);
    try {
        if (lives) {
            client.post("/sessions/online/" + reference + "/close", nullptr); // 400: it is closed already
        }
    } catch (const Unanswered& none) {
        call.again(call.now() + ClosePause, call.input(), none.what());
        return;
    }
    client.forgetSession(reference);
}

} // namespace svc::pl_ksef
