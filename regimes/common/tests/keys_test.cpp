// Private keys and certificates in the file formats in which authorities give them to companies.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "keys/key_file.hpp"
#include "keys/signing.hpp"

namespace svc::keys {
namespace {

namespace fs = std::filesystem;

/// Files that the openssl program writes.
class Keys : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "keys.XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ec.key -out ec.crt"
            " -days 365 -subj '/C=AT/O=Lumi\xc3\xa8re/CN=Till 1' -utf8");
        run("openssl req -x509 -newkey rsa:2048 -nodes -keyout rsa.key -out rsa.crt -days 30 -subj "
            "/CN=Other");
        run("openssl pkcs12 -export -inkey ec.key -in ec.crt -certfile rsa.crt -passout pass:open -out "
            "ec.p12");
        run("openssl rsa -in rsa.key -aes256 -passout pass:open -out locked.key");
    }
    void TearDown() override { fs::remove_all(folder_); }
    void run(const std::string& command) const {
        ASSERT_EQ(std::system(("cd '" + folder_.string() + "' && " + command + " 2>/dev/null").c_str()), 0)
            << command;
    }
    std::string file(const std::string& name) const {
        std::ifstream in(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    fs::path folder_;
};

TEST_F(Keys, AreReadFromPkcs12) {
    const auto opened = openKeyFile(file("ec.p12"), "open");
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->kind, "EC P-256");
    ASSERT_TRUE(opened->certificate);
    EXPECT_EQ(opened->certificate->subject, "CN=Till 1,O=Lumi\xc3\xa8re,C=AT");
    EXPECT_EQ(opened->certificate->issuer, opened->certificate->subject);
    EXPECT_EQ(opened->certificate->notAfter.millis() - opened->certificate->notBefore.millis(),
              365LL * 24 * 3600 * 1000);
    EXPECT_EQ(opened->certificate->sha256.size(), 64U);
    EXPECT_EQ(opened->chainPem.substr(0, file("ec.crt").size()), file("ec.crt"));
    EXPECT_GT(opened->chainPem.size(), file("ec.crt").size()) << "with the one that came along";
    EXPECT_FALSE(openKeyFile(file("ec.p12"), "shut"));
}

TEST_F(Keys, AreReadFromPemInAnyOrder) {
    const auto opened = openKeyFile(file("ec.crt") + file("rsa.crt") + file("rsa.key"), "");
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->kind, "RSA 2048");
    EXPECT_EQ(opened->certificate->subject, "CN=Other");
    EXPECT_TRUE(openKeyFile(file("locked.key"), "open"));
    EXPECT_FALSE(openKeyFile(file("locked.key"), "shut"));
    EXPECT_FALSE(openKeyFile(file("locked.key"), ""));
    EXPECT_FALSE(openKeyFile(file("rsa.key"), "")->certificate) << "a key may come without a certificate";
}

TEST_F(Keys, AreRefusedWhenTheyAreNone) {
    for (const std::string& text :
         {std::string(), std::string("hello"), std::string(4000, 'x'), file("ec.crt"),
          file("ec.crt") + file("rsa.key"), file("ec.p12").substr(0, 200)}) {
        EXPECT_FALSE(openKeyFile(text, "open"));
    }
}

TEST_F(Keys, SignAndVerify) {
    const auto elliptic = openKeyFile(file("ec.p12"), "open");
    const auto rsa = openKeyFile(file("rsa.key"), "");
    const std::array<std::pair<const KeyFile*, const char*>, 3> cases = {
        {{&*elliptic, "ES256"}, {&*rsa, "RS256"}, {&*rsa, "RS1"}}};
    for (const auto& [key, name] : cases) {
        const Algorithm algorithm = algorithmOf(name).value();
        const std::string signature =
            PrivateKey::read(key->privatePem).value().sign(algorithm, "what is said");
        EXPECT_EQ(signature.size(), key == &*rsa ? 256U : 64U);
        EXPECT_TRUE(verifies(key->publicDer, algorithm, "what is said", signature)) << name;
        EXPECT_FALSE(verifies(key->publicDer, algorithm, "what was said", signature)) << name;
        EXPECT_FALSE(verifies(key->publicDer, algorithm, "what is said", signature.substr(1))) << name;
        const KeyFile& other = key == &*rsa ? *elliptic : *rsa;
        EXPECT_FALSE(verifies(other.publicDer, algorithm, "what is said", signature)) << name;
        EXPECT_THROW(PrivateKey::read(other.privatePem)->sign(algorithm, "what is said"), std::runtime_error)
            << name;
    }
    EXPECT_FALSE(algorithmOf("none"));
}

} // namespace
} // namespace svc::keys
