// The receipts of the official scenarios and of the specification, byte by byte.
#include "rules/vectors.hpp"

#include <svc/testing/vectors.hpp>

#include "rules/receipt.hpp"

namespace svc::at_rksv {
namespace {

TEST(Vectors, AreMadeAsTheReferenceMakesThem) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS, checkVector);
}

TEST(KeptReceipt, TellsItsTillAndWhetherItIsTraining) {
    Receipt receipt;
    receipt.provider = "AT1";
    receipt.till = "KASSE-1";
    receipt.number = numberInCode("INV_1");
    receipt.time = "2026-11-20T10:12:01";
    const std::string key(32, 'k');
    EXPECT_EQ(tillOf(jwsOf(codeOf(receipt, key), "")), "KASSE-1");
    EXPECT_FALSE(isTraining(jwsOf(codeOf(receipt, key), "")));
    receipt.kind = Kind::Training;
    EXPECT_TRUE(isTraining(jwsOf(codeOf(receipt, key), "")));
}

TEST(CheckValue, IsOfThreeBytes) {
    EXPECT_EQ(checkValueOf(std::string(32, '\0')).size(), 4U);
}

} // namespace
} // namespace svc::at_rksv
