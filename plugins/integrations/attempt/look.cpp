// States of payments and signatures, read at the provider when it calls and on a schedule.
#include "attempt/flow.hpp"

#include <algorithm>
#include <utility>

#include "attempt/begin.hpp"
#include "attempt/files.hpp"
#include "attempt/request.hpp"
#include "connection/named_records.hpp"
#include "connection/states.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

/// Longer than any direct debit takes to be paid or to fail.
constexpr std::int64_t LongestProcessing = 30 * Instant::Day;
/// What has no end is awaited for this long.
constexpr std::int64_t LongestLink = 30 * Instant::Day;
/// Pause between two looks at an archived wallet.
constexpr std::int64_t WalletPause = Instant::Hour;

/// All have signed, but the signed document cannot be fetched. If it never can be, the attempt is held for a
/// user. Returns whether it is held now.
bool keepUnfetched(Call& call, const Uuid& id, const verbs::SignatureStateOutput& state,
                   const ApiError& refusal) {
    Attempt attempt = lockAttempt(call, id).value();
    if (!awaitsSignature(attempt)) {
        return false;
    }
    attempt.answer = jsonOf(state);
    if (mayPass(refusal)) {
        attempt.error = refusal.code();
        saveAttempt(call, attempt);
        return false;
    }
    holdAttempt(call, attempt, refusal.code());
    return true;
}

/// Files the booking of a payment that is held because its wallet is archived, for when that is restored.
void awaitWallet(Call& call, const Attempt& attempt) {
    const auto connection = connectionOf(call, attempt);
    if (connection && archivedWallet(call, connection->settings)) {
        const std::string text = attempt.id.toString();
        jobs::fileWatch(call, call.now() + WalletPause,
                        {.attempt = text, .openAgain = true, .filedAt = call.now()},
                        text + '@' + call.now().toString());
    }
}

/// The provider has done it, but the document does not accept it any more: what the provider has told stays
/// with the attempt, which is held for a user.
template <class StateOf, class Keep>
void holdLanded(Call& call, const Uuid& id, const StateOf& stateOf, std::string_view error,
                const Keep& keep) {
    call.transaction([&] {
        Attempt locked = lockAttempt(call, id).value();
        if (const auto state = stateOf(locked); state && locked.state == AttemptState::Done) {
            keep(locked);
            locked.answer = jsonOf(*state);
            holdAttempt(call, locked, error);
            awaitWallet(call, locked);
        }
    });
}

/// Is the document of the attempt a quote that has a sale by now? It may have been converted after it was
/// read.
bool becameSale(Call& call, const Uuid& id) {
    return call.transaction([&] { return saleOfQuote(call, findAttempt(call, id).value()).has_value(); });
}

/// Applies the provider's state to the document. `stateOf`: the state that is the attempt's own; nothing when
/// it has none. `keep`: what is kept even if the document does not accept the state.
template <class StateOf, class Keep, class Land>
void landState(Call& call, const Uuid& id, const StateOf& stateOf, const Keep& keep, const Land& land) {
    const auto landOnce = [&] {
        call.transaction([&] {
            Attempt locked = lockAttempt(call, id).value();
            record(call, locked.provider, true, std::nullopt, false);
            if (const auto state = stateOf(locked)) {
                keep(locked);
                land(locked, *state);
            }
        });
    };
    try {
        try {
            landOnce();
        } catch (const ApiError&) {
            if (!becameSale(call, id)) {
                throw;
            }
            landOnce();
        }
    } catch (const ApiError& refusal) {
        try {
            holdLanded(call, id, stateOf, refusal.code(), keep);
        } catch (const ApiError&) {
            // It cannot be kept either.
            holdLanded(call, id, stateOf, refusal.code(), [](Attempt&) {});
        }
    }
}

using PaymentState = verbs::PaymentStateOutput;

/// The payments of a page, one state for each; only the first one may be another state than paid.
std::vector<PaymentState> paymentsIn(PaymentState state) {
    const auto others = std::exchange(state.others, std::nullopt);
    const std::optional<bool> playMoney = state.playMoney;
    std::vector<PaymentState> payments;
    payments.push_back(std::move(state));
    if (others) {
        for (const verbs::FurtherPayment& other : *others) {
            payments.push_back({.state = verbs::PaymentStateOutputState::Paid,
                                .amount = other.amount,
                                .currency = other.currency,
                                .paymentId = other.paymentId,
                                .playMoney = playMoney,
                                .refunded = other.refunded,
                                .partlyRefunded = other.partlyRefunded,
                                .fee = other.fee,
                                .feeCurrency = other.feeCurrency});
        }
    }
    return payments;
}

/// Do they name different payments? A connector without an identifier of the money may give the reference of
/// the page instead.
bool isOtherPayment(const Attempt& attempt, const std::optional<std::string>& one,
                    const std::optional<std::string>& other) {
    return one && other && one != other && one != attempt.reference && other != attempt.reference;
}

/// The one that is the attempt's: that of its payment, or the first one before it has a payment.
std::optional<PaymentState> ownOf(const Attempt& attempt, const std::vector<PaymentState>& payments) {
    const auto known = paymentIdOf(attempt);
    const auto found = std::find_if(payments.begin(), payments.end(), [&](const PaymentState& one) {
        return !isOtherPayment(attempt, known, one.paymentId);
    });
    return found == payments.end() ? std::nullopt : std::optional(*found);
}

/// The attempt for a further payment of the page of `page`, which is added when the payment is new; nothing
/// when it is the page's own payment, and while that has none.
std::optional<Uuid> attemptOfFurther(Call& call, const Uuid& page, const PaymentState& payment) {
    lockConnection(call, findAttempt(call, page).value().provider); // another look may find the same payment
    const Attempt first = findAttempt(call, page).value();
    if (!isOtherPayment(first, paymentIdOf(first), payment.paymentId)) {
        return std::nullopt;
    }
    if (const auto known = attemptOfPayment(call, first.provider, *payment.paymentId)) {
        return known;
    }
    Attempt further = first;
    further.amount = payment.amount ? payment.amount->minor() : first.amount;
    further.state = AttemptState::Done;
    further.status = AttemptStatus::Open;
    further.error.reset();
    insertAttempt(call, further);
    further.answer =
        Json::object({{"state", toText(AttemptStatus::Open)}, {"paymentId", *payment.paymentId}});
    saveAttempt(call, further);
    const std::string text = further.id.toString();
    jobs::fileWatch(call, call.now(), {.attempt = text, .filedAt = call.now()}, text);
    return further.id;
}

void lookAtPayment(Call& call, const Attempt& attempt, const std::optional<std::string>& named) {
    std::vector<PaymentState> payments;
    try {
        payments = paymentsIn(paymentOf(call, attempt, named));
    } catch (const ApiError& refusal) {
        call.transaction([&] { recordRefusal(call, attempt.provider, refusal); });
        throw;
    }
    const auto land = [&](Attempt& locked, const PaymentState& state) { landPayment(call, locked, state); };
    const auto keepNothing = [](Attempt&) {};
    landState(
        call, attempt.id, [&](const Attempt& locked) { return ownOf(locked, payments); }, keepNothing, land);
    for (const PaymentState& payment : payments) {
        if (statusIn(payment) != AttemptStatus::Paid || !payment.paymentId) {
            continue;
        }
        const auto id = call.transaction([&] { return attemptOfFurther(call, attempt.id, payment); });
        if (id) {
            landState(
                call, *id, [&](const Attempt&) { return std::optional(payment); }, keepNothing, land);
        }
    }
}

void lookAtSignature(Call& call, const Attempt& attempt) {
    std::optional<verbs::SignatureStateOutput> state;
    std::optional<std::string> signedFile;
    try {
        state = signatureOf(call, attempt);
        if (awaitsSignature(attempt) && statusIn(*state) == AttemptStatus::Signed) {
            signedFile = fetchSigned(call, attempt);
        }
    } catch (const ApiError& refusal) {
        const bool held = call.transaction([&] {
            recordRefusal(call, attempt.provider, refusal);
            return state && keepUnfetched(call, attempt.id, *state, refusal);
        });
        if (held) {
            return;
        }
        throw;
    }
    if (signedFile) {
        state->sha256 = sha256Hex(*signedFile);
    }
    landState(
        call, attempt.id, [&](const Attempt&) { return state; },
        [&](Attempt& locked) {
            if (signedFile && awaitsSignature(locked)) {
                keepSigned(call, locked, *signedFile);
            }
        },
        [&](Attempt& locked, const verbs::SignatureStateOutput& told) { landSignature(call, locked, told); });
}

/// A refusal to tell the state.
struct Refused {
    std::string code;
    bool mayPass = false;
    std::optional<Instant> notBefore; ///< as the provider requests
};

/// Has the payer failed to pay at a page that is still open? It may be paid later, and the provider need not
/// call.
bool mayStillBePaid(const Attempt& attempt, Instant now) {
    return attempt.status == AttemptStatus::Failed && attempt.reference && attempt.expiresAt &&
           now < *attempt.expiresAt + Instant::Day;
}

bool isWatched(const Attempt& attempt, Instant now) {
    return attempt.state == AttemptState::Done &&
           (attempt.status == AttemptStatus::Open || mayStillBePaid(attempt, now));
}

/// The attempt, if its state can be read and is not watched by a later job. Without its account the provider
/// cannot be asked: when that is connected again, its open attempts are filed again.
std::optional<Attempt> attemptToWatch(Call& call, const Uuid& id, const jobs::WatchPayload& payload) {
    auto attempt = findAttempt(call, id);
    const auto connection = attempt ? connectionOf(call, *attempt) : std::nullopt;
    if (!connection || connection->state == State::Expired ||
        payload.filedAt.value_or(connection->connectedAt) < connection->connectedAt) {
        return std::nullopt;
    }
    if (payload.openAgain) {
        if (attempt->state == AttemptState::Held && archivedWallet(call, connection->settings)) {
            call.again(call.now() + WalletPause, call.input(), "the wallet is archived");
            return std::nullopt;
        }
        openAgain(call, id, connection->settings);
        attempt = findAttempt(call, id);
    }
    return isWatched(*attempt, call.now()) ? std::move(attempt) : std::nullopt;
}

/// Ends polling, after the provider has told that the attempt is still open, or has refused for good to tell
/// its state. A payment or signature that the provider reports later is accepted all the same.
void endPolling(Call& call, Attempt& attempt, const std::optional<Refused>& refused) {
    if (isToldAsSigned(attempt)) {
        holdAttempt(call, attempt, attempt.error.value_or("answer-lost"));
    } else if (refused) {
        holdAttempt(call, attempt, refused->code);
    } else if (attempt.operation == AttemptOperation::Signature) {
        landSignature(call, attempt, {.state = verbs::SignatureStateOutputState::Expired});
    } else {
        landPayment(call, attempt, {.state = verbs::PaymentStateOutputState::Expired});
    }
}

/// Plans the next look at an attempt that is watched, or ends polling. At the end of its time an attempt
/// whose state could not be read is looked at until the provider answers.
void planNextLook(Call& call, const Uuid& id, const jobs::WatchPayload& payload,
                  const std::optional<Refused>& refused) {
    Attempt attempt = lockAttempt(call, id).value();
    if (!isWatched(attempt, call.now())) {
        return;
    }
    const bool isOpen = attempt.status == AttemptStatus::Open;
    auto due = nextLook(attempt, call.now());
    if (!due && isOpen && refused && refused->mayPass && !isToldAsSigned(attempt)) {
        due = call.now() + Instant::Hour;
    }
    if (!due) {
        if (isOpen) {
            endPolling(call, attempt, refused);
        }
        return;
    }
    Json next = Json::object({{"attempt", payload.attempt}});
    if (payload.filedAt) {
        next.set("filedAt", *payload.filedAt);
    }
    call.again(refused ? std::max(*due, refused->notBefore.value_or(*due)) : *due, next,
               refused ? refused->code : "");
}

} // namespace

verbs::PaymentStateOutput paymentOf(Call& call, const Attempt& attempt,
                                    const std::optional<std::string>& named) {
    auto input = requestOf<verbs::PaymentStateInput>(attempt);
    input.named = named;
    if (const auto due = call.transaction([&] { return dueOf(call, attempt); })) {
        input.due = MinorAmount(*due);
    }
    // A link without an end is not awaited any longer: the provider closes it with the last look.
    if (attempt.operation == AttemptOperation::PaymentLink && !attempt.expiresAt) {
        input.expiresAt = attempt.createdAt + LongestLink;
    }
    return askInTurn(call, verbs::paymentState, attempt.provider, input);
}

verbs::SignatureStateOutput signatureOf(Call& call, const Attempt& attempt) {
    return askInTurn(call, verbs::signatureState, attempt.provider,
                     requestOf<verbs::SignatureStateInput>(attempt));
}

void lookAt(Call& call, const Attempt& attempt, const std::optional<std::string>& named) {
    if (attempt.operation == AttemptOperation::Signature) {
        lookAtSignature(call, attempt);
    } else {
        lookAtPayment(call, attempt, named);
    }
}

std::optional<Instant> nextLook(const Attempt& attempt, Instant now) {
    if (attempt.status == AttemptStatus::Failed) {
        return attempt.expiresAt && now < *attempt.expiresAt
                   ? std::optional(std::min(now + Instant::Day, *attempt.expiresAt + Instant::Minute))
                   : std::nullopt;
    }
    const std::int64_t age = now - attempt.createdAt;
    if (const auto since = processingSince(attempt); since && now - *since < LongestProcessing) {
        return now + Instant::Hour;
    }
    if (attempt.operation == AttemptOperation::PushToPhone) {
        for (const std::int64_t seconds : {5, 15, 30, 60}) {
            if (age < seconds * Instant::Second) {
                return attempt.createdAt + seconds * Instant::Second;
            }
        }
        if (age < 10 * Instant::Minute) {
            return now + Instant::Minute;
        }
        return age < Instant::Day ? std::optional(now + Instant::Hour) : std::nullopt;
    }
    if (!attempt.expiresAt) {
        return age < LongestLink ? std::optional(now + Instant::Hour) : std::nullopt;
    }
    if (now < *attempt.expiresAt) {
        return std::min(now + Instant::Hour, *attempt.expiresAt + Instant::Minute);
    }
    return now - *attempt.expiresAt < Instant::Day ? std::optional(now + Instant::Hour) : std::nullopt;
}

void jobs::watch(Call& call, const jobs::WatchPayload& payload) {
    const Uuid id = Uuid::parse(payload.attempt).value();
    const auto attempt = call.transaction([&] { return attemptToWatch(call, id, payload); });
    if (!attempt) {
        return;
    }
    std::optional<Refused> refused;
    try {
        lookAt(call, *attempt);
    } catch (const ApiError& refusal) {
        refused = Refused{.code = std::string(refusal.code()),
                          .mayPass = mayPass(refusal),
                          .notBefore = retryTime(refusal)};
    }
    call.transaction([&] { planNextLook(call, id, payload, refused); });
}

} // namespace svc::integrations
