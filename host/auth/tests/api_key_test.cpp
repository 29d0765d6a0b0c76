#include "host/auth/api_key.hpp"

#include "host/auth/digest.hpp"
#include "host/auth/session_token.hpp"

#include <svc/encoding.hpp>

#include <gtest/gtest.h>

#include <set>

namespace svc::host::auth {
namespace {

TEST(ApiKey, HasAMarkerAndFortyCharacters) {
    const std::string live = makeApiKey(KeyMode::Live);
    const std::string test = makeApiKey(KeyMode::Test);
    EXPECT_TRUE(live.starts_with("svc_live_"));
    EXPECT_TRUE(test.starts_with("svc_test_"));
    EXPECT_EQ(live.size(), 49U);
    EXPECT_EQ(test.size(), 49U);
    EXPECT_EQ(live.find_first_not_of(Base62Alphabet, 9), std::string::npos);
}

TEST(ApiKey, EndsWithTheChecksumOfAllBeforeItMarkerIncluded) {
    const std::string key = makeApiKey(KeyMode::Live);
    EXPECT_EQ(key.substr(43), base62Encode(crc32(key.substr(0, 43)), 6));
}

TEST(ApiKey, IsRecognisedWhenItWasMadeHere) {
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(isApiKey(makeApiKey(i % 2 == 0 ? KeyMode::Live : KeyMode::Test)));
    }
}

TEST(ApiKey, IsRefusedWithOneCharacterMistyped) {
    const std::string key = makeApiKey(KeyMode::Live);
    for (std::size_t i = 9; i < key.size(); ++i) {
        std::string mistyped = key;
        mistyped[i] = mistyped[i] == 'a' ? 'b' : 'a';
        EXPECT_FALSE(isApiKey(mistyped)) << i;
    }
}

TEST(ApiKey, IsRefusedWhenItsMarkerWasExchanged) {
    std::string key = makeApiKey(KeyMode::Test);
    key.replace(0, 9, "svc_live_");
    EXPECT_FALSE(isApiKey(key));
}

TEST(ApiKey, IsRefusedWithAnotherLengthOrCharacter) {
    const std::string key = makeApiKey(KeyMode::Live);
    EXPECT_FALSE(isApiKey(""));
    EXPECT_FALSE(isApiKey(key + "0"));
    EXPECT_FALSE(isApiKey(key.substr(0, 48)));
    std::string withHyphen = key.substr(0, 20) + "-" + key.substr(21, 22);
    EXPECT_FALSE(isApiKey(withHyphen + keyChecksum(withHyphen)));
}

TEST(ApiKey, ShowsItsMarkerAndFourCharacters) {
    EXPECT_EQ(apiKeyPrefix("svc_live_Ab3xYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY"), "svc_live_Ab3x");
}

TEST(ApiKey, IsNeverMadeTwice) {
    std::set<std::string> keys;
    for (int i = 0; i < 1000; ++i) {
        keys.insert(makeApiKey(KeyMode::Live));
    }
    EXPECT_EQ(keys.size(), 1000U);
}

TEST(Digest, IsTheSha256OfTheBytes) {
    EXPECT_EQ(hexEncode(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digestParameter("").substr(0, 10), "\\xe3b0c442");
}

TEST(SessionToken, HasAMarkerAndFortyCharacters) {
    EXPECT_EQ(makeSessionToken().size(), 49U);
    EXPECT_TRUE(makeSessionToken().starts_with("svc_sess_"));
}

TEST(SessionToken, EndsTwelveHoursAfterItsLastUseAndThirtyDaysAfterItsCreation) {
    const Instant created = *Instant::parse("2026-11-20T09:30:00.000Z");
    const Instant limit = created + SessionAbsolute;
    EXPECT_EQ(sessionEnd(created, limit).toString(), "2026-11-20T21:30:00.000Z");
    EXPECT_EQ(sessionEnd(limit - Instant::Hour, limit), limit);
}

} // namespace
} // namespace svc::host::auth
