#include "sealing/sha256.hpp"

#include <gtest/gtest.h>

namespace svc::sealing {
namespace {

TEST(Sha256, IsThatOfThePiecesOneBehindTheOther) {
    // FIPS 180-4, one block.
    EXPECT_EQ(sha256({"abc"}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256({"a", "", "bc"}), sha256({"abc"}));
    EXPECT_EQ(sha256({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

} // namespace
} // namespace svc::sealing
