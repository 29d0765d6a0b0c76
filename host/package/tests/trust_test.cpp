#include "host/package/trust.hpp"

#include "host/config/mistake.hpp"
#include "host/core/sha256.hpp"
#include "host/package/candidate.hpp"
#include "package_fixture.hpp"

namespace svc::host::package {
namespace {

using testing::HasSubstr;

class TrustFiles : public Packages {
protected:
    std::string refused() const {
        const Trust read = trust();
        return refusalOf([&] { verifyFile(file_, read); });
    }
    std::string mistakes() const {
        try {
            trust();
            return "";
        } catch (const config::ConfigError& error) {
            return error.what();
        }
    }

    const fs::path file_ = packed("1.4.2");
};

TEST_F(TrustFiles, NobodyIsTrustedUnlessAFileSaysSo) {
    EXPECT_EQ(refused(), "");
    fs::remove(trustFolder() / "acme.yaml");
    EXPECT_EQ(refused(), "signature-untrusted:" + keyId("acme"));
    fs::remove_all(trustFolder());
    EXPECT_EQ(refused(), "signature-untrusted:" + keyId("acme"));
}

TEST_F(TrustFiles, AKeyIsBoundToPluginsAndKinds) {
    trustAcme("ids: [acme-mail]\nkinds: [connector]\n");
    EXPECT_EQ(refused(), "publisher-not-allowed:acme-pay");
    trustAcme("ids: [\"acme-*\"]\nkinds: [regime, module]\n");
    EXPECT_EQ(refused(), "kind-not-allowed:connector");
    write(trustFolder() / "acme.yaml", "publisher: emca\nkeys: [ { id: \"" + keyId("acme") +
                                           "\", file: acme.pub } ]\nids: [\"*\"]\nkinds: [connector]\n");
    EXPECT_EQ(refused(), "publisher-not-allowed:acme-pay");
}

TEST_F(TrustFiles, AKeyHasItsTime) {
    write(trustFolder() / "acme.yaml", "publisher: acme\nkeys: [ { id: \"" + keyId("acme") +
                                           "\", file: acme.pub, until: 2026-09-20 } ]\nids: [\"*\"]\n"
                                           "kinds: [connector]\n");
    EXPECT_EQ(refused(), "key-expired:" + keyId("acme"));
}

TEST_F(TrustFiles, WhatWasSignedCanBeRevoked) {
    const std::string usual = "ids: [\"acme-*\"]\nkinds: [connector]\n";
    trustAcme(usual + "revoked: [ { version: \"acme-pay 1.4.1\", reason: leaks tokens } ]\n");
    EXPECT_EQ(refused(), "");
    trustAcme(usual + "revoked: [ { version: \"acme-pay 1.4.2\", reason: leaks tokens } ]\n");
    EXPECT_EQ(refused(), "revoked:leaks tokens");
    trustAcme(usual + "revoked: [ { manifest: " + sha256Hex(readSealed(file_).manifest) +
              ", reason: stolen } ]\n");
    EXPECT_EQ(refused(), "revoked:stolen");
    trustAcme(usual + "revoked: [ { key: \"" + keyId("acme") + "\", reason: stolen } ]\n");
    EXPECT_EQ(refused(), "revoked:stolen");
}

TEST_F(TrustFiles, AllMistakesAreNamedAtOnce) {
    write(trustFolder() / "acme.yaml",
          "publisher: acme\nkeys:\n  - { id: 0011223344556677, file: acme.pub }\n"
          "  - { id: \"12\", file: none.pub }\nkinds: [driver]\n"
          "permissionsAtMost: [http, everything]\nid: [x]\n");
    const std::string text = mistakes();
    EXPECT_THAT(text, HasSubstr("acme.yaml:3: keys.id: found 0011223344556677, expected " + keyId("acme")));
    EXPECT_THAT(text, HasSubstr("acme.yaml:4: keys.file: found "));
    EXPECT_THAT(text, HasSubstr("acme.yaml:5: kinds"));
    EXPECT_THAT(text, HasSubstr("acme.yaml:6: permissionsAtMost"));
    EXPECT_THAT(text, HasSubstr("acme.yaml:7: id"));
}

TEST_F(TrustFiles, AWrongSignatureOfAKnownKeyRefusesAtOnce) {
    makeKey("other");
    const Key acme = Key::readPrivate(keyFile("acme"));
    const Key other = Key::readPrivate(keyFile("other"));
    Sealed sealed = readSealed(file_);
    const std::string good = sealed.signature;
    std::string wrong = good;
    wrong[wrong.size() - 2] = wrong[wrong.size() - 2] == '0' ? '1' : '0';
    const Trust read = trust();
    const auto refusedWith = [&](const std::string& signature) {
        sealed.signature = signature;
        return refusalOf([&] { read.admit(sealed); });
    };
    EXPECT_EQ(refusedWith(other.sign(sealed.manifest) + '\n' + good), "");
    EXPECT_EQ(refusedWith(good + wrong), "signature-wrong:" + acme.id());
    EXPECT_EQ(refusedWith(good.substr(0, good.size() - 1)), "signature-syntax");
    EXPECT_EQ(refusedWith(""), "signature-syntax");
    EXPECT_EQ(refusedWith(good + good + good + good + good), "signature-syntax");
    std::string upper = good;
    upper.replace(8, 16, "0123456789ABCDEF");
    EXPECT_EQ(refusedWith(upper), "signature-syntax");
}

} // namespace
} // namespace svc::host::package
