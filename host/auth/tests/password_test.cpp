#include "host/auth/password.hpp"

#include <gtest/gtest.h>

namespace svc::host::auth {
namespace {

TEST(Password, NeedsTwelveCharacters) {
    EXPECT_FALSE(isStrongPassword("tr3s-court!"));
    EXPECT_TRUE(isStrongPassword("tr3s-long-ici"));
    // The minimum length is in characters, not bytes.
    EXPECT_FALSE(isStrongPassword("éèàùçéèà"));
}

TEST(Password, IsRefusedWhenItIsCommon) {
    EXPECT_FALSE(isStrongPassword("password1234"));
    EXPECT_FALSE(isStrongPassword("Password1234"));
    EXPECT_FALSE(isStrongPassword("motdepasse123"));
    EXPECT_FALSE(isStrongPassword("passwort1234"));
}

TEST(Password, IsRefusedWhenItIsOnePatternOrASequence) {
    EXPECT_FALSE(isStrongPassword("aaaaaaaaaaaaaa"));
    EXPECT_FALSE(isStrongPassword("abcabcabcabc"));
    EXPECT_FALSE(isStrongPassword("123456789012"));
    EXPECT_FALSE(isStrongPassword("abcdefghijklm"));
}

TEST(Password, IsVerifiedByItsHashOnly) {
    const std::string hash = hashPassword("bateau-lavoir-1906");
    EXPECT_TRUE(hash.starts_with("$scrypt$ln=15,r=8,p=3$")) << hash;
    EXPECT_TRUE(verifyPassword("bateau-lavoir-1906", hash));
    EXPECT_FALSE(verifyPassword("bateau-lavoir-1907", hash));
}

TEST(Password, HasAnotherHashEachTime) {
    EXPECT_NE(hashPassword("bateau-lavoir-1906"), hashPassword("bateau-lavoir-1906"));
}

TEST(Password, VerifiesHashesOfAnyCost) {
    const std::string heavy = hashPassword("bateau-lavoir-1906");
    setLightHashes(true);
    const std::string light = hashPassword("bateau-lavoir-1906");
    setLightHashes(false);
    EXPECT_TRUE(light.starts_with("$scrypt$ln=4,r=8,p=1$")) << light;
    for (const std::string& hash : {heavy, light}) {
        EXPECT_TRUE(verifyPassword("bateau-lavoir-1906", hash)) << hash;
        EXPECT_FALSE(verifyPassword("bateau-lavoir-1907", hash)) << hash;
    }
}

TEST(Password, IsNeverVerifiedByAHashOfUnknownForm) {
    EXPECT_FALSE(verifyPassword("bateau-lavoir-1906", ""));
    EXPECT_FALSE(verifyPassword("bateau-lavoir-1906", "$scrypt$ln=40,r=8,p=3$c2FsdA$aGFzaA"));
}

} // namespace
} // namespace svc::host::auth
