#include <svc/append.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace svc {
namespace {

template <typename... Values>
std::string amount(Values... values) {
    std::string text = "a";
    appendAmount(text, values...);
    return text.substr(1);
}

TEST(Append, WritesAmountsWithTheDecimalsOfTheirCurrency) {
    EXPECT_EQ(amount(1234, Currency::of("EUR")), "12.34");
    EXPECT_EQ(amount(-5, Currency::of("EUR")), "-0.05");
    EXPECT_EQ(amount(0, Currency::of("EUR")), "0.00");
    EXPECT_EQ(amount(-1234567, Currency::of("TND")), "-1234.567");
    EXPECT_EQ(amount(1500, Currency::of("XOF")), "1500");
    EXPECT_EQ(amount(0, Currency::of("XOF")), "0");
    EXPECT_EQ(amount(std::numeric_limits<std::int64_t>::min(), Currency::of("EUR")), "-92233720368547758.08");
}

TEST(Append, WritesMoreDecimalsThanTheCurrencyHasAndAnotherPoint) {
    EXPECT_EQ(amount(1500, Currency::of("XOF"), 2, ','), "1500,00");
    EXPECT_EQ(amount(-1500, Currency::of("EUR"), 2, ','), "-15,00");
    EXPECT_EQ(amount(1, Currency::of("EUR"), 3, '.'), "0.010");
}

TEST(Append, WritesDatesAndNumbersOfAWidth) {
    std::string text;
    appendDate(text, Date::parse("2026-01-09").value());
    text += ' ';
    appendCompactDate(text, Date::parse("0987-12-31").value());
    text += ' ';
    appendInteger(text, 42, 6);
    text += ' ';
    appendInteger(text, 1234567, 6);
    EXPECT_EQ(text, "2026-01-09 09871231 000042 1234567");
}

} // namespace
} // namespace svc
