#include <svc/money.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "decimal_text.hpp"

namespace svc {
namespace {

TEST(Currency, knowsTheDecimalsOfIso4217) {
    for (const char* code : {"EUR", "USD", "CHF", "MAD", "MRU", "MGA", "GBP"}) {
        EXPECT_EQ(Currency::of(code).digits(), 2) << code;
    }
    for (const char* code : {"XOF", "XAF", "JPY", "GNF", "RWF", "KMF", "DJF", "XPF", "KRW"}) {
        EXPECT_EQ(Currency::of(code).digits(), 0) << code;
    }
    for (const char* code : {"TND", "KWD", "BHD", "JOD", "LYD", "OMR", "IQD"}) {
        EXPECT_EQ(Currency::of(code).digits(), 3) << code;
    }
}

TEST(Currency, isFoundByEveryCodeOfTheTableInOrder) {
    for (std::size_t i = 0; i < Currency::Count; ++i) {
        const Currency currency = Currency::at(i);
        EXPECT_EQ(Currency::parse(currency.code()), currency);
        if (i > 0) {
            EXPECT_LT(Currency::at(i - 1).code(), currency.code());
        }
    }
}

TEST(Currency, refusesWhatIsNoNationalCurrency) {
    for (const char* code : {"", "E", "EU", "EURO", "eur", "EUr", "XXX", "XTS", "XAU", "XDR", "CHE", "CLF",
                             "UYW", "HRK", "ZZZ", "AAA", "2AF"}) {
        EXPECT_FALSE(Currency::parse(code)) << code;
    }
    EXPECT_THROW(static_cast<void>(Currency::of("HRK")), std::invalid_argument);
    EXPECT_TRUE(Currency().isNone());
    EXPECT_EQ(Currency().code(), "XXX");
}

TEST(Money, readsMajorUnitsExactly) {
    EXPECT_EQ(Money::fromMajor(decimal("19.99"), Currency::of("EUR"))->minor(), 1999);
    EXPECT_EQ(Money::fromMajor(decimal("1e2"), Currency::of("XOF"))->minor(), 100);
    EXPECT_EQ(Money::fromMajor(decimal("0.001"), Currency::of("TND"))->minor(), 1);
    EXPECT_EQ(Money::fromMajor(decimal("1.500"), Currency::of("EUR"))->minor(), 150);
    EXPECT_EQ(majorFromMinor(1999, Currency::of("EUR")).toString(), "19.99");
    EXPECT_EQ(majorFromMinor(-5, Currency::of("TND")).toString(), "-0.005");
}

TEST(Money, refusesMoreDecimalsThanTheCurrencyHas) {
    EXPECT_FALSE(Money::fromMajor(decimal("19.999"), Currency::of("EUR")));
    EXPECT_FALSE(Money::fromMajor(decimal("0.5"), Currency::of("XOF")));
    EXPECT_FALSE(Money::fromMajor(decimal("0.0001"), Currency::of("TND")));
}

TEST(Money, refusesAmountsOutOfRange) {
    const Currency euro = Currency::of("EUR");
    EXPECT_EQ(Money::fromMajor(decimal("10000000000000"), euro)->minor(), MaxMinor);
    EXPECT_EQ(Money::fromMajor(decimal("-10000000000000"), euro)->minor(), -MaxMinor);
    EXPECT_FALSE(Money::fromMajor(decimal("10000000000000.01"), euro));
    EXPECT_FALSE(Money::fromMajor(decimal("1e36"), euro));
    EXPECT_THROW(static_cast<void>(Money(MaxMinor, euro) + Money(1, euro)), DecimalError);
    EXPECT_THROW(static_cast<void>(Money(-MaxMinor, euro) - Money(1, euro)), DecimalError);
}

TEST(Money, doesNotMixCurrencies) {
    const Money euro(100, Currency::of("EUR"));
    const Money dollar(100, Currency::of("USD"));
    EXPECT_THROW(static_cast<void>(euro + dollar), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(euro < dollar), std::invalid_argument);
    EXPECT_NE(euro, dollar);
    EXPECT_LT(euro, euro + euro);
    EXPECT_EQ((euro - euro).isZero(), true);
}

TEST(UnitPrice, mayHaveFourDecimalsMoreThanTheCurrency) {
    EXPECT_EQ(minorFromUnitPrice(decimal("0.0125"), Currency::of("EUR"))->toString(), "1.25");
    EXPECT_EQ(minorFromUnitPrice(decimal("0.000001"), Currency::of("EUR"))->toString(), "0.0001");
    EXPECT_EQ(minorFromUnitPrice(decimal("1.2345"), Currency::of("XOF"))->toString(), "1.2345");
    EXPECT_FALSE(minorFromUnitPrice(decimal("0.0000001"), Currency::of("EUR")));
    EXPECT_FALSE(minorFromUnitPrice(decimal("1e30"), Currency::of("EUR")));
}

TEST(Rounding, goesHalfAwayFromZero) {
    EXPECT_EQ(roundedRatio(5, 10), 1);
    EXPECT_EQ(roundedRatio(-5, 10), -1);
    EXPECT_EQ(roundedRatio(4, 10), 0);
    EXPECT_EQ(roundedRatio(14, -10), -1);
    EXPECT_EQ(roundedRatio(detail::powerOfTen(30) + 5, detail::powerOfTen(16)), 100'000'000'000'000);
    EXPECT_THROW(static_cast<void>(roundedRatio(1, 0)), DecimalError);
    EXPECT_THROW(static_cast<void>(roundedRatio(MaxMinor + Int128{1}, 1)), DecimalError);
}

std::vector<std::int64_t> spread(std::int64_t total, const std::vector<std::int64_t>& weights) {
    return allocate(total, weights);
}

TEST(Allocate, givesWhatIsLeftToTheLargestRemaindersAndTheFirstOnATie) {
    using Parts = std::vector<std::int64_t>;
    EXPECT_EQ(spread(100, {1, 1, 1}), (Parts{34, 33, 33}));
    EXPECT_EQ(spread(-100, {1, 1, 1}), (Parts{-34, -33, -33}));
    EXPECT_EQ(spread(5, {3, 7}), (Parts{2, 3}));
    EXPECT_EQ(spread(10, {1, 2, 4}), (Parts{1, 3, 6}));
    EXPECT_EQ(spread(1, {0, 5, 5}), (Parts{0, 1, 0}));
    EXPECT_EQ(spread(100, {-1, -1, -1}), (Parts{34, 33, 33}));
    EXPECT_EQ(spread(0, {5, -5}), (Parts{0, 0}));
    EXPECT_EQ(spread(3, {0, 0}), (Parts{2, 1}));
    EXPECT_EQ(spread(7, {}), (Parts{}));
}

TEST(Allocate, addsUpAndStaysWithinOneUnitOfTheExactShare) {
    std::mt19937_64 random(11);
    std::uniform_int_distribution<std::int64_t> totals(-10'000'000, 10'000'000);
    std::uniform_int_distribution<std::int64_t> weight(0, 1'000'000);
    std::uniform_int_distribution<std::size_t> sizes(1, 12);
    for (int i = 0; i < 20'000; ++i) {
        std::vector<std::int64_t> weights(sizes(random));
        for (std::int64_t& w : weights) {
            w = weight(random);
        }
        weights[0] += 1;
        const std::int64_t total = totals(random);
        const std::int64_t sum = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
        const auto parts = allocate(total, weights);
        ASSERT_EQ(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}), total);
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const Int128 off = Int128{parts[k]} * sum - Int128{total} * weights[k];
            ASSERT_LT(off < 0 ? -off : off, sum);
        }
    }
}

} // namespace
} // namespace svc
