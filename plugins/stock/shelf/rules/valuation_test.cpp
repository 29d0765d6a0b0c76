#include "shelf/rules/valuation.hpp"

#include <cstdint>
#include <random>

#include <gtest/gtest.h>

namespace svc::stock {
namespace {

Decimal number(const char* text) {
    return Decimal::parse(text).value();
}

TEST(ValuationTest, AverageIsWeightedByQuantity) {
    Valuation valuation;
    EXPECT_EQ(valuation.put(number("10"), number("100")), 1000);
    EXPECT_EQ(valuation.put(number("30"), number("200")), 6000);
    EXPECT_EQ(valuation.average(), number("175"));
    EXPECT_EQ(valuation.value(), 7000);
}

TEST(ValuationTest, LeavingGoodsKeepTheAverage) {
    Valuation valuation;
    valuation.put(number("3"), number("333.3333"));
    EXPECT_EQ(valuation.value(), 1000);
    EXPECT_EQ(valuation.take(number("1")), -333);
    EXPECT_EQ(valuation.take(number("1")), -334);
    EXPECT_EQ(valuation.average(), number("333.3333"));
    EXPECT_EQ(valuation.take(number("1")), -333);
    EXPECT_EQ(valuation.value(), 0);
}

TEST(ValuationTest, CheapGoodsLoseNoValueByRounding) {
    Valuation valuation;
    valuation.put(number("1000"), number("0.4"));
    EXPECT_EQ(valuation.value(), 400);
    std::int64_t sum = 0;
    for (int i = 0; i < 500; ++i) {
        sum += valuation.take(number("1"));
    }
    EXPECT_EQ(sum, -200);
}

TEST(ValuationTest, TheAverageSurvivesAnEmptyShelf) {
    Valuation valuation;
    valuation.put(number("2"), number("50"));
    valuation.take(number("2"));
    EXPECT_EQ(valuation.value(), 0);
    EXPECT_EQ(valuation.average(), number("50"));
    valuation.put(number("1"), number("80"));
    EXPECT_EQ(valuation.average(), number("80"));
}

TEST(ValuationTest, MovementsAddUpToTheValueWhateverHappens) {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        Valuation valuation;
        std::int64_t sum = 0;
        for (int i = 0; i < 100; ++i) {
            const Decimal quantity(Int128{1 + static_cast<int>(random() % 5'000'000)}, 6);
            if (random() % 2 == 0 || valuation.quantity() < quantity) {
                sum += valuation.put(quantity, Decimal(Int128{static_cast<int>(random() % 100'000'000)}, 4));
            } else {
                sum += valuation.take(quantity);
            }
            ASSERT_EQ(sum, valuation.value());
            ASSERT_GE(valuation.value(), 0);
        }
        if (!valuation.quantity().isZero()) {
            sum += valuation.take(valuation.quantity());
        }
        EXPECT_EQ(sum, 0);
        EXPECT_EQ(valuation.value(), 0);
    }
}

TEST(ValuationTest, AValueThatIsNoAmountIsRefused) {
    Valuation valuation;
    EXPECT_THROW(valuation.put(number("99999999999999"), number("1000000000")), DecimalError);
}

} // namespace
} // namespace svc::stock
