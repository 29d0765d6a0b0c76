// Enveloped signatures, verified by the program xmlsec1. It shares only libxml2 and OpenSSL with the signing
// code.
#include <svc/encoding.hpp>

#include "keys/key_file.hpp"
#include "sealing/sha256.hpp"
#include "tests/made_keys.hpp"
#include "xades/signing.hpp"
#include "xml/xml_document.hpp"

namespace svc::xades {
namespace {

using keys::MadeKeys;
using keys::replaced;

/// Namespaces and attributes in every place, a comment, an instruction, characters of two and four bytes.
constexpr const char* Sample =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- outside --><?style x?>\n"
    "<p:Invoice xmlns:p=\"urn:p\" xmlns:unused=\"urn:unused\" version=\"FPA12\" p:b=\"2\" a=\"1\">\n"
    "\t<Header xmlns=\"urn:h\" xml:lang=\"it\"><!-- inside --><Name>Libert\xc3\xa0 &amp; &lt;Figli&gt; "
    "\xf0\x9f\x98\x80</Name></Header>\n\t<Empty/>&#13;\n</p:Invoice>\n";

class Xades : public MadeKeys {
protected:
    /// Does xmlsec1 verify the signature and both references?
    bool verifies(const std::string& document) {
        write("signed.xml", document);
        return run("xmlsec1 --verify --id-attr:Id http://uri.etsi.org/01903/v1.3.2#:SignedProperties"
                   " --trusted-pem crt.pem --enabled-key-data x509 signed.xml") == 0;
    }
};

TEST_F(Xades, VerifierIsInstalled) {
    ASSERT_EQ(run("xmlsec1 --version"), 0) << "the package xmlsec1 of host/packages.list is missing";
}

TEST_F(Xades, SignsInBothCanonicalFormsWithEveryKindOfKey) {
    for (const char* kind : keys::KindsOfKeys) {
        const HeldKey key = makeKey(kind);
        for (const Canonical canonical : {Canonical::Exclusive, Canonical::Inclusive}) {
            for (const CertificateReference reference :
                 {CertificateReference::V1, CertificateReference::V2}) {
                const std::string document =
                    signEnveloped(Sample, key, at_, {.canonical = canonical, .reference = reference});
                EXPECT_TRUE(verifies(document)) << kind << '\n' << file("out") << document;
            }
        }
    }
}

TEST_F(Xades, CoversTheDocumentAndTheSignedProperties) {
    const std::string document =
        signEnveloped(Sample, makeKey("rsa:2048"), at_, {.mimeType = "text/xml", .description = "Fattura"});
    ASSERT_TRUE(verifies(document)) << file("out");
    EXPECT_FALSE(verifies(replaced(document, "FPA12", "FPR12")));
    EXPECT_FALSE(verifies(replaced(document, "Figli", "figli")));
    EXPECT_FALSE(verifies(replaced(document, "09:12:01Z", "09:12:02Z")));
    EXPECT_FALSE(verifies(replaced(document, ">Fattura<", ">Nota<")));
}

TEST_F(Xades, SaysWhenAndByWhichCertificate) {
    const HeldKey key = makeKey("rsa:2048");
    const auto document = xml::XmlDocument::parse(
        signEnveloped(Sample, key, at_, {.reference = CertificateReference::V1, .id = "doc-1"}));
    ASSERT_TRUE(document);
    const auto signature = document->root().child("Signature");
    ASSERT_TRUE(signature);
    EXPECT_EQ(signature->attribute("Id"), "doc-1-signature");
    const auto properties = signature->find("SignedProperties");
    ASSERT_TRUE(properties);
    EXPECT_EQ(properties->find("SigningTime")->text(), "2026-11-20T09:12:01Z");
    EXPECT_EQ(properties->find("X509IssuerName")->text(), "CN=Firma,O=Prova\\, S.r.l.,C=IT");
    EXPECT_EQ(properties->find("X509SerialNumber")->text(), "20988295479420645121");
    const std::string der = base64Decode(signature->find("X509Certificate")->text()).value();
    EXPECT_EQ(base64Decode(properties->find("CertDigest")->textOf("DigestValue")),
              hexDecode(sealing::sha256({der})));
    const auto opened = keys::openKeyFile(file("key.pem") + file("crt.pem"), "");
    EXPECT_EQ(der, opened->certificate->der);
}

TEST_F(Xades, RefusesWhatCannotBeSigned) {
    const HeldKey key = makeKey("rsa:2048");
    for (const char* text : {"", "<a>", "<!DOCTYPE a><a/>"}) {
        EXPECT_THROW(signEnveloped(text, key, at_), SigningFault) << text;
    }
    EXPECT_THROW(signEnveloped(Sample, {.chainPem = "", .sign = key.sign}, at_), SigningFault);
    EXPECT_THROW(signEnveloped(Sample, key, at_, {.id = "a'b"}), SigningFault);
    const auto silent = [](std::string_view, std::string_view) { return std::string(); };
    EXPECT_THROW(signEnveloped(Sample, {.chainPem = key.chainPem, .sign = silent}, at_), SigningFault);
    EXPECT_THROW(signEnveloped(Sample, makeKey("ec -pkeyopt ec_paramgen_curve:secp256k1"), at_),
                 SigningFault);
}

} // namespace
} // namespace svc::xades
