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

/// Nobody knows what became of it: it was not sent yet, or its answer is not known.
bool isUnanswered(const Attempt& attempt) {
    return attempt.state == AttemptState::Planned || attempt.state == AttemptState::Called;
}

void holdUnanswered(Call& call, const Uuid& id, std::string_view error) {
    call.transaction([&] {
        if (auto locked = lockAttempt(call, id); locked && isUnanswered(*locked)) {
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
    holdUnanswered(call, attempt.id, refusal.code());
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

/// The answer to the attempt was lost, and it must not be sent again.
ApiError answerLost() {
    return ApiError(400, "integration-unreachable", {"answer-lost"});
}

/// Applies and commits what the provider has taken on, once.
Attempt settleAttempt(Call& call, const Uuid& id, const Taken& taken) {
    Attempt attempt = lockAttempt(call, id).value();
    if (attempt.state != AttemptState::Called) {
        return attempt.reference ? attempt : throw answerLost();
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
        jobs::fileWatch(call, *due, {.attempt = id.toString(), .filedAt = call.now()}, id.toString());
    }
    saveAttempt(call, attempt);
    record(call, attempt.provider, true, std::nullopt, false);
    const std::string operation(toText(attempt.operation));
    call.history(
        attempt.document.kind, attempt.document.id, operation + ".done",
        Json::array({Json::object({{"field", operation}, {"from", nullptr}, {"to", *attempt.reference}})}));
    return attempt;
}

/// Was anything of an attempt sent by an earlier call?
enum class SentBefore { No, Perhaps };

/// Stores the refusal of a call. An attempt of which nothing was sent, also not earlier, stays planned.
void keepRefusal(Call& call, const Uuid& id, const ApiError& refusal, SentBefore before) {
    auto attempt = lockAttempt(call, id);
    if (!attempt || attempt->state != AttemptState::Called) {
        return;
    }
    attempt->error = refusal.code();
    if (!isUnreachable(refusal)) {
        attempt->state = AttemptState::Failed;
        attempt->status = AttemptStatus::Failed;
    } else if (wasNotAsked(refusal) && before == SentBefore::No) {
        attempt->state = AttemptState::Planned;
    }
    saveAttempt(call, *attempt);
}

/// Calls the provider for a committed attempt, and commits the result.
Attempt send(Call& call, const Attempt& attempt, SentBefore before) {
    std::optional<Taken> taken;
    try {
        taken = takeOn(call, attempt);
    } catch (const ApiError& refusal) {
        call.transaction([&] {
            recordRefusal(call, attempt.provider, refusal);
            keepRefusal(call, attempt.id, refusal, before);
        });
        throw;
    }
    return call.transaction([&] { return settleAttempt(call, attempt.id, *taken); });
}

/// Sends an attempt of which nothing was sent yet.
Attempt sendPlanned(Call& call, const Attempt& attempt) {
    const Attempt called = call.transaction([&] {
        Attempt locked = lockAttempt(call, attempt.id).value();
        if (locked.state != AttemptState::Planned) {
            throw answerLost(); // it is being sent
        }
        if (!connectionOf(call, locked)) {
            throw ApiError(400, "integration-not-connected"); // another account would be asked
        }
        locked.state = AttemptState::Called;
        saveAttempt(call, locked);
        return locked;
    });
    return send(call, called, SentBefore::No);
}

/// What a connector can do about a call whose answer was lost: nothing, read what became of it, or repeat it.
enum class LostAnswer { Hold, Read, Repeat };
constexpr EnumTexts<LostAnswer, 3> LostAnswerTexts{{"hold", "read", "repeat"}};

/// What its connector can do about an attempt whose answer was lost.
LostAnswer afterLostAnswer(Call& call, const Attempt& attempt) {
    return call.transaction([&] {
        LostAnswer way = LostAnswer::Hold;
        if (connectionOf(call, attempt)) {
            const Provider provider = requireProvider(call, attempt.provider);
            LostAnswerTexts.read(provider.lost.textOr(toText(attempt.operation)), way);
        }
        return way;
    });
}

/// Goes on with an attempt as far as the provider then acts only once. `callHasEnded`: nobody is sending it
/// at this moment. Nothing: it must not be sent.
std::optional<Attempt> goOnOnce(Call& call, const Attempt& attempt, bool callHasEnded) {
    if (attempt.state == AttemptState::Planned) {
        return sendPlanned(call, attempt);
    }
    const LostAnswer way = afterLostAnswer(call, attempt);
    if (way == LostAnswer::Read) {
        if (const auto found = foundAt(call, attempt)) {
            return call.transaction([&] { return settleAttempt(call, attempt.id, *found); });
        }
    }
    const bool mayBeSent = way == LostAnswer::Repeat || (way == LostAnswer::Read && callHasEnded);
    return mayBeSent ? std::optional(send(call, attempt, SentBefore::Perhaps)) : std::nullopt;
}

/// The outcome of the call is still unknown: if it remains so, the attempt is held for a user. An attempt
/// whose call itself was refused has ended already.
void goOn(Call& call, const Attempt& attempt, const jobs::ResumePayload& payload, const ApiError& refusal) {
    const bool ended = call.transaction([&] { return !isUnanswered(findAttempt(call, attempt.id).value()); });
    if (ended) {
        return;
    }
    if (mayPass(refusal)) {
        putOff(call, attempt, payload, refusal);
    } else {
        holdUnanswered(call, attempt.id, refusal.code());
    }
}

} // namespace

bool isUnreachable(const ApiError& refusal) {
    return refusal.code().starts_with("integration-unreachable");
}

bool mayPass(const ApiError& refusal) {
    return isUnreachable(refusal) || connector::isCredentialsRefusal(refusal.code());
}

std::optional<SaleId> saleOfQuote(Call& call, const Attempt& attempt) {
    if (kindOf(attempt.document) != DocumentKind::Quote || !calls::sales::offersQuotesGet(call)) {
        return std::nullopt;
    }
    const auto quote = calls::sales::quotesGet(call, {.id = QuoteId::parseOrNil(attempt.document.id)});
    return quote ? quote->saleId : std::nullopt;
}

std::optional<Connection> connectionOf(Call& call, const Attempt& attempt) {
    auto connection = findConnection(call, attempt.provider);
    const auto connected = connection ? accountId(*connection) : std::nullopt;
    const bool isOther = attempt.account && connected && *attempt.account != *connected;
    return isOther ? std::nullopt : std::move(connection);
}

void planAttempt(Call& call, Attempt& attempt) {
    if (const auto connection = lockConnection(call, attempt.provider)) {
        attempt.account = accountId(*connection);
    }
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

Attempt carryOut(Call& call, const Begun& begun) {
    if (!begun.again) {
        return send(call, begun.attempt, SentBefore::No);
    }
    auto done = goOnOnce(call, begun.attempt, false); // the first request may still be waiting
    if (!done) {
        throw answerLost();
    }
    return *std::move(done);
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
        jobs::fileWatch(call, call.now(), {.attempt = text, .openAgain = true, .filedAt = call.now()},
                        text + '@' + call.now().toString());
    }
}

void fileOpenAgain(Call& call, const Connection& connection) {
    for (const Uuid& id : openAttempts(call, connection)) {
        const std::string text = id.toString();
        jobs::fileWatch(call, call.now(), {.attempt = text, .filedAt = connection.connectedAt},
                        text + '#' + connection.connectedAt.toString());
    }
}

void jobs::resume(Call& call, const jobs::ResumePayload& payload) {
    const auto attempt =
        call.transaction([&] { return findAttempt(call, Uuid::parse(payload.attempt).value()); });
    if (!attempt || !isUnanswered(*attempt)) {
        return;
    }
    try {
        if (!goOnOnce(call, *attempt, true)) {
            holdUnanswered(call, attempt->id, "answer-lost");
        }
    } catch (const ApiError& refusal) {
        goOn(call, *attempt, payload, refusal);
    }
}

} // namespace svc::integrations
