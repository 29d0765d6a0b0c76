#include "api/business/ksef_authority.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#include <svc/encoding.hpp>

#include "support/freed.hpp"

namespace svc::test {
namespace {

using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;

std::string bytesIn(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return {data, static_cast<std::size_t>(size)};
}
unsigned char* bytes(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}
const unsigned char* bytes(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

Reaction answerWith(int status, const Json& body) {
    return Reaction::status(status, "Content-Type: application/json\r\n", body.dump());
}
Reaction refusalWith(const std::string& code, const std::string& why) {
    return answerWith(
        400,
        Json::object(
            {{"exception", Json::object({{"exceptionDetailList",
                                          Json::array({Json::object({{"exceptionCode", std::stoi(code)},
                                                                     {"exceptionDescription", why}})})}})}}));
}

std::string decryptedAes(const std::string& key, const std::string& vector, const std::string& text) {
    const std::unique_ptr<EVP_CIPHER_CTX, Freed<EVP_CIPHER_CTX_free>> context(EVP_CIPHER_CTX_new());
    std::string out(text.size() + 16, '\0');
    int size = 0;
    int last = 0;
    EVP_DecryptInit_ex(context.get(), EVP_aes_256_cbc(), nullptr, bytes(key), bytes(vector));
    EVP_DecryptUpdate(context.get(), bytes(out), &size, bytes(text), static_cast<int>(text.size()));
    if (EVP_DecryptFinal_ex(context.get(), bytes(out) + size, &last) != 1) {
        return {};
    }
    return out.substr(0, static_cast<std::size_t>(size + last));
}

bool endsIn(const std::string& path, const char* end) {
    return path.ends_with(end);
}
std::string lastPart(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

} // namespace

std::string sha256Base64(const std::string& text) {
    std::string digest(SHA256_DIGEST_LENGTH, '\0');
    SHA256(bytes(text), text.size(), bytes(digest));
    return base64Encode(digest);
}

std::string crcOf(const std::string& text) {
    unsigned sum = 0;
    for (const char c : text) {
        sum ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i) {
            sum = ((sum << 1U) ^ ((sum & 0x80U) != 0 ? 0x07U : 0U)) & 0xFFU;
        }
    }
    std::array<char, 3> hex{};
    std::snprintf(hex.data(), hex.size(), "%02X", sum);
    return hex.data();
}

std::string elementIn(const std::string& xml, const std::string& name) {
    const std::size_t begin = xml.find('<' + name + '>');
    if (begin == std::string::npos) {
        return {};
    }
    const std::size_t at = begin + name.size() + 2;
    return xml.substr(at, xml.find("</" + name + '>', at) - at);
}

KsefAuthority::KsefAuthority() {
    const Key key(EVP_RSA_gen(2048));
    const std::unique_ptr<X509, Freed<X509_free>> certificate(X509_new());
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    const Bio pem(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(pem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    privatePem_ = bytesIn(pem.get());
    const Bio der(BIO_new(BIO_s_mem()));
    i2d_X509_bio(der.get(), certificate.get());
    certificate_ = base64Encode(bytesIn(der.get()));
}

std::string KsefAuthority::decrypted(const std::string& base64) {
    const Bio pem(BIO_new_mem_buf(privatePem_.data(), static_cast<int>(privatePem_.size())));
    const Key key(PEM_read_bio_PrivateKey(pem.get(), nullptr, nullptr, nullptr));
    const std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>> context(
        EVP_PKEY_CTX_new(key.get(), nullptr));
    const std::string text = base64Decode(base64).value_or("");
    std::string out(512, '\0');
    std::size_t size = out.size();
    EVP_PKEY_decrypt_init(context.get());
    EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_PKCS1_OAEP_PADDING);
    EVP_PKEY_CTX_set_rsa_oaep_md(context.get(), EVP_sha256());
    if (EVP_PKEY_decrypt(context.get(), bytes(out), &size, bytes(text), text.size()) != 1) {
        return {};
    }
    return out.substr(0, size);
}

std::string KsefAuthority::newReference(const char* kind) {
    ++number_;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "20261120-%s-%010X-%010X-AA", kind,
                  static_cast<unsigned>(number_), static_cast<unsigned>(number_) * 7U);
    return text.data();
}

Json KsefAuthority::tokenFor(const std::string& kind, std::int64_t seconds) {
    const std::string text = kind + '-' + std::to_string(++number_);
    tokens_.insert(text);
    return Json::object({{"token", text}, {"validUntil", now + seconds * Instant::Second}});
}

void KsefAuthority::revoke(bool refreshToo) {
    std::erase_if(tokens_, [&](const std::string& one) {
        return one.starts_with("access") || (refreshToo && one.starts_with("refresh"));
    });
}

Reaction KsefAuthority::answer(const Received& request) {
    const std::lock_guard lock(mutex_);
    return route(request);
}

Reaction KsefAuthority::route(const Received& request) {
    const std::string& path = request.path;
    if (path == "/security/public-key-certificates") {
        const Json one =
            Json::object({{"certificate", certificate_},
                          {"certificateId", "c"},
                          {"publicKeyId", "tmtCidSRzR4fvNpLU5hMOM6FzamxJf0BBR8IkXIAwsY="},
                          {"validFrom", "2025-01-01T00:00:00Z"},
                          {"validTo", "2099-01-01T00:00:00Z"},
                          {"usage", Json::array({"KsefTokenEncryption", "SymmetricKeyEncryption"})}});
        return answerWith(200, Json::array({one}));
    }
    if (path.starts_with("/auth/")) {
        return authentication(request);
    }
    const std::string bearer = request.header("authorization");
    if (!bearer.starts_with("Bearer access-") || !tokens_.contains(bearer.substr(7))) {
        return answerWith(401,
                          Json::object({{"title", "Unauthorized"}, {"detail", "Wymagane uwierzytelnienie"}}));
    }
    if (breakDown > 0) {
        --breakDown;
        return Reaction::status(503);
    }
    ++counts[lastPart(path)];
    if (path.starts_with("/invoices/ksef/") && hidesInvoices) {
        return answerWith(403, Json::object({{"title", "Forbidden"},
                                             {"detail", "Brak uprawnień"},
                                             {"reasonCode", "missing-permissions"}}));
    }
    if (path.starts_with("/invoices/ksef/")) {
        for (const File& file : files) {
            if (!file.ksefNumber.empty() && file.ksefNumber == lastPart(path)) {
                return Reaction::status(200, "Content-Type: application/xml\r\n", file.xml);
            }
        }
        return refusalWith("21164", "Faktura nie istnieje");
    }
    return path.starts_with("/sessions/") ? sessions(request) : Reaction::status(404);
}

Reaction KsefAuthority::authentication(const Received& request) {
    const std::string& path = request.path;
    const std::string bearer = request.header("authorization");
    const bool known = bearer.starts_with("Bearer ") && tokens_.contains(bearer.substr(7));
    if (path == "/auth/challenge") {
        const std::string challenge = newReference("CR");
        challenges_.insert(challenge);
        return answerWith(200, Json::object({{"challenge", challenge},
                                             {"timestamp", now},
                                             {"timestampMs", now.millis()},
                                             {"clientIp", "127.0.0.1"}}));
    }
    if (path == "/auth/ksef-token") {
        const Json asked = request.json();
        const bool right =
            decrypted(asked["encryptedToken"].text()) == token + '|' + std::to_string(now.millis()) &&
            challenges_.contains(asked["challenge"].text()) &&
            asked["contextIdentifier"]["value"].text() == nip;
        return right ? begun() : refusalWith("21111", "Nieprawidłowe wyzwanie autoryzacyjne");
    }
    if (path.starts_with("/auth/xades-signature")) {
        signedRequest = request.body;
        const bool right = challenges_.contains(elementIn(request.body, "Challenge")) &&
                           request.header("content-type") == "application/xml";
        return right ? begun() : refusalWith("21111", "Nieprawidłowe wyzwanie autoryzacyjne");
    }
    if (!known) {
        return Reaction::status(401);
    }
    ++counts[lastPart(path)];
    if (path == "/auth/token/redeem") {
        const bool isFirst = bearer.starts_with("Bearer operation-") && tokens_.erase(bearer.substr(7)) == 1;
        return isFirst ? answerWith(200, Json::object({{"accessToken", tokenFor("access", 900)},
                                                       {"refreshToken", tokenFor("refresh", 604'800)}}))
                       : Reaction::status(401);
    }
    if (path == "/auth/token/refresh") {
        return bearer.starts_with("Bearer refresh-")
                   ? answerWith(200, Json::object({{"accessToken", tokenFor("access", 900)}}))
                   : Reaction::status(401);
    }
    const int code = authWaits > 0 ? 100 : authStatus;
    authWaits -= authWaits > 0 ? 1 : 0;
    const Json details = code >= 400 ? Json::array({"Token unieważniony"}) : Json::array();
    ++counts["poll"];
    return together(
        "poll", answerWith(200, Json::object({{"startDate", now},
                                              {"status", Json::object({{"code", code},
                                                                       {"description", "Uwierzytelnianie"},
                                                                       {"details", details}})}})));
}

Reaction KsefAuthority::begun() {
    ++counts["login"];
    return together("login",
                    answerWith(202, Json::object({{"referenceNumber", newReference("AU")},
                                                  {"authenticationToken", tokenFor("operation", 600)}})));
}

void KsefAuthority::authenticateTogether(int logins) {
    for (const char* step : {"login", "poll"}) {
        awaited_[step] = logins == 0 ? 0 : counts[step] + logins;
    }
}

Reaction KsefAuthority::together(const std::string& step, Reaction reaction) {
    if (counts[step] >= awaited_[step]) {
        return reaction;
    }
    reaction.held = [this, step] { return look([&] { return counts[step] < awaited_[step]; }); };
    return reaction;
}

Reaction KsefAuthority::sessions(const Received& request) {
    const std::string& path = request.path;
    if (path == "/sessions/online") {
        return openSession(request.json());
    }
    constexpr std::string_view Online = "/sessions/online/";
    if (path.starts_with(Online)) {
        const std::string session = path.substr(Online.size(), path.rfind('/') - Online.size());
        if (endsIn(path, "/close")) {
            closed.insert(session);
            return Reaction::status(204);
        }
        return takeInvoice(session, request.json());
    }
    for (File& file : files) {
        if (path == "/sessions/" + file.session + "/invoices/" + file.reference) {
            return statusOf(file);
        }
        if (path == "/sessions/" + file.session + "/invoices/ksef/" + file.ksefNumber + "/upo") {
            return receiptOf(file);
        }
    }
    return refusalWith("21173", "Brak sesji");
}

Reaction KsefAuthority::openSession(const Json& asked) {
    const std::string key = decrypted(asked["encryption"]["encryptedSymmetricKey"].text());
    const std::string vector = base64Decode(asked["encryption"]["initializationVector"].text()).value_or("");
    const bool right =
        key.size() == 32 && vector.size() == 16 && asked["formCode"].textOr("systemCode") == "FA (3)";
    if (!right) {
        return refusalWith("21405", "Błąd walidacji danych wejściowych");
    }
    const std::string reference = newReference("SO");
    keys_[reference] = {key, vector};
    return answerWith(
        201, Json::object({{"referenceNumber", reference}, {"validUntil", now + 12 * Instant::Hour}}));
}

Reaction KsefAuthority::takeInvoice(const std::string& session, const Json& asked) {
    if (pause > 0) {
        --pause;
        return Reaction::status(429, "Retry-After: 40\r\n", "{}");
    }
    if (!keys_.contains(session) || closed.contains(session)) {
        return refusalWith("21180", "Status sesji nie pozwala na wykonanie operacji");
    }
    if (!refusal.empty()) {
        const std::string code = std::exchange(refusal, "");
        return refusalWith(code, "Odmowa");
    }
    const auto& [key, vector] = keys_[session];
    const std::string encrypted = base64Decode(asked["encryptedInvoiceContent"].text()).value_or("");
    File file{session, newReference("EE"), decryptedAes(key, vector, encrypted), asked["invoiceHash"].text()};
    if (sha256Base64(file.xml) != file.digest ||
        asked["encryptedInvoiceHash"].text() != sha256Base64(encrypted)) {
        return refusalWith("21403", "Nieprawidłowy skrót pliku");
    }
    if (asked["invoiceSize"].integer() != static_cast<std::int64_t>(file.xml.size()) ||
        asked["encryptedInvoiceSize"].integer() != static_cast<std::int64_t>(encrypted.size())) {
        return refusalWith("21402", "Nieprawidłowy rozmiar pliku");
    }
    file.offline = asked["offlineMode"].boolean();
    file.replaced = asked.textOr("hashOfCorrectedInvoice");
    files.push_back(file);
    if (loseInvoices > 0) {
        --loseInvoices;
        statusOf(files.back());
        return Reaction{.text = "no HTTP\r\n\r\n"};
    }
    return answerWith(202, Json::object({{"referenceNumber", file.reference}}));
}

Reaction KsefAuthority::statusOf(File& file) {
    Json status = Json::object({{"code", 150}, {"description", "Trwa przetwarzanie"}});
    const auto told = [&] {
        std::string number = file.ksefNumber;
        if (wrongNumbers > 0 && !number.empty()) {
            --wrongNumbers;
            number.back() = number.back() == '0' ? '1' : '0';
        }
        return answerWith(200, Json::object({{"ordinalNumber", 1},
                                             {"referenceNumber", file.reference},
                                             {"ksefNumber", number.empty() ? Json(nullptr) : Json(number)},
                                             {"invoicingDate", now},
                                             {"status", status}}));
    };
    if (statusWaits > 0) {
        --statusWaits;
        return told();
    }
    if (file.verdict == 0) {
        file.verdict = verdict;
        const auto same = std::find_if(files.begin(), files.end(), [&](const File& one) {
            return !one.ksefNumber.empty() && elementIn(one.xml, "P_2") == elementIn(file.xml, "P_2") &&
                   elementIn(one.xml, "NIP") == elementIn(file.xml, "NIP");
        });
        if (same != files.end()) {
            file.verdict = 440;
            file.extensions = Json::object({{"originalSessionReferenceNumber", same->session},
                                            {"originalKsefNumber", same->ksefNumber}});
        } else if (file.verdict == 200) {
            std::array<char, 16> hex{};
            std::snprintf(hex.data(), hex.size(), "%012X", static_cast<unsigned>(++number_));
            const std::string data = elementIn(file.xml, "NIP") + "-20261120-" + hex.data();
            file.ksefNumber = data + '-' + crcOf(data);
        }
    }
    status.set("code", file.verdict).set("description", file.verdict == 200 ? "Sukces" : "Błąd weryfikacji");
    status.set("extensions", file.extensions);
    if (file.verdict == 450) {
        status.set("details", Json::array({"P_15"}));
    }
    return told();
}

Reaction KsefAuthority::receiptOf(const File& file) {
    if (receiptWaits > 0) {
        --receiptWaits;
        return refusalWith("21178", "Nie znaleziono UPO");
    }
    const std::string digest = wrongReceipt ? sha256Base64("another file") : file.digest;
    const std::string xml =
        R"(<?xml version="1.0" encoding="utf-8"?><Potwierdzenie xmlns="http://upo.schematy.mf.gov.pl/KSeF/v4-3">)"
        "<NazwaPodmiotuPrzyjmujacego>Ministerstwo Finansów - środowisko testowe (TE)"
        "</NazwaPodmiotuPrzyjmujacego><NumerReferencyjnySesji>" +
        file.session + "</NumerReferencyjnySesji><Uwierzytelnienie><IdKontekstu><Nip>" + nip +
        "</Nip></IdKontekstu><SkrotDokumentuUwierzytelniajacego>" + sha256Base64("auth") +
        "</SkrotDokumentuUwierzytelniajacego></"
        "Uwierzytelnienie><NazwaStrukturyLogicznej>Schemat_FA(3)_v1-0E.xsd"
        "</NazwaStrukturyLogicznej><KodFormularza>FA (3)</KodFormularza><Dokument><NipSprzedawcy>" +
        nip + "</NipSprzedawcy><NumerKSeFDokumentu>" + file.ksefNumber +
        "</NumerKSeFDokumentu><NumerFaktury>" + elementIn(file.xml, "P_2") +
        "</NumerFaktury><DataWystawieniaFaktury>" + elementIn(file.xml, "P_1") +
        "</DataWystawieniaFaktury><DataPrzeslaniaDokumentu>2026-11-20T11:05:40.841+01:00</"
        "DataPrzeslaniaDokumentu>"
        "<DataNadaniaNumeruKSeF>2026-11-20T11:05:41.045+01:00</DataNadaniaNumeruKSeF><SkrotDokumentu>" +
        digest + "</SkrotDokumentu><TrybWysylki>Online</TrybWysylki></Dokument></Potwierdzenie>";
    return Reaction::status(
        200, "Content-Type: application/xml\r\nx-ms-meta-hash: " + sha256Base64(xml) + "\r\n", xml);
}

} // namespace svc::test
