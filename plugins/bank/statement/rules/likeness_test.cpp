#include <gtest/gtest.h>

#include "statement/rules/likeness.hpp"

namespace svc::bank {
namespace {

LineTraits traits(const std::string& text) {
    return {.words = wordsOf(text)};
}

LineTraits withId(const std::string& text, const std::string& endToEndId) {
    LineTraits line = traits(text);
    line.endToEndId = endToEndId;
    return line;
}

LineTraits withAccount(const std::string& text, const std::string& account) {
    LineTraits line = traits(text);
    line.account = account;
    return line;
}

constexpr const char* OurIban = "DE89370400440532013000";
constexpr const char* TheirIban = "GB82WEST12345698765432";

TEST(Likeness, WordsAreLongOrHaveDigits) {
    EXPECT_EQ(wordsOf("Café du Port, n° 7 / Café"), (std::vector<std::string>{"7", "cafe", "port"}));
}

TEST(Likeness, AReferenceInCommonIsEnough) {
    LineTraits one = traits("Rent");
    LineTraits other = traits("Miete");
    EXPECT_EQ(likenessOf(one, other), Likeness::Unsure);
    one.references = {"A1", "B2"};
    other.references = {"B2"};
    EXPECT_EQ(likenessOf(one, other), Likeness::Same);
    EXPECT_EQ(likenessOf(withId("", "ORDER20261102X"), withId("", "ORDER20261102")), Likeness::Same);
}

TEST(Likeness, DifferentPaymentsAndPartiesAreOthers) {
    EXPECT_EQ(likenessOf(withId("Rent", "A1"), withId("Rent", "A2")), Likeness::Other);
    EXPECT_EQ(likenessOf(withAccount("Rent", OurIban), withAccount("Rent", TheirIban)), Likeness::Other);
    LineTraits batch = withAccount("Rent", TheirIban);
    batch.isBatch = true;
    EXPECT_EQ(likenessOf(withAccount("Rent", OurIban), batch), Likeness::Alike) << "one of several parties";
}

TEST(Likeness, AccountsAndWordsMakeAlike) {
    EXPECT_EQ(likenessOf(withAccount("", OurIban), withAccount("", "532013000")), Likeness::Alike);
    EXPECT_EQ(likenessOf(traits("VIR HOTEL DES QUAIS INV-2026-9"), traits("Hôtel des Quais")),
              Likeness::Alike);
    EXPECT_EQ(likenessOf(traits("VIR HOTEL DES QUAIS LILLE"), traits("Hotel Miramar Nice France")),
              Likeness::Unsure);
    EXPECT_EQ(likenessOf(traits(""), traits("")), Likeness::Unsure);
}

TEST(Likeness, SurePairsComeFirstAndEachLineIsTakenOnce) {
    const std::vector<LineTraits> stored{traits("Parking"), withId("Parking", "P2")};
    const Pairing pairing =
        pairLines({withId("Parking", "P2"), traits("Parking"), traits("Parking")}, stored, false);
    EXPECT_EQ(pairing.same, (std::vector<std::optional<std::size_t>>{1, 0, std::nullopt}));
    EXPECT_EQ(pairing.possible, std::vector<std::optional<std::size_t>>(3)) << "one payment more";
}

TEST(Likeness, WhatNothingTellsIsPossibleUnlessTheBalancesProveIt) {
    const std::vector<std::optional<std::size_t>> none(1);
    const std::vector<std::optional<std::size_t>> first{0};
    const Pairing unsure = pairLines({traits("Fee")}, {traits("Frais")}, false);
    EXPECT_EQ(unsure.same, none);
    EXPECT_EQ(unsure.possible, first);
    EXPECT_EQ(pairLines({traits("Fee")}, {traits("Frais")}, true).same, first);
    EXPECT_EQ(pairLines({withId("Fee", "A1")}, {withId("Fee", "A2")}, true).same, none);
}

} // namespace
} // namespace svc::bank
