#include "attempt/flow.hpp"

#include <algorithm>

#include <svc/connector.hpp>

#include "attempt/files.hpp"
#include "attempt/request.hpp"
#include "connection/states.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

/// A running call ends within this time; after it the job takes over.
constexpr std::int64_t GraceTime = 2 * Instant::Minute;
/// An attempt is repeated for this long.
constexpr std::int64_t LongestResume = Instant::Day;

/// A refusal that may be temporary: the provider may answer otherwise later, also after it was connected
/// anew.
bool mayPass(const ApiError& refusal) {
    return isUnreachable(refusal) || connector::isCredentialsRefusal(refusal.code());
}

void holdCalled(Call& call, const Uuid& id, std::string_view error) {
    call.transaction([&] {
        if (auto locked = lockAttempt(call, id); locked && locked->state == AttemptState::Called) {
            holdAttempt(call, *locked, error);
        }
    });
}

void putOff(Call& call, const Attempt& attempt, const jobs::ResumePayload& payload, const ApiError& refusal) {
    const std::int64_t age = call.now() - attempt.createdAt;
    if (age < LongestResume) {
        // Wait as long as it has waited already, but not longer than an hour.
        const std::int64_t wait = std::clamp<std::int64_t>(age, Instant::Minute, Instant::Hour);
        const Instant due = std::max(call.now() + wait, retryTime(refusal).value_or(call.now()));
        call.again(due, Json::object({{"attempt", payload.attempt}}), refusal.code());
        return;
    }
    holdCalled(call, attempt.id, refusal.code());
}

/// Ends polling. A payment or signature that the provider reports later is accepted all the same.
void expireAttempt(Call& call, const Uuid& id) {
    Attempt attempt = lockAttempt(call, id).value();
    if (isToldAsSigned(attempt)) {
        holdAttempt(call, attempt, attempt.error.value_or("answer-lost"));
    } else if (attempt.operation == AttemptOperation::Signature) {
        landSignature(call, attempt, {.state = verbs::SignatureStateOutputState::Expired});
    } else {
        landPayment(call, attempt, {.state = verbs::PaymentStateOutputState::Expired});
    }
}

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

/// Operations whose state the provider can be asked for.
bool hasState(AttemptOperation operation) {
    switch (operation) {
    case AttemptOperation::PaymentLink:
    case AttemptOperation::PushToPhone:
    case AttemptOperation::Signature:
        return true;
    case AttemptOperation::Archive:
    case AttemptOperation::Mail:
        break;
    }
    return false;
}

verbs::PaymentStateOutput paymentOf(Call& call, const Attempt& attempt) {
    return askInTurn(call, verbs::paymentState, attempt.provider,
                     requestOf<verbs::PaymentStateInput>(attempt));
}

verbs::SignatureStateOutput signatureOf(Call& call, const Attempt& attempt) {
    return askInTurn(call, verbs::signatureState, attempt.provider,
                     requestOf<verbs::SignatureStateInput>(attempt));
}

/// What the provider has taken on according to its state; nothing when it does not know the attempt.
template <class State>
std::optional<Taken> takenOn(const State& state) {
    return state.state == decltype(state.state)::Absent ? std::nullopt : std::optional(takenIn(state));
}

/// The same of an attempt whose answer was lost: its reference is not known.
std::optional<Taken> foundAt(Call& call, const Attempt& attempt) {
    if (!hasState(attempt.operation)) {
        throw Fault(attempt.provider + " has no state of the operation " +
                    std::string(toText(attempt.operation)));
    }
    try {
        return attempt.operation == AttemptOperation::Signature ? takenOn(signatureOf(call, attempt))
                                                                : takenOn(paymentOf(call, attempt));
    } catch (const ApiError& refusal) {
        call.transaction([&] { recordRefusal(call, attempt.provider, refusal); });
        throw;
    }
}

/// Has the provider carry out the attempt.
Taken takeOn(Call& call, const Attempt& attempt) {
    switch (attempt.operation) {
    case AttemptOperation::PaymentLink:
        return takenIn(askInTurn(call, verbs::paymentLink, attempt.provider,
                                 requestOf<verbs::PaymentLinkInput>(attempt)));
    case AttemptOperation::PushToPhone:
        return takenIn(askInTurn(call, verbs::pushToPhone, attempt.provider,
                                 requestOf<verbs::PushToPhoneInput>(attempt)));
    case AttemptOperation::Signature: {
        auto input = requestOf<verbs::SignatureInput>(attempt);
        input.file = fileOf(call, attempt.document);
        Taken taken = takenIn(askInTurn(call, verbs::signature, attempt.provider, input));
        taken.answer.set("sha256", input.file.sha256);
        return taken;
    }
    case AttemptOperation::Archive: {
        auto input = requestOf<verbs::ArchiveInput>(attempt);
        input.file = fileOf(call, attempt.document);
        input.archived = call.transaction([&] { return archivedAs(call, attempt); });
        Taken taken = takenIn(askInTurn(call, verbs::archive, attempt.provider, input));
        taken.answer.set("sha256", input.file.sha256);
        return taken;
    }
    case AttemptOperation::Mail:
        break;
    }
    throw Fault("a message is sent by the job `mail`");
}

/// Applies and commits what the provider has taken on, once.
Attempt settleAttempt(Call& call, const Uuid& id, const Taken& taken) {
    Attempt attempt = lockAttempt(call, id).value();
    if (attempt.state != AttemptState::Called) {
        return attempt;
    }
    attempt.reference = taken.reference;
    if (taken.expiresAt) {
        attempt.expiresAt = taken.expiresAt;
    }
    attempt.answer = taken.answer;
    attempt.state = AttemptState::Done;
    attempt.error.reset();
    if (!hasState(attempt.operation)) {
        attempt.status = AttemptStatus::Kept;
    } else if (const auto due = nextLook(attempt, call.now())) {
        jobs::fileWatch(call, *due, {.attempt = id.toString()}, id.toString());
    }
    saveAttempt(call, attempt);
    record(call, attempt.provider, true, std::nullopt, false);
    const std::string operation(toText(attempt.operation));
    call.history(
        attempt.document.kind, attempt.document.id, operation + ".done",
        Json::array({Json::object({{"field", operation}, {"from", nullptr}, {"to", *attempt.reference}})}));
    return attempt;
}

/// Applies the provider's state to the document.
template <class State, class Land>
void landState(Call& call, const Attempt& attempt, const State& state, const Land& land) {
    try {
        call.transaction([&] {
            Attempt locked = lockAttempt(call, attempt.id).value();
            record(call, attempt.provider, true, std::nullopt, false);
            land(locked);
        });
    } catch (const ApiError& refusal) {
        // The provider has done it, but the document does not accept it any more; the money was paid all the
        // same.
        call.transaction([&] {
            Attempt locked = lockAttempt(call, attempt.id).value();
            if (locked.state == AttemptState::Done) {
                locked.answer = jsonOf(state);
                holdAttempt(call, locked, refusal.code());
            }
        });
    }
}

void lookAtPayment(Call& call, const Attempt& attempt) {
    verbs::PaymentStateOutput state;
    try {
        state = paymentOf(call, attempt);
    } catch (const ApiError& refusal) {
        call.transaction([&] { recordRefusal(call, attempt.provider, refusal); });
        throw;
    }
    landState(call, attempt, state, [&](Attempt& locked) { landPayment(call, locked, state); });
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
    landState(call, attempt, *state, [&](Attempt& locked) {
        if (signedFile && awaitsSignature(locked)) {
            keepSigned(call, locked, *signedFile);
            state->sha256 = sha256Hex(*signedFile);
        }
        landSignature(call, locked, *state);
    });
}

/// Repeats the call, or reads the outcome of the first one, as the connector supports.
void resumeAttempt(Call& call, const Attempt& attempt) {
    const auto provider = call.transaction([&] {
        return findConnection(call, attempt.provider) ? std::optional(requireProvider(call, attempt.provider))
                                                      : std::nullopt;
    });
    const LostAnswer way = provider ? afterLostAnswer(*provider, attempt.operation) : LostAnswer::Hold;
    if (way == LostAnswer::Read) {
        if (const auto found = foundAt(call, attempt)) {
            call.transaction([&] { settleAttempt(call, attempt.id, *found); });
            return;
        }
    }
    if (way != LostAnswer::Hold) {
        carryOut(call, attempt);
        return;
    }
    holdCalled(call, attempt.id, "answer-lost");
}

/// The outcome of the call is still unknown: if it remains so, the attempt is held for a user. An attempt
/// whose call itself was refused has ended already.
void goOn(Call& call, const Attempt& attempt, const jobs::ResumePayload& payload, const ApiError& refusal) {
    const bool ended =
        call.transaction([&] { return findAttempt(call, attempt.id).value().state != AttemptState::Called; });
    if (ended) {
        return;
    }
    if (mayPass(refusal)) {
        putOff(call, attempt, payload, refusal);
    } else {
        holdCalled(call, attempt.id, refusal.code());
    }
}

} // namespace

bool isUnreachable(const ApiError& refusal) {
    return refusal.code().starts_with("integration-unreachable");
}

std::optional<SaleId> saleOfQuote(Call& call, const Attempt& attempt) {
    if (kindOf(attempt.document) != DocumentKind::Quote || !calls::sales::offersQuotesGet(call)) {
        return std::nullopt;
    }
    const auto quote = calls::sales::quotesGet(call, {.id = QuoteId::parseOrNil(attempt.document.id)});
    return quote ? quote->saleId : std::nullopt;
}

LostAnswer afterLostAnswer(const Provider& provider, AttemptOperation operation) {
    LostAnswer way = LostAnswer::Hold;
    LostAnswerTexts.read(provider.lost.textOr(toText(operation)), way);
    return way;
}

void planAttempt(Call& call, Attempt& attempt) {
    lockConnection(call, attempt.provider);
    insertAttempt(call, attempt);
    jobs::fileResume(call, call.now() + GraceTime, {.attempt = attempt.id.toString()}, attempt.id.toString());
}

void recordRefusal(Call& call, std::string_view provider, const ApiError& refusal) {
    if (connector::isCredentialsRefusal(refusal.code())) {
        if (auto connection = lockConnection(call, provider)) {
            connection->lastError = refusal.code();
            expire(call, requireProvider(call, provider), *connection, EndReason::Revoked);
        }
    } else if (isUnreachable(refusal) && !wasNotAsked(refusal)) {
        record(call, provider, false, std::string(refusal.code()), false);
    }
}

Attempt carryOut(Call& call, const Attempt& attempt) {
    std::optional<Taken> taken;
    try {
        taken = takeOn(call, attempt);
    } catch (const ApiError& refusal) {
        call.transaction([&] {
            recordRefusal(call, attempt.provider, refusal);
            auto locked = lockAttempt(call, attempt.id);
            if (locked && locked->state == AttemptState::Called) {
                locked->error = refusal.code();
                if (!isUnreachable(refusal)) {
                    locked->state = AttemptState::Failed;
                    locked->status = AttemptStatus::Failed;
                }
                saveAttempt(call, *locked);
            }
        });
        throw;
    }
    return call.transaction([&] { return settleAttempt(call, attempt.id, *taken); });
}

void holdAttempt(Call& call, Attempt& attempt, std::string_view error) {
    const std::string operation(toText(attempt.operation));
    const auto tell = [&](std::string_view kind, const std::string& id) {
        call.history(kind, id, operation + ".held",
                     Json::array({Json::object(
                         {{"field", operation}, {"from", toText(attempt.state)}, {"to", error}})}));
    };
    tell(attempt.document.kind, attempt.document.id);
    // The payment of a quote is also recorded in the history of its sale.
    if (const auto sale = saleOfQuote(call, attempt)) {
        tell(toText(DocumentKind::Sale), sale->toString());
    }
    attempt.state = AttemptState::Held;
    attempt.error = error;
    saveAttempt(call, attempt);
    call.log(Call::Level::Warning, operation + " of " + attempt.document.id + " with " + attempt.provider +
                                       " needs a person: " + std::string(error));
}

void fileHeldAgain(Call& call, std::string_view provider) {
    for (const Uuid& id : attemptsWithoutWallet(call, provider)) {
        const std::string text = id.toString();
        jobs::fileWatch(call, call.now(), {.attempt = text, .openAgain = true},
                        text + '@' + call.now().toString());
    }
}

void lookAt(Call& call, const Attempt& attempt) {
    if (attempt.operation == AttemptOperation::Signature) {
        lookAtSignature(call, attempt);
    } else {
        lookAtPayment(call, attempt);
    }
}

std::optional<Instant> nextLook(const Attempt& attempt, Instant now) {
    const std::int64_t age = now - attempt.createdAt;
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
        return age < 30 * Instant::Day ? std::optional(now + Instant::Hour) : std::nullopt;
    }
    if (now < *attempt.expiresAt) {
        return std::min(now + Instant::Hour, *attempt.expiresAt + Instant::Minute);
    }
    return now - *attempt.expiresAt < Instant::Day ? std::optional(now + Instant::Hour) : std::nullopt;
}

void jobs::resume(Call& call, const jobs::ResumePayload& payload) {
    const auto attempt =
        call.transaction([&] { return findAttempt(call, Uuid::parse(payload.attempt).value()); });
    if (!attempt || attempt->state != AttemptState::Called) {
        return;
    }
    try {
        resumeAttempt(call, *attempt);
    } catch (const ApiError& refusal) {
        goOn(call, *attempt, payload, refusal);
    }
}

void jobs::watch(Call& call, const jobs::WatchPayload& payload) {
    const Uuid id = Uuid::parse(payload.attempt).value();
    const auto read = [&] { return findAttempt(call, id); };
    auto attempt = call.transaction([&] {
        auto found = read();
        const auto connection =
            found && payload.openAgain ? findConnection(call, found->provider) : std::nullopt;
        if (connection) {
            openAgain(call, id, connection->settings);
            found = read();
        }
        return found;
    });
    if (!attempt || attempt->state != AttemptState::Done || attempt->status != AttemptStatus::Open) {
        return;
    }
    std::string note;
    Instant notBefore = call.now();
    const auto connected = [&] { return findConnection(call, attempt->provider).has_value(); };
    try {
        // Without credentials the provider cannot be asked; after it is connected again, the attempt
        // continues as it was left.
        if (call.transaction(connected)) {
            lookAt(call, *attempt);
        } else {
            note = "integration-not-connected";
        }
    } catch (const ApiError& refusal) {
        note = refusal.code();
        notBefore = retryTime(refusal).value_or(notBefore);
    }
    attempt = call.transaction(read);
    if (attempt->state != AttemptState::Done || attempt->status != AttemptStatus::Open) {
        return;
    }
    if (const auto due = nextLook(*attempt, call.now())) {
        call.again(std::max(*due, notBefore), Json::object({{"attempt", payload.attempt}}), note);
    } else {
        call.transaction([&] { expireAttempt(call, id); });
    }
}

} // namespace svc::integrations
