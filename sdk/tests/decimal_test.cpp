#include <svc/decimal.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "decimal_text.hpp"

namespace svc {
namespace {

TEST(Decimal, readsTheTextOfAJsonNumberExactly) {
    EXPECT_EQ(decimal("19.99").shifted(2).toInteger(), 1999);
    EXPECT_EQ(decimal("1e2").toInteger(), 100);
    EXPECT_EQ(decimal("1E+2").toInteger(), 100);
    EXPECT_EQ(decimal("125e-4").toString(), "0.0125");
    EXPECT_EQ(decimal("-0.5").toString(), "-0.5");
    EXPECT_EQ(decimal("0.000001").toString(), "0.000001");
    EXPECT_EQ(decimal("0e999").toString(), "0");
}

TEST(Decimal, hasNoNegativeZero) {
    EXPECT_EQ(decimal("-0").toString(), "0");
    EXPECT_EQ(decimal("-0.00").toString(), "0");
    EXPECT_EQ(decimal("-0").sign(), 0);
    EXPECT_EQ((-Decimal(0)).toString(), "0");
}

TEST(Decimal, refusesWhatIsNoJsonNumber) {
    for (const char* text : {"", "-", "+1", "01", "-01", ".5", "5.", "1e", "1e+", "1.e2", "NaN", "Infinity",
                             "0x1", " 1", "1 ", "1,5", "--1", "1e2.5"}) {
        EXPECT_FALSE(Decimal::parse(text)) << text;
    }
}

TEST(Decimal, refusesTooManyDigits) {
    EXPECT_FALSE(Decimal::parse("1e999"));
    EXPECT_FALSE(Decimal::parse("1e-999"));
    EXPECT_FALSE(Decimal::parse("1e99999999999999999999"));
    EXPECT_FALSE(Decimal::parse(std::string(38, '9')));
    EXPECT_FALSE(Decimal::parse("0." + std::string(37, '0') + "1"));
    EXPECT_FALSE(Decimal::parse("1" + std::string(30, '0') + "." + std::string(10, '0') + "1"));
    EXPECT_EQ(decimal(std::string(37, '9')).toString(), std::string(37, '9'));
    EXPECT_EQ(decimal("1e36").toString(), "1" + std::string(36, '0'));
    EXPECT_EQ(decimal("0." + std::string(36, '0') + "1").decimals(), 37);
    EXPECT_EQ(decimal("1." + std::string(1000, '0')).toString(), "1");
}

TEST(Decimal, comparesByValueWhateverTheScale) {
    EXPECT_EQ(Decimal(150, 2), Decimal(15, 1));
    EXPECT_LT(decimal("1.4999"), decimal("1.5"));
    EXPECT_GT(decimal("-1.4999"), decimal("-1.5"));
    EXPECT_LT(decimal("-1"), decimal("0.0001"));
    EXPECT_LT(decimal("1e36"), decimal("1000000000000000000000000000000000001"));
    EXPECT_GT(decimal("1e36"), decimal("5.5"));
    EXPECT_LT(decimal("-1e36"), decimal("-5.5"));
    EXPECT_GT(decimal("1e36"), decimal("1e-37"));
    EXPECT_LT(decimal("-1e36"), decimal("-1e-37"));
    EXPECT_EQ(decimal("1.50").decimals(), 1);
    EXPECT_TRUE(decimal("5.000").isInteger());
}

TEST(Decimal, calculatesExactly) {
    EXPECT_EQ((decimal("0.1") + decimal("0.2")).toString(), "0.3");
    EXPECT_EQ((decimal("19.99") * Decimal(3)).toString(), "59.97");
    EXPECT_EQ((decimal("1") - decimal("0.000001")).toString(), "0.999999");
    Decimal sum;
    sum += decimal("2.5");
    sum -= decimal("0.5");
    sum *= decimal("-1.5");
    EXPECT_EQ(sum.toString(), "-3");
}

TEST(Decimal, roundsHalfAwayFromZero) {
    EXPECT_EQ(decimal("0.5").rounded(0).toString(), "1");
    EXPECT_EQ(decimal("-0.5").rounded(0).toString(), "-1");
    EXPECT_EQ(decimal("0.4999999").rounded(0).toString(), "0");
    EXPECT_EQ(decimal("2.345").rounded(2).toString(), "2.35");
    EXPECT_EQ(decimal("-2.345").rounded(2).toString(), "-2.35");
    EXPECT_EQ(decimal("99999999999999999999.995").rounded(2).toString(), "100000000000000000000");
    EXPECT_EQ(decimal("1.5").toFixed(4), "1.5000");
    EXPECT_EQ(decimal("1.25").toFixed(1), "1.3");
    EXPECT_EQ(Decimal(0).toFixed(2), "0.00");
    EXPECT_EQ(decimal("-0.05").toFixed(2), "-0.05");
}

TEST(Decimal, dividesToTheDecimalsThatAreAskedFor) {
    EXPECT_EQ(Decimal::divide(Decimal(20), Decimal(3), 2).toString(), "6.67");
    EXPECT_EQ(Decimal::divide(Decimal(-20), Decimal(3), 2).toString(), "-6.67");
    EXPECT_EQ(Decimal::divide(decimal("0.5"), Decimal(-1), 0).toString(), "-1");
    EXPECT_EQ(Decimal::divide(Decimal(100000), decimal("655.957"), 0).toString(), "152");
    EXPECT_THROW(static_cast<void>(Decimal::divide(Decimal(1), Decimal(0), 2)), DecimalError);
}

TEST(Decimal, throwsInsteadOfLosingDigits) {
    const Decimal large = decimal("1e36");
    EXPECT_THROW(static_cast<void>(large * Decimal(10)), DecimalError);
    EXPECT_THROW(static_cast<void>(large + decimal("0.001")), DecimalError);
    EXPECT_THROW(static_cast<void>(large.shifted(1)), DecimalError);
    EXPECT_THROW(static_cast<void>(decimal("1e-37").shifted(-1)), DecimalError);
    const Decimal nines = decimal(std::string(37, '9'));
    EXPECT_THROW(static_cast<void>(nines + Decimal(1)), DecimalError);
    EXPECT_THROW(static_cast<void>(nines * nines), DecimalError);
    EXPECT_EQ((nines - nines).sign(), 0);
}

TEST(Decimal, givesAnIntegerOnlyWhenItIsOneAndFits) {
    EXPECT_EQ(decimal("9223372036854775807").toInteger(), INT64_MAX);
    EXPECT_EQ(decimal("-9223372036854775808").toInteger(), INT64_MIN);
    EXPECT_FALSE(decimal("9223372036854775808").toInteger());
    EXPECT_FALSE(decimal("1.5").toInteger());
    EXPECT_EQ(decimal("1.50e1").toInteger(), 15);
    EXPECT_EQ(Decimal(UINT64_MAX).toString(), "18446744073709551615");
}

TEST(Decimal, agreesWithWideIntegersOnRandomNumbers) {
    std::mt19937_64 random(7);
    std::uniform_int_distribution<std::int64_t> values(-1'000'000'000'000, 1'000'000'000'000);
    std::uniform_int_distribution<int> scales(0, 8);
    for (int i = 0; i < 20'000; ++i) {
        const Decimal a(Int128{values(random)}, scales(random));
        const Decimal b(Int128{values(random)}, scales(random));
        EXPECT_EQ(decimal(a.toString()), a);
        EXPECT_EQ((a + b) - b, a);
        EXPECT_EQ((a * b).unscaled(), a.unscaled() * b.unscaled());
        const Decimal off = a.rounded(2) - a;
        EXPECT_LE(off < Decimal(0) ? -off : off, Decimal(5, 3));
        EXPECT_EQ(a<b, b> a);
        EXPECT_EQ(a < b, (a - b).sign() < 0);
    }
}

} // namespace
} // namespace svc
