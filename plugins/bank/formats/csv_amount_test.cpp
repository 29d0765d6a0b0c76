// Amounts of CSV files: a separator in the wrong place is a mistake, not a factor of a hundred.
#include <gtest/gtest.h>

#include "formats/formats.hpp"

namespace svc::bank {
namespace {

/// Minor units as text; "none" when the text is not an amount.
std::string amountRead(std::string_view text, char decimal, const char* currency = "EUR") {
    const auto amount = csvAmount(text, decimal, Currency::of(currency));
    return amount ? std::to_string(*amount) : "none";
}

struct AmountCase {
    const char* text;
    const char* withComma;
    const char* withPoint;
};

TEST(CsvAmount, GroupsHaveThreeDigits) {
    const AmountCase cases[] = {
        {"12,34", "1234", "none"},
        {"12.34", "none", "1234"},
        {"1,5", "150", "none"},
        {"1.5", "none", "150"},
        {"1.234,56", "123456", "none"},
        {"1,234.56", "none", "123456"},
        {"1.234.567,8", "123456780", "none"},
        {"1.500", "150000", "150"},
        {"1,500", "150", "150000"},
        {"1.500.000", "150000000", "none"},
        {"1234.567", "none", "none"},
        {"1234,50", "123450", "none"},
        {"12345.678,00", "none", "none"},
        {"1.23.456,00", "none", "none"},
        {"1.2345,00", "none", "none"},
        {"1.234.56", "none", "none"},
        {"1..234", "none", "none"},
        {".234,00", "none", "none"},
        {"0.500", "none", "50"},
        {"1 234 567", "123456700", "123456700"},
        {"1 234,50", "123450", "none"},
        {"1\xC2\xA0"
         "234,50",
         "123450", "none"},
        {"1\xE2\x80\xAF"
         "234.50",
         "none", "123450"},
        {"12'500.00", "none", "1250000"},
        {"12’500,00", "1250000", "none"},
        {"1'234.567,00", "none", "none"},
        {"1 23", "none", "none"},
        {"12 34,00", "none", "none"},
        {"10,00 20,00", "none", "none"},
        {"1  234", "none", "none"},
        {"12'", "none", "none"},
        {"1,234,", "none", "none"},
    };
    for (const AmountCase& one : cases) {
        EXPECT_EQ(amountRead(one.text, ','), one.withComma) << one.text;
        EXPECT_EQ(amountRead(one.text, '.'), one.withPoint) << one.text;
    }
}

TEST(CsvAmount, SignsAndCurrenciesStandOnEitherSide) {
    const AmountCase cases[] = {
        {"-1,50", "-150", "none"},
        {"+1,50", "150", "none"},
        {"1,50-", "-150", "none"},
        {"- 1 250,50", "-125050", "none"},
        {"(1.50)", "none", "-150"},
        {"($1,215.00)", "none", "-121500"},
        {"$ 15.00", "none", "1500"},
        {"1.234,50 EUR", "123450", "none"},
        {"EUR 1,234.50", "none", "123450"},
        {"3 215,40 €", "321540", "none"},
        {"'15.00", "none", "1500"},
        {" 15 ", "1500", "1500"},
        {",5", "50", "none"},
        {"15,", "1500", "none"},
        {"1-5", "none", "none"},
        {"1 EUR 500", "none", "none"},
        {"1 USD", "none", "none"},
        {"-", "none", "none"},
        {"", "none", "none"},
    };
    for (const AmountCase& one : cases) {
        EXPECT_EQ(amountRead(one.text, ','), one.withComma) << one.text;
        EXPECT_EQ(amountRead(one.text, '.'), one.withPoint) << one.text;
    }
    EXPECT_EQ(amountRead("1,234", ',', "TND"), "1234");
    EXPECT_EQ(amountRead("14 270 000 CFA", ',', "XOF"), "14270000");
}

std::string placeOfFault(const std::string& bytes, std::optional<char> decimal = std::nullopt) {
    FileHints hints;
    hints.format = "csv";
    hints.currency = Currency::of("EUR");
    if (decimal) {
        hints.csv.emplace();
        hints.csv->decimal = *decimal;
        hints.csv->dateFormat = "YYYY-MM-DD";
        hints.csv->columns = {{"bookingDate", 0}, {"remittance", 1}, {"amount", 2}};
    }
    try {
        readStatements(bytes, hints);
        return "taken";
    } catch (const FileError& error) {
        return std::to_string(error.line()) + ':' + std::to_string(error.column()) + ':' + error.reason();
    }
}

TEST(CsvAmount, ARowWithTheOtherSeparatorRefusesTheFile) {
    const std::string head = "Date;Text;Amount\n";
    EXPECT_EQ(placeOfFault(head + "2026-11-25;A;12.34\n2026-11-25;B;12,34\n", '.'), "3:14:amount");
    EXPECT_EQ(placeOfFault(head + "2026-11-25;A;12.34\n", ','), "2:14:amount");
    EXPECT_EQ(placeOfFault(head + "2026-11-25;A;1.234\n", ','), "taken");
    // The separator is detected from the column: most rows decide, and the others are invalid.
    EXPECT_EQ(placeOfFault(head + "2026-11-25;A;12,34\n2026-11-25;B;1.50\n"), "2:14:amount");
    EXPECT_EQ(placeOfFault(head + "2026-11-25;A;12,34\n2026-11-25;B;2,00\n2026-11-25;C;1.50\n"),
              "4:14:amount");
    EXPECT_EQ(placeOfFault(head + "2026-11-25;A;3.00\n2026-11-25;B;1,50-\n2026-11-25;C;1.50\n"),
              "3:14:amount");
}

} // namespace
} // namespace svc::bank
