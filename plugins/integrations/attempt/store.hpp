#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/enum_texts.hpp>

#include "connection/store.hpp"

namespace svc::integrations {

/// The kinds of documents that providers are asked to do something for.
using DocumentKind = calls::documents::PaperKind;

/// The document for which something is requested.
struct Document {
    std::string kind; ///< that of a DocumentKind, or of any other record that a message is about
    std::string id;
};
/// Nothing when it is of another kind.
std::optional<DocumentKind> kindOf(const Document& document);

enum class AttemptOperation { PaymentLink, PushToPhone, Signature, Archive, Mail };
inline constexpr EnumTexts<AttemptOperation, 5> AttemptOperationTexts{
    {"payment_link", "push_to_phone", "signature", "archive", "mail"}};
constexpr std::string_view toText(AttemptOperation value) {
    return AttemptOperationTexts.textOf(value);
}
constexpr bool fromText(std::string_view text, AttemptOperation& to) {
    return AttemptOperationTexts.read(text, to);
}

enum class AttemptState {
    Planned, ///< nothing was sent yet, or surely not: it will be sent
    Called,  ///< the answer is not known
    Done,    ///< the provider has it
    Failed,  ///< the provider has not taken it
    Held     ///< a user has to look at it
};
inline constexpr EnumTexts<AttemptState, 5> AttemptStateTexts{
    {"planned", "called", "done", "failed", "held"}};
constexpr std::string_view toText(AttemptState value) {
    return AttemptStateTexts.textOf(value);
}
constexpr bool fromText(std::string_view text, AttemptState& to) {
    return AttemptStateTexts.read(text, to);
}

/// The outcome of the request: open, then final.
enum class AttemptStatus { Open, Paid, Failed, Expired, Signed, Declined, Kept, Sent };
inline constexpr EnumTexts<AttemptStatus, 8> AttemptStatusTexts{
    {"open", "paid", "failed", "expired", "signed", "declined", "kept", "sent"}};
constexpr std::string_view toText(AttemptStatus value) {
    return AttemptStatusTexts.textOf(value);
}
constexpr bool fromText(std::string_view text, AttemptStatus& to) {
    return AttemptStatusTexts.read(text, to);
}

/// A request to a provider for a document, written before the call and again after it.
struct Attempt {
    Uuid id;
    AttemptOperation operation = AttemptOperation::PaymentLink;
    std::string provider;
    std::optional<std::string> account; ///< at the provider, with which it is made; nothing: it is not known
    Document document;
    std::int64_t number = 1; ///< of this operation of the provider on this document
    std::string key;         ///< idempotency key: the provider acts once per key
    AttemptState state = AttemptState::Called;
    AttemptStatus status = AttemptStatus::Open;
    Json request = Json::object(); ///< input of the verb
    Json answer;                   ///< output of the verb
    std::optional<std::string> reference;
    std::optional<std::int64_t> amount; ///< minor units of the currency
    std::optional<std::string> currency;
    std::optional<std::string> error;
    std::optional<Instant> expiresAt;
    Instant createdAt;
};

/// Assigns number and key, and writes the attempt.
void insertAttempt(Call& call, Attempt& attempt);
void saveAttempt(Call& call, const Attempt& attempt);
std::optional<Attempt> findAttempt(Call& call, const Uuid& id);
/// Locked until the commit.
std::optional<Attempt> lockAttempt(Call& call, const Uuid& id);
/// Attempts that are held because the wallet for their payment was not found or was archived.
std::vector<Uuid> attemptsWithoutWallet(Call& call, std::string_view provider);
/// Attempts of the connected account that are open, or have failed and may still be paid.
std::vector<Uuid> openAttempts(Call& call, const Connection& connection);
/// Sets an attempt of attemptsWithoutWallet() to done again, with the present settings of its provider; any
/// other stays as it is.
void openAgain(Call& call, const Uuid& id, const Json& settings);
/// The attempt that the provider knows by this reference.
std::optional<Uuid> attemptOf(Call& call, std::string_view provider, std::string_view reference);
/// The attempt for which the payment with this identifier came in, booked or held.
std::optional<Uuid> attemptOfPayment(Call& call, std::string_view provider, std::string_view paymentId);
/// The last attempt of an operation on a document that has neither ended nor failed, among those of accounts
/// that are still connected, also when their access has expired. Locked until the commit.
std::optional<Attempt> lockOpenAttempt(Call& call, AttemptOperation operation, const Document& document);
/// The member of the kept answer that holds since when the payer has paid while the money is on its way, as
/// with a direct debit.
inline constexpr std::string_view ProcessingSince = "processingSince";
/// What is on its way for a sale, in minor units. `quote`: that became the sale.
std::int64_t amountOnItsWay(Call& call, const std::string& sale, const std::optional<QuoteId>& quote);
/// The last attempt that asks its provider for the same and of which nobody knows what became: it was not
/// sent yet, or its answer is not known. Locked until the commit.
std::optional<Attempt> lockUnanswered(Call& call, const Attempt& attempt);
/// The SHA-256 of each file under which the provider has archived the document of this attempt, now or
/// earlier.
std::vector<std::string> archivedAs(Call& call, const Attempt& attempt);
/// Is there an attempt whose answer is not known?
bool awaitsAnswer(Call& call, std::string_view provider);

} // namespace svc::integrations
