#pragma once

#include "attempt/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

/// Writes the attempt, and files the job that ends it when this call does not. The connection is locked.
void planAttempt(Call& call, Attempt& attempt);
/// Calls the provider for an attempt that is committed, and commits what came of it. A refusal is kept and
/// thrown on; after `integration-unreachable` nobody knows, and the job goes on.
Attempt carryOut(Call& call, const Attempt& attempt);
/// Commits what is known of the provider's answer, once.
Attempt settleAttempt(Call& call, const Uuid& id, const Json& answer);
/// For a person: `error` tells why, on the attempt and in the history of the document.
void holdAttempt(Call& call, Attempt& attempt, std::string_view error);
/// Files again the payments of a provider that are held because their wallet was not found.
void fileHeldAgain(Call& call, std::string_view provider);
/// Nobody answered: what was asked may have been done.
bool isUnreachable(const ApiError& refusal);
/// Counts a refused call for the connection; without access the connection expires.
void recordRefusal(Call& call, std::string_view provider, const ApiError& refusal);

/// The sale that the quote of the attempt was converted to; nothing for other documents.
std::optional<std::string> saleOfQuote(Call& call, const Attempt& attempt);

/// Reads the state of what was asked for at the provider, and lets it land.
void lookAt(Call& call, const Attempt& attempt);
/// When to look again without being called; nothing when it is no use any more.
std::optional<Instant> nextLook(const Attempt& attempt, Instant now);

/// Would a signature still be taken? Also one that was given when nobody waited any more.
bool awaitsSignature(const Attempt& attempt);
/// Has the provider told that all have signed, and is the document with their signatures missing?
bool isToldAsSigned(const Attempt& attempt);

/// In a transaction: what the provider says of a payment or signature, done once.
void landPayment(Call& call, Attempt& attempt, const Json& state);
void landSignature(Call& call, Attempt& attempt, const Json& state);

/// payment_state, signature_state; empty for what has no state.
std::string_view stateVerb(std::string_view operation);

} // namespace svc::integrations
