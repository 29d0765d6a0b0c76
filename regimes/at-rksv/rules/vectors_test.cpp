// The receipts of the official scenarios and of the specification, byte by byte.
#include "rules/vectors.hpp"

#include <svc/testing/vectors.hpp>

#include "rules/receipt.hpp"

namespace svc::rksv {
namespace {

TEST(Vectors, AreMadeAsTheReferenceMakesThem) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS, checkVector);
}

TEST(CheckValue, IsOfThreeBytes) {
    EXPECT_EQ(checkValueOf(std::string(32, '\0')).size(), 4U);
}

} // namespace
} // namespace svc::rksv
