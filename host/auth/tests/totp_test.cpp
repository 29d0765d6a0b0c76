#include "host/auth/totp.hpp"

#include <gtest/gtest.h>

namespace svc::host::auth {
namespace {

constexpr std::string_view Secret = "12345678901234567890";

TEST(Totp, GivesTheCodesOfRfc6238) {
    EXPECT_EQ(totpCode(Secret, 59 / 30, 8), "94287082");
    EXPECT_EQ(totpCode(Secret, 1111111109 / 30, 8), "07081804");
    EXPECT_EQ(totpCode(Secret, 1234567890 / 30, 8), "89005924");
    EXPECT_EQ(totpCode(Secret, 20000000000 / 30, 8), "65353130");
}

TEST(Totp, AcceptsTheCodesOfThePresentAndTheNeighbouringSteps) {
    const std::string secret = base32Encode(Secret);
    const Instant now = Instant::fromMillis(1111111109000);
    const std::int64_t step = totpStep(now);
    EXPECT_EQ(matchTotp(secret, totpCode(Secret, step), now, 0), step);
    EXPECT_EQ(matchTotp(secret, totpCode(Secret, step - 1), now, 0), step - 1);
    EXPECT_EQ(matchTotp(secret, totpCode(Secret, step + 1), now, 0), step + 1);
    EXPECT_FALSE(matchTotp(secret, totpCode(Secret, step - 2), now, 0));
    EXPECT_FALSE(matchTotp(secret, "", now, 0));
}

TEST(Totp, AcceptsNoCodeTwice) {
    const std::string secret = base32Encode(Secret);
    const Instant now = Instant::fromMillis(1111111109000);
    const std::int64_t step = totpStep(now);
    EXPECT_FALSE(matchTotp(secret, totpCode(Secret, step), now, step));
    EXPECT_FALSE(matchTotp(secret, totpCode(Secret, step - 1), now, step));
}

TEST(Base32, FollowsRfc4648) {
    EXPECT_EQ(base32Encode("foobar"), "MZXW6YTBOI");
    EXPECT_EQ(base32Decode("mzxw6ytboi"), "foobar");
    EXPECT_FALSE(base32Decode("MZXW1"));
    EXPECT_EQ(makeTotpSecret().size(), 32U);
}

TEST(Totp, PrintsTheAddressForTheApplication) {
    EXPECT_EQ(totpAddress("ABC", "léa@x.example"),
              "otpauth://totp/svc:l%C3%A9a@x.example?secret=ABC&issuer=svc");
}

} // namespace
} // namespace svc::host::auth
