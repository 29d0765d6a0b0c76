#include "sale/rules/reference.hpp"

#include <gtest/gtest.h>

namespace svc::sales {
namespace {

bool isValid(const std::string& reference) {
    return mod97(reference.substr(4) + reference.substr(0, 4)) == 1;
}

TEST(CreditorReference, hasTheCheckDigitsOfTheStandard) {
    // The example of ISO 11649.
    EXPECT_EQ(creditorReference("539007547034"), "RF18539007547034");
}

TEST(CreditorReference, keepsLettersAndDigitsOfTheNumber) {
    const std::string reference = creditorReference("INV-2026-000123");
    EXPECT_EQ(reference.substr(4), "INV2026000123");
    EXPECT_TRUE(isValid(reference)) << reference;
}

TEST(CreditorReference, isValidForNumbersOfAnyPattern) {
    for (const char* number : {"FA26-00001", "tkt-lil-2026-000001", "DRAFT", "1", "INV/2026/0099"}) {
        EXPECT_TRUE(isValid(creditorReference(number))) << number;
    }
}

TEST(CreditorReference, keepsTheEndOfALongNumber) {
    const std::string reference = creditorReference("ABCDEFGHIJKLMNOPQRSTUVWXYZ-2026-000123");
    EXPECT_EQ(reference.size(), 25U);
    EXPECT_EQ(reference.substr(15), "2026000123");
    EXPECT_TRUE(isValid(reference));
}

TEST(CreditorReference, isEmptyWithoutLettersAndDigits) {
    EXPECT_EQ(creditorReference("---"), "");
}

} // namespace
} // namespace svc::sales
