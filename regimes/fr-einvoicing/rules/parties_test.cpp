#include "rules/parties.hpp"

#include <gtest/gtest.h>

namespace svc::fr_einvoicing {
namespace {

TEST(Parties, AreRoutedByTheirOwnAddressElseByTheirSiren) {
    EXPECT_EQ(addressOf({.registrationNumber = "12345678200077", .peppolId = "0088:7300010000001"}),
              "0088:7300010000001");
    EXPECT_EQ(addressOf({.registrationNumber = "12345678200077"}), "0225:123456782");
    EXPECT_EQ(addressOf({.vatNumber = "DE123456789"}), "");
}

TEST(Parties, AreNotRoutedToAnEmailAddress) {
    EXPECT_EQ(addressOf({.registrationNumber = "12345678200077", .peppolId = "EM:books@quais.example"}),
              "0225:123456782");
    EXPECT_EQ(addressOf({.peppolId = "EM:anne@quais.example"}), "");
    EXPECT_EQ(buyerOf(Party{.country = "FR", .peppolId = "EM:anne@quais.example"}), Buyer::Consumer);
    EXPECT_EQ(buyerOf(Party{.country = "BE", .peppolId = "EM:anne@quais.example"}), Buyer::Consumer);
    EXPECT_EQ(buyerOf(Party{.country = "BE", .peppolId = "0208:0403170701"}), Buyer::Foreign);
}

} // namespace
} // namespace svc::fr_einvoicing
