#include "attempt/flow.hpp"
#include "connection/states.hpp"
#include "feed/plan.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

/// A call may arrive before the answer that names its subject.
constexpr std::int64_t Overtaking = Instant::Hour;

void followPayment(Call& call, const jobs::IncomingPayload& payload) {
    const auto attempt = call.transaction([&] {
        const auto id = payload.paymentId.hasValue()
                            ? attemptOfPayment(call, payload.provider, *payload.paymentId)
                            : attemptOf(call, payload.provider, payload.reference.value_or(""));
        return id ? findAttempt(call, *id) : std::nullopt;
    });
    if (attempt) {
        if (!call.transaction([&] { return connectionOf(call, *attempt).has_value(); })) {
            return; // it was made with another account
        }
        try {
            lookAt(call, *attempt, payload.named.hasValue() ? std::optional(*payload.named) : std::nullopt);
        } catch (const RetryLater& later) {
            call.again(later.at, call.input(), later.code());
        }
        return;
    }
    const auto job = call.job();
    const bool awaited = !payload.paymentId.hasValue() &&
                         call.transaction([&] { return awaitsAnswer(call, payload.provider); });
    if (awaited && job && call.now() - job->filedAt < Overtaking) {
        call.again(call.now() + Instant::Minute, call.input(), "what it is about is not known yet");
    }
}

/// Does what a user may request with `sync`. A run in progress began before the call: the next one fetches
/// the rest.
void fetchNow(Call& call, const std::string& id) {
    auto connection = lockConnection(call, id);
    if (!connection || connection->state == State::Expired) {
        return;
    }
    try {
        askForFeeds(call, requireProvider(call, id), *connection, std::nullopt);
    } catch (const ApiError& refusal) {
        if (refusal.code() != "sync-in-progress" || call.now() - call.job()->filedAt >= Overtaking) {
            throw;
        }
        call.again(call.now() + Instant::Minute, call.input(), refusal.code());
    }
}

} // namespace

void jobs::incoming(Call& call, const jobs::IncomingPayload& payload) {
    switch (payload.about) {
    case api::CallSubject::Payment:
    case api::CallSubject::Signature:
        followPayment(call, payload);
        break;
    case api::CallSubject::Feed:
        call.transaction([&] { fetchNow(call, payload.provider); });
        break;
    case api::CallSubject::Access:
        call.transaction([&] {
            if (auto connection = lockConnection(call, payload.provider)) {
                expire(call, requireProvider(call, payload.provider), *connection, EndReason::Revoked);
            }
        });
        break;
    case api::CallSubject::DataRequest:
    case api::CallSubject::Erasure:
    case api::CallSubject::Nothing:
        break;
    }
}

} // namespace svc::integrations
