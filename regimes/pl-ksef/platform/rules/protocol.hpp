// Messages of the API of KSeF 2.0 (version 2.6.0 of its contract).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>
#include <svc/json.hpp>

namespace svc::pl_ksef {

/// The use of a public key of the ministry.
enum class KeyUse { Token, SymmetricKey };

struct PublicKey {
    std::string id;             ///< publicKeyId
    std::string certificateDer; ///< of an RSA key
};
/// The newest certificate for the use that is valid at `now`, from the answer of
/// /security/public-key-certificates.
std::optional<PublicKey> publicKeyIn(const Json& certificates, KeyUse use, Instant now);

/// POST /auth/ksef-token: the token with the time of the challenge, encrypted with RSA-OAEP. Nothing when the
/// key cannot encrypt it.
/// the key cannot encrypt it.
std::optional<Json> tokenRequest(const std::string& challenge, std::int64_t timestampMs,
                                 const std::string& nip, const std::string& token, const PublicKey& key);
/// The document AuthTokenRequest, to be signed by XAdES for POST /auth/xades-signature.
std::string signedRequest(const std::string& challenge, const std::string& nip);

/// Key and initialisation vector of a session: 32 and 16 bytes.
struct SessionKey {
    std::string key;
    std::string vector;

    static SessionKey make();
    /// The form stored among the secrets.
    std::string toText() const;
    static std::optional<SessionKey> parse(std::string_view text);
};
/// POST /sessions/online. Nothing when the key of the ministry cannot encrypt.
std::optional<Json> sessionRequest(const SessionKey& session, const PublicKey& key);
/// POST /sessions/online/{reference}/invoices. `replaced`: digest of the offline invoice that this file
/// replaces (technical correction); empty: none.
Json invoiceRequest(const std::string& file, const SessionKey& session, bool offline,
                    const std::string& replaced);

/// The first error of a refusal, in either of the two forms that the API has: `21405` and
/// `Błąd walidacji: details`.
struct Problem {
    std::string code; ///< empty: the answer has none
    std::string text;
};
Problem problemIn(const Json& body);
/// The same of a `status` of a session, an invoice or an authentication.
Problem statusProblem(const Json& status);

/// The meaning of the status of an invoice.
enum class Progress {
    Waiting,   ///< it is being processed
    Accepted,  ///< it has a KSeF number
    Duplicate, ///< KSeF has an invoice with that number already
    Again,     ///< it was not processed: send it in another session
    Refused
};
Progress progressOf(std::int64_t statusCode);

} // namespace svc::pl_ksef
