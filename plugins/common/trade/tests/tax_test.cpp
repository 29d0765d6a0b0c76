#include "trade/tax.hpp"
#include <svc/money.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "decimal_of.hpp"

namespace svc::trade {
namespace {

std::string fieldOf(const auto& action) {
    try {
        action();
    } catch (const DocumentError& error) {
        return error.field();
    }
    return "none";
}

TEST(IncludedTax, isTheTaxPartOfAnAmountWithTax) {
    EXPECT_EQ(includedTax(4500, decimal("20")), 750);
    EXPECT_EQ(includedTax(100, decimal("19")), 16); // 15.966
    EXPECT_EQ(includedTax(4500, decimal("0")), 0);
}

TEST(LineAmount, isRoundedOnceHalfAwayFromZero) {
    EXPECT_EQ(lineAmount(Decimal(2), Decimal(12000), {.percent = Decimal(10)}), 21600);
    EXPECT_EQ(lineAmount(Decimal(3), decimal("1.25")), 4);
    EXPECT_EQ(lineAmount(decimal("0.5"), Decimal(1)), 1);
    EXPECT_EQ(lineAmount(decimal("-0.5"), Decimal(1)), -1);
    EXPECT_EQ(lineAmount(decimal("1.5"), Decimal(333), {.percent = decimal("33.3333")}), 333);
    EXPECT_EQ(lineAmount(Decimal(1), decimal("100.4"), {.amountMinor = 50}), 50);
    EXPECT_EQ(lineAmount(Decimal(1), Decimal(100), {.percent = Decimal(100)}), 0);
    EXPECT_EQ(lineAmount(Decimal(1), Decimal(100), {.amountMinor = 100}), 0);
}

TEST(LineAmount, refusesDiscountsThatMakeNoSense) {
    const auto field = [](const Discount& discount) {
        return fieldOf([&] { static_cast<void>(lineAmount(Decimal(1), Decimal(100), discount)); });
    };
    EXPECT_EQ(field({.percent = Decimal(101)}), "discountPercent");
    EXPECT_EQ(field({.percent = Decimal(-1)}), "discountPercent");
    EXPECT_EQ(field({.percent = decimal("0.00001")}), "discountPercent");
    EXPECT_EQ(field({.amountMinor = 101}), "discountAmount");
    EXPECT_EQ(field({.amountMinor = -1}), "discountAmount");
    EXPECT_EQ(field({.percent = Decimal(1), .amountMinor = 1}), "discountAmount");
    EXPECT_EQ(fieldOf([] { static_cast<void>(lineAmount(Decimal(-1), Decimal(5), {.amountMinor = 1})); }),
              "discountAmount");
    EXPECT_EQ(fieldOf([] { static_cast<void>(lineAmount(decimal("1e14"), Decimal(MaxMinor))); }),
              "unitPrice");
    EXPECT_EQ(
        fieldOf([] { static_cast<void>(lineAmount(decimal("0.000001"), decimal("1000000000000001"))); }),
        "unitPrice");
    EXPECT_EQ(fieldOf([] { static_cast<void>(lineAmount(decimal("1e30"), Decimal(MaxMinor))); }),
              "unitPrice");
}

TEST(Document, takesTheTaxOutOfPricesThatIncludeIt) {
    const std::vector<DocumentLine> lines{{21600, "S", Decimal(20)}, {6000, "S", Decimal(20)}};
    const PricedDocument document = priceDocument(lines, true);
    EXPECT_EQ(document.total, 27600);
    EXPECT_EQ(document.taxTotal, 4600);
    EXPECT_EQ(document.subtotal, 23000);
    ASSERT_EQ(document.groups.size(), 1U);
    EXPECT_EQ(document.lines[0].net, 18000);
    EXPECT_EQ(document.lines[1].tax, 1000);
}

TEST(Document, computesTheTaxOncePerGroup) {
    // Three lines of 0.10 at 20 %: per line the tax would be 3 × 0.02.
    const std::vector<DocumentLine> lines(3, {10, "S", Decimal(20)});
    EXPECT_EQ(priceDocument(lines, true).taxTotal, 5);
    const PricedDocument document = priceDocument(lines, true);
    EXPECT_EQ(document.lines[0].net, 9);
    EXPECT_EQ(document.lines[1].net, 8);
    EXPECT_EQ(document.lines[2].net, 8);

    const std::vector<DocumentLine> excluded(3, {13, "S", Decimal(20)});
    EXPECT_EQ(priceDocument(excluded, false).taxTotal, 8);
    EXPECT_EQ(priceDocument(excluded, false).total, 47);
}

TEST(Document, groupsByCategoryAndRate) {
    const std::vector<DocumentLine> lines{{100, "S", Decimal(20)},
                                          {100, "S", decimal("5.5")},
                                          {100, "Z", Decimal(0)},
                                          {100, "S", decimal("20.00")},
                                          {100, "E", Decimal(0)}};
    const PricedDocument document = priceDocument(lines, false);
    ASSERT_EQ(document.groups.size(), 4U);
    EXPECT_EQ(document.lines[3].group, 0U);
    EXPECT_EQ(document.groups[0].net, 200);
    EXPECT_EQ(document.groups[1].tax, 6);
    EXPECT_EQ(document.groups[3].taxCategory, "E");
    EXPECT_EQ(document.total, 500 + 40 + 6);
}

TEST(Document, spreadsItsDiscountByLargestRemainder) {
    const std::vector<DocumentLine> lines{
        {100, "S", Decimal(20)}, {100, "S", Decimal(10)}, {100, "Z", Decimal(0)}};
    const PricedDocument byAmount = priceDocument(lines, true, {.amountMinor = 100});
    EXPECT_EQ(byAmount.lines[0].discount, 34);
    EXPECT_EQ(byAmount.lines[1].discount, 33);
    EXPECT_EQ(byAmount.lines[2].discount, 33);
    EXPECT_EQ(byAmount.total, 200);
    EXPECT_EQ(byAmount.discount, 100);
    const PricedDocument byPercent = priceDocument(lines, true, {.percent = decimal("12.5")});
    EXPECT_EQ(byPercent.discount, 38);
    EXPECT_EQ(byPercent.total, 262);
    EXPECT_EQ(priceDocument(lines, true, {.percent = Decimal(100)}).total, 0);
}

TEST(Document, refusesWhatTheRulesRefuse) {
    const std::vector<DocumentLine> lines{{100, "S", Decimal(20)}};
    const auto field = [&](const Discount& discount) {
        return fieldOf([&] { static_cast<void>(priceDocument(lines, true, discount)); });
    };
    EXPECT_EQ(field({.amountMinor = 101}), "discountAmount");
    EXPECT_EQ(field({.amountMinor = -1}), "discountAmount");
    EXPECT_EQ(field({.percent = Decimal(1), .amountMinor = 1}), "discountAmount");
    EXPECT_EQ(field({.percent = decimal("100.0001")}), "discountPercent");
    const std::vector<DocumentLine> rate{{1, "S", Decimal(20)}, {1, "S", decimal("0.00001")}};
    EXPECT_EQ(fieldOf([&] { static_cast<void>(priceDocument(rate, true)); }), "lines[1].taxRate");
    const std::vector<DocumentLine> below{{1, "S", Decimal(-1)}};
    EXPECT_EQ(fieldOf([&] { static_cast<void>(priceDocument(below, true)); }), "lines[0].taxRate");
    const std::vector<DocumentLine> large(2, {MaxMinor, "S", Decimal(20)});
    EXPECT_EQ(fieldOf([&] { static_cast<void>(priceDocument(large, true)); }), "lines");
}

TEST(Document, allowsNegativeLines) {
    // A down payment is deducted: the net amounts stay near amount / 1.2, whatever the sum of the group.
    const std::vector<DocumentLine> lines{{1003, "S", Decimal(20)}, {-1000, "S", Decimal(20)}};
    const PricedDocument document = priceDocument(lines, true);
    EXPECT_EQ(document.total, 3);
    EXPECT_EQ(document.taxTotal, 1);
    EXPECT_EQ(document.lines[0].net, 836);
    EXPECT_EQ(document.lines[1].net, -834);
    const std::vector<DocumentLine> balanced{{500, "S", Decimal(20)}, {-500, "S", Decimal(20)}};
    EXPECT_EQ(priceDocument(balanced, true).subtotal, 0);
    EXPECT_EQ(priceDocument(balanced, true).lines[0].net, 417);
    const std::vector<DocumentLine> credit{{-2760, "S", Decimal(20)}};
    EXPECT_EQ(priceDocument(credit, true).taxTotal, -460);
}

TEST(Conversion, dividesTheTotalOnce) {
    EXPECT_EQ(convertMinor(100'000, Currency::of("XOF"), decimal("655.957"), Currency::of("EUR")), 15245);
    EXPECT_EQ(convertMinor(15245, Currency::of("EUR"), decimal("0.00152449"), Currency::of("XOF")), 100'001);
    EXPECT_EQ(convertMinor(1000, Currency::of("TND"), Decimal(1), Currency::of("TND")), 1000);
    EXPECT_EQ(convertMinor(-15, Currency::of("EUR"), Decimal(2), Currency::of("USD")), -8);
    for (const char* rate : {"0", "-1", "1e-19", "1e-18"}) {
        EXPECT_EQ(fieldOf([&] {
                      static_cast<void>(
                          convertMinor(MaxMinor, Currency::of("EUR"), decimal(rate), Currency::of("USD")));
                  }),
                  "exchangeRate")
            << rate;
    }
}

/// A random generator that gives the same numbers with every standard library.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t value = state_;
        value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
        value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
        return value ^ (value >> 31U);
    }
    std::int64_t below(std::int64_t limit) {
        return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(limit));
    }

private:
    std::uint64_t state_;
};

struct RandomDocument {
    std::vector<DocumentLine> lines;
    Discount discount;
    bool pricesIncludeTax = true;
};

RandomDocument randomDocument(Random& random, Currency currency) {
    static const Decimal rates[] = {Decimal(20), Decimal(55, 1),    Decimal(21, 1),
                                    Decimal(18), Decimal(77777, 4), Decimal(0)};
    RandomDocument document;
    document.pricesIncludeTax = random.below(2) == 0;
    const bool negatives = random.below(4) == 0;
    const std::int64_t count = 1 + random.below(8);
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const Decimal price =
            minorFromUnitPrice(Decimal(Int128{random.below(200'000'000)}, currency.digits() + 4), currency)
                .value();
        Decimal quantity(Int128{1 + random.below(20'000)}, 3);
        quantity = negatives && random.below(3) == 0 ? -quantity : quantity;
        Discount discount;
        if (random.below(3) == 0) {
            discount.percent = Decimal(Int128{random.below(1'000'001)}, 4);
        }
        const std::int64_t rate = random.below(6);
        document.lines.push_back({lineAmount(quantity, price, discount), rate == 5 ? "Z" : "S", rates[rate]});
        sum += document.lines.back().amount;
    }
    const std::int64_t kind = random.below(4);
    if (kind == 0) {
        document.discount.percent = Decimal(Int128{random.below(1'000'001)}, 4);
    } else if (kind == 1 && sum > 0) {
        document.discount.amountMinor = random.below(sum + 1);
    }
    return document;
}

/// The invariants of section 1.4; the empty text when all hold.
std::string violation(const RandomDocument& input, const PricedDocument& document) {
    std::vector<TaxAmounts> sums(document.groups.size());
    std::int64_t lineSum = 0;
    std::int64_t discount = 0;
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        const PricedLine& line = document.lines[i];
        if (line.amount != input.lines[i].amount - line.discount) {
            return "a line is not its amount less its share of the discount";
        }
        if (line.net + line.tax != line.gross ||
            line.amount != (input.pricesIncludeTax ? line.gross : line.net)) {
            return "net, tax and gross of a line do not fit";
        }
        sums[line.group].net += line.net;
        sums[line.group].tax += line.tax;
        sums[line.group].gross += line.gross;
        lineSum += input.lines[i].amount;
        discount += line.discount;
    }
    TaxAmounts totals;
    for (std::size_t g = 0; g < sums.size(); ++g) {
        const TaxGroup& group = document.groups[g];
        if (sums[g] != group) {
            return "the lines do not add up to their group";
        }
        // Independent of the implementation: |tax − exact tax| is at most half a unit.
        const Int128 rate = group.taxRate.shifted(4).toInteger().value();
        const Int128 whole = input.pricesIncludeTax ? 1'000'000 + rate : Int128{1'000'000};
        const Int128 off =
            Int128{group.tax} * whole - Int128{input.pricesIncludeTax ? group.gross : group.net} * rate;
        if (2 * (off < 0 ? -off : off) > whole) {
            return "the tax of a group is not rounded from its sum";
        }
        totals.net += group.net;
        totals.tax += group.tax;
        totals.gross += group.gross;
    }
    if (totals != TaxAmounts{document.subtotal, document.taxTotal, document.total}) {
        return "the groups do not add up to the totals";
    }
    if (discount != document.discount ||
        (input.discount.amountMinor && discount != *input.discount.amountMinor)) {
        return "the shares do not add up to the discount";
    }
    if ((input.pricesIncludeTax ? document.total : document.subtotal) != lineSum - discount) {
        return "the total is not the sum of the lines less the discount";
    }
    return {};
}

std::string violationOfConversion(const PricedDocument& document, Currency from, const Decimal& rate,
                                  Currency to) {
    const ConvertedDocument converted = convertDocument(document, from, rate, to);
    if (converted.total != convertMinor(document.total, from, rate, to)) {
        return "the total is not converted once";
    }
    std::vector<TaxAmounts> sums(document.groups.size());
    for (std::size_t i = 0; i < document.lines.size(); ++i) {
        const TaxAmounts& line = converted.lines[i];
        TaxAmounts& sum = sums[document.lines[i].group];
        sum = {sum.net + line.net, sum.tax + line.tax, sum.gross + line.gross};
        if (line.net + line.tax != line.gross) {
            return "a converted line does not fit";
        }
        if (document.groups[document.lines[i].group].taxRate.isZero() && line.tax != 0) {
            return "a converted line without tax has some";
        }
    }
    TaxAmounts totals;
    for (std::size_t g = 0; g < sums.size(); ++g) {
        if (sums[g] != converted.groups[g]) {
            return "converted lines do not add up to their group";
        }
        totals = {totals.net + sums[g].net, totals.tax + sums[g].tax, totals.gross + sums[g].gross};
    }
    return totals == TaxAmounts{converted.subtotal, converted.taxTotal, converted.total}
               ? ""
               : "converted groups do not add up to the totals";
}

/// A million in an optimised build; sanitizers and unoptimised code make do with fewer.
std::int64_t documentCount() {
    if (const char* const given = std::getenv("SVC_RANDOM_DOCUMENTS")) {
        return std::atoll(given);
    }
#ifdef __OPTIMIZE__
    return 1'000'000;
#else
    return 60'000;
#endif
}

TEST(Document, keepsItsInvariantsForRandomLinesInEveryKindOfCurrency) {
    const Currency currencies[] = {Currency::of("EUR"), Currency::of("XOF"), Currency::of("TND")};
    const Decimal rates[] = {decimal("655.957"), decimal("0.3011"), decimal("1.1")};
    Random random(20261120);
    const std::int64_t count = documentCount();
    for (std::int64_t i = 0; i < count; ++i) {
        const std::size_t pick = static_cast<std::size_t>(i % 3);
        const RandomDocument input = randomDocument(random, currencies[pick]);
        const PricedDocument document = priceDocument(input.lines, input.pricesIncludeTax, input.discount);
        ASSERT_EQ(violation(input, document), "") << "document " << i;
        if (i % 4 == 0) {
            ASSERT_EQ(
                violationOfConversion(document, currencies[pick], rates[pick], currencies[(pick + 1) % 3]),
                "")
                << "document " << i;
        }
    }
}

TEST(Document, isPricedTheSameWayEveryTime) {
    const auto digest = [] {
        Random random(42);
        std::uint64_t value = 0;
        for (int i = 0; i < 2'000; ++i) {
            const RandomDocument input = randomDocument(random, Currency::of("EUR"));
            for (const PricedLine& line :
                 priceDocument(input.lines, input.pricesIncludeTax, input.discount).lines) {
                value = value * 31 + static_cast<std::uint64_t>(line.net * 7 + line.discount);
            }
        }
        return value;
    };
    EXPECT_EQ(digest(), digest());
}

} // namespace
} // namespace svc::trade
