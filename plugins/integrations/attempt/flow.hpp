#pragma once

#include "attempt/begin.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

/// Writes the attempt, and files the job that completes it if this call does not. The connection must be
/// locked.
void planAttempt(Call& call, Attempt& attempt);
/// Has a request carry out its attempt: calls the provider, and commits the result. A refusal is stored and
/// rethrown; after `integration-unreachable` the outcome is unknown, and the job continues. One that is asked
/// for again is sent again only if the provider then acts once; else it is read, or refused with
/// `integration-unreachable:answer-lost` until the job has found out.
Attempt carryOut(Call& call, const Begun& begun);
/// Holds the attempt for a user: `error` gives the reason, on the attempt and in the history of the document.
void holdAttempt(Call& call, Attempt& attempt, std::string_view error);
/// The connection of the account with which the attempt was made, whatever its state; nothing when that
/// account is not connected any more.
std::optional<Connection> connectionOf(Call& call, const Attempt& attempt);
/// Files the reading of open attempts of an account that was connected again.
void fileOpenAgain(Call& call, const Connection& connection);
/// Files again the payments of a provider that are held because their wallet was not found or was archived.
void fileHeldAgain(Call& call, std::string_view provider);
/// Nobody answered: the request may have been carried out.
bool isUnreachable(const ApiError& refusal);
/// Counts a refused call for the connection; if access was revoked, the connection expires.
void recordRefusal(Call& call, std::string_view provider, const ApiError& refusal);

/// The sale that the quote of the attempt was converted to; nothing for other documents.
std::optional<SaleId> saleOfQuote(Call& call, const Attempt& attempt);

/// A refusal that may be temporary: the provider may answer otherwise later, also after it was connected
/// anew.
bool mayPass(const ApiError& refusal);

/// The state of the payment or signature at the provider. `named`: what the call of the provider names, if
/// one led here.
verbs::PaymentStateOutput paymentOf(Call& call, const Attempt& attempt,
                                    const std::optional<std::string>& named = std::nullopt);
verbs::SignatureStateOutput signatureOf(Call& call, const Attempt& attempt);
/// Reads the state of the payment or signature at the provider, and applies it. `named`: as for paymentOf().
void lookAt(Call& call, const Attempt& attempt, const std::optional<std::string>& named = std::nullopt);
/// The next time to poll; nothing when polling is useless.
std::optional<Instant> nextLook(const Attempt& attempt, Instant now);

/// Since when the payer has paid while the money is still on its way, as with a direct debit.
std::optional<Instant> processingSince(const Attempt& attempt);
/// Would a signature still be accepted? True even after the attempt expired.
bool awaitsSignature(const Attempt& attempt);
/// Has the provider reported that all have signed, while the signed document is still missing?
bool isToldAsSigned(const Attempt& attempt);

/// The provider's identifier of the payment of the attempt; nothing when none came in or it has none.
std::optional<std::string> paymentIdOf(const Attempt& attempt);
/// Has a payment come in for the attempt, whether it was booked or is held for a user?
bool hasMoney(const Attempt& attempt);

/// Applies the provider's state of a payment or signature once, in a transaction.
void landPayment(Call& call, Attempt& attempt, const verbs::PaymentStateOutput& state);
void landSignature(Call& call, Attempt& attempt, const verbs::SignatureStateOutput& state);

/// The status according to the provider's state; open when that is not final.
template <class State>
AttemptStatus statusIn(const State& state) {
    AttemptStatus status = AttemptStatus::Open;
    fromText(toText(state.state), status);
    return status;
}
/// The same from the state that is kept with the attempt.
AttemptStatus statusKept(const Attempt& attempt);

} // namespace svc::integrations
