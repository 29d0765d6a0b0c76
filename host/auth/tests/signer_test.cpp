#include "host/auth/signer.hpp"

#include <gtest/gtest.h>
#include <svc/encoding.hpp>

namespace svc::host::auth {
namespace {

// The first of the test vectors of RFC 8032, section 7.1.
const std::string Seed = *hexDecode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");

TEST(Signer, SignsAsTheStandardDoes) {
    const Signer::Signature signature = Signer(KeySet{{1, Seed}}).sign("");
    EXPECT_EQ(hexEncode(signature.publicKey),
              "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    EXPECT_EQ(
        hexEncode(signature.bytes),
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b");
}

TEST(Signer, KnowsWhatWasChanged) {
    const Signer signer(KeySet{{1, Seed}});
    const Signer::Signature signature = signer.sign("digest 1");
    EXPECT_TRUE(Signer::holds(signature, "digest 1"));
    EXPECT_FALSE(Signer::holds(signature, "digest 2"));
    Signer::Signature other = signature;
    other.bytes[7] = static_cast<char>(other.bytes[7] ^ 1);
    EXPECT_FALSE(Signer::holds(other, "digest 1"));
    EXPECT_FALSE(Signer::holds({signature.publicKey, "short"}, "digest 1"));
    EXPECT_FALSE(Signer::holds({"short", signature.bytes}, "digest 1"));
}

TEST(Signer, SignsWithTheNewestKeyAndOwnsAll) {
    const std::string next(32, 'n');
    const Signer before(KeySet{{1, Seed}});
    const Signer after(KeySet{{1, Seed}, {2, next}});
    const std::string old = before.sign("text").publicKey;
    const std::string fresh = after.sign("text").publicKey;
    EXPECT_NE(old, fresh);
    EXPECT_TRUE(after.owns(old));
    EXPECT_TRUE(after.owns(fresh));
    EXPECT_FALSE(before.owns(fresh));
    EXPECT_FALSE(Signer(KeySet{{2, next}}).owns(old));
    EXPECT_TRUE(Signer(KeySet{{2, next}}, {Signer::publicKey(Seed)}).owns(old)) << "its public part is kept";
}

} // namespace
} // namespace svc::host::auth
