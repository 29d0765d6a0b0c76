#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bindings.hpp"

namespace svc::integrations {

/// The document that something is asked for.
struct Document {
    std::string kind; ///< sale, quote, purchase, credit_note
    std::string id;
};

/// What a provider is asked to do for a document, written before the call and again after it.
struct Attempt {
    Uuid id;
    std::string operation; ///< payment_link, push_to_phone, signature, archive or mail
    std::string provider;
    Document document;
    std::int64_t number = 1; ///< of this operation of the provider on this document
    std::string key;         ///< the provider does it once for the same key
    std::string state = "called";
    std::string status = "open";
    Json request = Json::object(); ///< input of the verb
    Json answer;                   ///< output of the verb
    std::optional<std::string> reference;
    std::optional<std::int64_t> amount; ///< minor units of the currency
    std::optional<std::string> currency;
    std::optional<std::string> error;
    std::optional<Instant> expiresAt;
    Instant createdAt;
};

/// Takes number and key, and writes it.
void insertAttempt(Call& call, Attempt& attempt);
void saveAttempt(Call& call, const Attempt& attempt);
std::optional<Attempt> findAttempt(Call& call, const Uuid& id);
/// Locked until the commit.
std::optional<Attempt> lockAttempt(Call& call, const Uuid& id);
/// The attempt that the provider knows by this reference.
std::optional<Uuid> attemptOf(Call& call, std::string_view provider, std::string_view reference);
/// The attempt that was paid by the money of this identifier.
std::optional<Uuid> attemptPaidBy(Call& call, std::string_view provider, std::string_view paymentId);
/// The last attempt of an operation on a document that has neither ended nor failed. Locked until the commit.
std::optional<Attempt> lockOpenAttempt(Call& call, std::string_view operation, const Document& document);
/// Is there one whose answer is not known?
bool awaitsAnswer(Call& call, std::string_view provider);

/// Keeps the call of a provider; false when it is known already.
bool keepIncomingCall(Call& call, std::string_view provider, std::string_view externalId);
void forgetIncomingCalls(Call& call, Instant before);

} // namespace svc::integrations
