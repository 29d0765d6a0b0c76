#include <set>

#include <gtest/gtest.h>

#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <svc/encoding.hpp>

#include "keys/encryption.hpp"
#include "keys/openssl.hpp"
#include "platform/rules/protocol.hpp"
#include "rules/number.hpp"
#include "tests/files.hpp"
#include "xml/xml_document.hpp"

namespace svc::pl_ksef {
namespace {

/// A fake ministry with a key of its own.
struct Ministry {
    std::string privatePem;
    std::string certificateDer;

    Ministry() {
        const keys::Key key(EVP_RSA_gen(2048));
        const keys::X509Owner certificate(X509_new());
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
        X509_set_pubkey(certificate.get(), key.get());
        X509_sign(certificate.get(), key.get(), EVP_sha256());
        const keys::BioOwner pem(BIO_new(BIO_s_mem()));
        PEM_write_bio_PrivateKey(pem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
        privatePem = keys::written(pem.get());
        const keys::BioOwner der(BIO_new(BIO_s_mem()));
        i2d_X509_bio(der.get(), certificate.get());
        certificateDer = keys::written(der.get());
    }
};
const Ministry& ministry() {
    static const Ministry one;
    return one;
}

Json contract() {
    return Json::parse(contentOf("ksef-openapi.json"));
}

/// Members that the contract does not have, and required members that are missing.
std::set<std::string> differences(const Json& message, const std::string& schema) {
    const Json all = contract();
    const Json& wanted = all["components"]["schemas"][schema];
    std::set<std::string> found;
    for (const Json& name : wanted["required"].items()) {
        if (!message.contains(name.text())) {
            found.insert("missing " + name.text());
        }
    }
    for (const Json::Member& member : message.members()) {
        if (!wanted["properties"].contains(member.name)) {
            found.insert("unknown " + member.name);
        }
    }
    return found;
}

Json certificate(const std::string& id, const char* from, const char* to, const char* use) {
    return Json::object({{"certificate", base64Encode(ministry().certificateDer)},
                         {"publicKeyId", id},
                         {"validFrom", from},
                         {"validTo", to},
                         {"usage", Json::array({use})}});
}

const Instant Now = Instant::parse("2026-11-20T09:30:00Z").value();

TEST(PublicKeys, AreTheNewestThatAreValidForTheUse) {
    constexpr const char* Token = "KsefTokenEncryption";
    const Json all = Json::array(
        {certificate("old", "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z", Token),
         certificate("a", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z", Token),
         certificate("b", "2026-06-01T00:00:00Z", "2027-01-01T00:00:00Z", Token),
         certificate("next", "2026-12-01T00:00:00Z", "2028-01-01T00:00:00Z", Token),
         certificate("s", "2026-07-01T00:00:00+02:00", "2027-01-01T00:00:00Z", "SymmetricKeyEncryption")});
    EXPECT_EQ(publicKeyIn(all, KeyUse::Token, Now)->id, "b");
    EXPECT_EQ(publicKeyIn(all, KeyUse::SymmetricKey, Now)->id, "s");
    EXPECT_FALSE(publicKeyIn(Json::array(), KeyUse::Token, Now));
    EXPECT_FALSE(publicKeyIn(Json::object(), KeyUse::Token, Now));
}

TEST(Tokens, AreEncryptedWithTheInstantOfTheChallenge) {
    const auto request = tokenRequest("20250625-CR-2FDC223000-C2BFC98A9C-4E", 1'752'236'636'005, "5265877635",
                                      "secret", {"key", ministry().certificateDer});
    ASSERT_TRUE(request);
    EXPECT_EQ(differences(*request, "InitTokenAuthenticationRequest"), std::set<std::string>());
    EXPECT_EQ((*request)["contextIdentifier"].dump(), R"({"type":"Nip","value":"5265877635"})");
    EXPECT_EQ(keys::decryptRsaOaep(ministry().privatePem,
                                   base64Decode((*request)["encryptedToken"].text()).value()),
              "secret|1752236636005");
    EXPECT_FALSE(tokenRequest("c", 1, "5265877635", "secret", {"key", "no certificate"}));
}

TEST(SignedRequests, NameChallengeAndContext) {
    const std::string request = signedRequest("20250625-CR-20F5EE4000-DA48AE4124-46", "5265877635");
    const auto document = xml::XmlDocument::parse(request);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root().name(), "AuthTokenRequest");
    EXPECT_NE(request.find("xmlns=\"http://ksef.mf.gov.pl/auth/token/2.0\""), std::string::npos);
    EXPECT_EQ(document->root().textOf("Challenge"), "20250625-CR-20F5EE4000-DA48AE4124-46");
    EXPECT_EQ(document->root().child("ContextIdentifier")->textOf("Nip"), "5265877635");
    EXPECT_EQ(document->root().textOf("SubjectIdentifierType"), "certificateSubject");
}

TEST(Sessions, GiveTheirKeyToTheMinistryAlone) {
    const SessionKey key = SessionKey::make();
    ASSERT_EQ(key.key.size(), 32U);
    ASSERT_EQ(key.vector.size(), 16U);
    const auto request = sessionRequest(key, {"id", ministry().certificateDer});
    ASSERT_TRUE(request);
    EXPECT_EQ(differences(*request, "OpenOnlineSessionRequest"), std::set<std::string>());
    const Json& encryption = (*request)["encryption"];
    EXPECT_EQ(differences(encryption, "EncryptionInfo"), std::set<std::string>());
    EXPECT_EQ((*request)["formCode"].dump(),
              R"json({"systemCode":"FA (3)","schemaVersion":"1-0E","value":"FA"})json");
    EXPECT_EQ(keys::decryptRsaOaep(ministry().privatePem,
                                   base64Decode(encryption["encryptedSymmetricKey"].text()).value()),
              key.key);
    EXPECT_EQ(base64Decode(encryption["initializationVector"].text()), key.vector);
    EXPECT_EQ(SessionKey::parse(key.toText())->key, key.key);
    EXPECT_EQ(SessionKey::parse(key.toText())->vector, key.vector);
    EXPECT_FALSE(SessionKey::parse("AAAA"));
}

TEST(Invoices, AreSentWithTheirSizesAndDigests) {
    const SessionKey key = SessionKey::make();
    const std::string file = "<Faktura>ż</Faktura>";
    const Json request = invoiceRequest(file, key, false, "");
    EXPECT_EQ(differences(request, "SendInvoiceRequest"), std::set<std::string>());
    EXPECT_EQ(request["invoiceSize"].integer(), 21);
    EXPECT_EQ(request["invoiceHash"].text(), messageDigestOf(file));
    const std::string encrypted = base64Decode(request["encryptedInvoiceContent"].text()).value();
    EXPECT_EQ(request["encryptedInvoiceSize"].integer(), 32);
    EXPECT_EQ(request["encryptedInvoiceHash"].text(), messageDigestOf(encrypted));
    EXPECT_EQ(keys::decryptAes256Cbc(key.key, key.vector, encrypted), file);
    EXPECT_FALSE(request.contains("hashOfCorrectedInvoice"));
    const Json correction = invoiceRequest(file, key, true, messageDigestOf("old"));
    EXPECT_EQ(differences(correction, "SendInvoiceRequest"), std::set<std::string>());
    EXPECT_EQ(correction["hashOfCorrectedInvoice"].text(), messageDigestOf("old"));
    EXPECT_TRUE(correction["offlineMode"].boolean());
}

TEST(Refusals, AreReadInBothForms) {
    const Problem old = problemIn(Json::parse(R"({"exception":{"exceptionDetailList":[{"exceptionCode":21405,
        "exceptionDescription":"Błąd","details":["a","b"]}]}})"));
    EXPECT_EQ(old.code, "21405");
    EXPECT_EQ(old.text, "Błąd: a; b");
    const Problem now = problemIn(Json::parse(R"({"errors":[{"code":21180,"description":"Status"}]})"));
    EXPECT_EQ(now.code, "21180");
    EXPECT_EQ(now.text, "Status");
    const Problem forbidden =
        problemIn(Json::parse(R"({"reasonCode":"missing-permissions","detail":"Brak"})"));
    EXPECT_EQ(forbidden.code, "missing-permissions");
    EXPECT_EQ(forbidden.text, "Brak");
    EXPECT_EQ(problemIn(Json(nullptr)).text, "");
    EXPECT_EQ(problemIn(Json::parse(R"({"errors":7})")).text, "");
}

TEST(Statuses, OfTheContractHaveAMeaning) {
    const std::string text =
        contract()["components"]["schemas"]["SessionInvoiceStatusResponse"]["properties"]["status"].textOr(
            "description");
    for (const int code : {100, 150, 200, 405, 410, 415, 430, 435, 440, 450, 500, 550}) {
        EXPECT_NE(text.find("| " + std::to_string(code) + " |"), std::string::npos) << code;
    }
    EXPECT_EQ(progressOf(100), Progress::Waiting);
    EXPECT_EQ(progressOf(150), Progress::Waiting);
    EXPECT_EQ(progressOf(160), Progress::Waiting) << "a step that the contract does not know";
    EXPECT_EQ(progressOf(200), Progress::Accepted);
    EXPECT_EQ(progressOf(440), Progress::Duplicate);
    for (const int again : {405, 435, 500, 550}) {
        EXPECT_EQ(progressOf(again), Progress::Again) << again;
    }
    for (const int refused : {410, 415, 430, 450, 499}) {
        EXPECT_EQ(progressOf(refused), Progress::Refused) << refused;
    }
}

} // namespace
} // namespace svc::pl_ksef
