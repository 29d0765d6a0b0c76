#include "platform/rules/protocol.hpp"

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "keys/encryption.hpp"
#include "rules/number.hpp"
#include "xml/xml_writer.hpp"

namespace svc::pl_ksef {
namespace {

constexpr std::size_t KeySize = 32;
constexpr std::size_t VectorSize = 16;
constexpr std::size_t LongestProblem = 2000;

bool isFor(const Json& certificate, KeyUse use) {
    const std::string_view wanted = use == KeyUse::Token ? "KsefTokenEncryption" : "SymmetricKeyEncryption";
    for (const Json& one : certificate["usage"].items()) {
        if (one.text() == wanted) {
            return true;
        }
    }
    return false;
}

std::string detailsOf(const Json& one) {
    std::string text;
    if (one["details"].isArray()) {
        for (const Json& detail : one["details"].items()) {
            text += (text.empty() ? "" : "; ") + (detail.isString() ? detail.text() : detail.dump());
        }
    }
    return text;
}

Problem problemOf(const Json& one, const char* code, const char* description) {
    Problem problem;
    if (const auto number = one.optionalInteger(code)) {
        problem.code = std::to_string(*number);
    }
    const std::string details = detailsOf(one);
    problem.text = one.textOr(description) + (details.empty() ? "" : ": " + details);
    problem.text = std::string(utf8Prefix(problem.text, LongestProblem));
    return problem;
}

Json encryptedKey(const SessionKey& session, const std::string& wrapped, const PublicKey& key) {
    return Json::object({{"encryptedSymmetricKey", base64Encode(wrapped)},
                         {"initializationVector", base64Encode(session.vector)},
                         {"publicKeyId", key.id}});
}

} // namespace

std::optional<PublicKey> publicKeyIn(const Json& certificates, KeyUse use, Instant now) {
    std::optional<PublicKey> best;
    std::optional<Instant> since;
    if (!certificates.isArray()) {
        return best;
    }
    for (const Json& one : certificates.items()) {
        const auto from = Instant::parse(one.textOr("validFrom"));
        const auto to = Instant::parse(one.textOr("validTo"));
        const auto der = base64Decode(one.textOr("certificate"));
        const bool fits = one["usage"].isArray() && isFor(one, use) && from && to && der;
        if (fits && *from <= now && now < *to && (!since || *since < *from)) {
            best = PublicKey{one.textOr("publicKeyId"), *der};
            since = from;
        }
    }
    return best;
}

std::optional<Json> tokenRequest(const std::string& challenge, std::int64_t timestampMs,
                                 const std::string& nip, const std::string& token, const PublicKey& key) {
    const auto encrypted =
        keys::encryptRsaOaep(key.certificateDer, token + '|' + std::to_string(timestampMs));
    if (!encrypted) {
        return std::nullopt;
    }
    return Json::object({{"challenge", challenge},
                         {"contextIdentifier", Json::object({{"type", "Nip"}, {"value", nip}})},
                         {"encryptedToken", base64Encode(*encrypted)},
                         {"publicKeyId", key.id}});
}

std::string signedRequest(const std::string& challenge, const std::string& nip) {
    xml::XmlWriter xml("AuthTokenRequest", {{"xmlns", "http://ksef.mf.gov.pl/auth/token/2.0"}});
    xml.text("Challenge", challenge);
    {
        const xml::Element context(xml, "ContextIdentifier");
        xml.text("Nip", nip);
    }
    xml.text("SubjectIdentifierType", "certificateSubject");
    return xml.finish();
}

SessionKey SessionKey::make() {
    return {keys::randomBytes(KeySize), keys::randomBytes(VectorSize)};
}

std::string SessionKey::toText() const {
    return base64Encode(key + vector);
}

std::optional<SessionKey> SessionKey::parse(std::string_view text) {
    const auto bytes = base64Decode(text);
    if (!bytes || bytes->size() != KeySize + VectorSize) {
        return std::nullopt;
    }
    return SessionKey{bytes->substr(0, KeySize), bytes->substr(KeySize)};
}

std::optional<Json> sessionRequest(const SessionKey& session, const PublicKey& key) {
    const auto wrapped = keys::encryptRsaOaep(key.certificateDer, session.key);
    if (!wrapped) {
        return std::nullopt;
    }
    return Json::object(
        {{"formCode", Json::object({{"systemCode", "FA (3)"}, {"schemaVersion", "1-0E"}, {"value", "FA"}})},
         {"encryption", encryptedKey(session, *wrapped, key)}});
}

Json invoiceRequest(const std::string& file, const SessionKey& session, bool offline,
                    const std::string& replaced) {
    const std::string encrypted = keys::encryptAes256Cbc(session.key, session.vector, file);
    Json request = Json::object({{"invoiceHash", messageDigestOf(file)},
                                 {"invoiceSize", static_cast<std::int64_t>(file.size())},
                                 {"encryptedInvoiceHash", messageDigestOf(encrypted)},
                                 {"encryptedInvoiceSize", static_cast<std::int64_t>(encrypted.size())},
                                 {"encryptedInvoiceContent", base64Encode(encrypted)},
                                 {"offlineMode", offline}});
    if (!replaced.empty()) {
        request.set("hashOfCorrectedInvoice", replaced);
    }
    return request;
}

Problem problemIn(const Json& body) {
    const Json& old = body["exception"]["exceptionDetailList"];
    if (old.isArray() && old.size() > 0) {
        return problemOf(old[0], "exceptionCode", "exceptionDescription");
    }
    const Json& errors = body["errors"];
    if (errors.isArray() && errors.size() > 0) {
        return problemOf(errors[0], "code", "description");
    }
    return {body.textOr("reasonCode"), body.textOr("detail")};
}

Problem statusProblem(const Json& status) {
    return problemOf(status, "code", "description");
}

Progress progressOf(std::int64_t statusCode) {
    switch (statusCode) {
    case 100:
    case 150:
        return Progress::Waiting;
    case 200:
        return Progress::Accepted;
    case 440:
        return Progress::Duplicate;
    case 405: // the session has failed
    case 435: // the file could not be decrypted
    case 500:
    case 550: // the system has aborted for internal reasons
        return Progress::Again;
    default:
        return statusCode >= 400 ? Progress::Refused : Progress::Waiting;
    }
}

} // namespace svc::pl_ksef
