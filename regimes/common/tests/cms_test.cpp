// Signed messages, verified by the program openssl.
#include "keys/cms.hpp"

#include "tests/made_keys.hpp"

namespace svc::keys {
namespace {

/// Longer than a single DER length octet can say, with every byte that a text mode would change.
const std::string Content =
    "<FatturaElettronica>\r\n\n" + std::string(70000, 'x') + std::string(1, '\0') + "\xff";

class Cms : public MadeKeys {
protected:
    /// Does openssl verify the signature, and the certificate that the attributes name?
    bool verifies(const std::string& message) {
        write("file.p7m", message);
        return run("openssl cms -verify -cades -binary -inform DER -in file.p7m -CAfile crt.pem -purpose any"
                   " -out content") == 0;
    }
};

TEST_F(Cms, HoldsTheContentSignedByEveryKindOfKey) {
    for (const char* kind : KindsOfKeys) {
        const std::string message = signedMessage(Content, makeKey(kind), at_);
        EXPECT_TRUE(verifies(message)) << kind << '\n' << file("out");
        EXPECT_EQ(file("content"), Content) << kind;
    }
}

TEST_F(Cms, CoversTheContentAndTheSignedAttributes) {
    const std::string message = signedMessage(Content, makeKey("rsa:2048"), at_);
    ASSERT_TRUE(verifies(message)) << file("out");
    EXPECT_FALSE(verifies(replaced(message, "Fattura", "fattura")));
    EXPECT_FALSE(verifies(replaced(message, "261120091201Z", "261120091202Z")));
    makeKey("rsa:2048");
    EXPECT_FALSE(verifies(message)) << "the certificate is of nobody who is trusted";
}

TEST_F(Cms, IsWrittenInDer) {
    for (const char* kind : KindsOfKeys) {
        write("file.p7m", signedMessage(Content, makeKey(kind), at_));
        EXPECT_EQ(run("openssl asn1parse -inform DER -in file.p7m"), 0) << file("out");
        EXPECT_EQ(file("out").find("inf"), std::string::npos) << "a length is not told";
    }
}

TEST_F(Cms, NamesTheCertificateByItsDigest) {
    for (const char* kind : KindsOfKeys) {
        ASSERT_TRUE(verifies(signedMessage(Content, makeKey(kind), at_)));
        ASSERT_EQ(run("openssl cms -cmsout -print -inform DER -in file.p7m"), 0) << file("out");
        const std::string printed = file("out");
        for (const char* attribute :
             {"signingCertificateV2", "signingTime", "messageDigest", "contentType"}) {
            EXPECT_NE(printed.find(attribute), std::string::npos) << attribute;
        }
    }
}

TEST_F(Cms, RefusesWhatCannotBeSigned) {
    const HeldKey key = makeKey("rsa:2048");
    EXPECT_THROW(signedMessage(Content, {.chainPem = "", .sign = key.sign}, at_), SigningFault);
    const auto silent = [](std::string_view, std::string_view) { return std::string(); };
    EXPECT_THROW(signedMessage(Content, {.chainPem = key.chainPem, .sign = silent}, at_), SigningFault);
    EXPECT_THROW(signedMessage(Content, makeKey("ec -pkeyopt ec_paramgen_curve:secp256k1"), at_),
                 SigningFault);
}

} // namespace
} // namespace svc::keys
