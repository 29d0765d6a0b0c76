#include "sale/rules/credit.hpp"

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "sale/rules/goods_back.hpp"
#include "sale/rules/posting.hpp"
#include "sale/rules/refund_plan.hpp"
#include "trade/pricing.hpp"

namespace svc::sales {
namespace {

const Currency Eur = Currency::of("EUR");

SaleLine line(std::int64_t quantity, std::int64_t price, const char* rate, bool service = false) {
    SaleLine made;
    made.quantity = Decimal(quantity);
    made.unitPrice = Decimal(price);
    made.taxRate = Decimal::parse(rate).value();
    made.taxCategory = made.taxRate.isZero() ? "Z" : "S";
    made.service = service;
    return made;
}

Sale priced(std::vector<SaleLine> lines, const char* currency = "EUR", const char* rate = "1") {
    Sale sale;
    sale.lines = std::move(lines);
    sale.currency = Currency::of(currency);
    sale.exchangeRate = Decimal::parse(rate).value();
    trade::priceWholeDocument(sale, Eur);
    return sale;
}

/// Charged tax less credited tax, by category and rate; sums of the lines, in both currencies.
void expectWithinSale(const Sale& sale) {
    std::int64_t gross = 0;
    std::int64_t base = 0;
    for (const SaleLine& one : sale.lines) {
        gross += one.credited;
        base += one.creditedNetBase + one.creditedTaxBase;
        if (one.total >= 0) {
            ASSERT_LE(one.credited, one.total);
            ASSERT_GE(one.credited, 0);
        }
    }
    ASSERT_EQ(gross, sale.credited);
    ASSERT_EQ(base, sale.creditedBase);
    for (const SaleTax& group : sale.taxes) {
        std::int64_t tax = 0;
        for (const SaleLine& one : sale.lines) {
            tax += one.taxRate == group.taxRate && one.taxCategory == group.taxCategory ? one.creditedTax : 0;
        }
        ASSERT_LE(tax, std::max<std::int64_t>(group.tax, 0));
        ASSERT_GE(tax, std::min<std::int64_t>(group.tax, 0));
    }
}

void expectAllCredited(const Sale& sale) {
    EXPECT_EQ(sale.credited, sale.total);
    EXPECT_EQ(sale.creditedBase, sale.totalBase);
    for (const SaleLine& one : sale.lines) {
        EXPECT_EQ(one.credited, one.total);
        EXPECT_EQ(one.creditedTax, one.tax);
        EXPECT_EQ(one.creditedNetBase, one.netBase);
        EXPECT_EQ(one.creditedTaxBase, one.taxBase);
    }
}

TEST(Credit, ofOneOfTwoMachinesIsHalfOfThem) {
    Sale sale = priced({line(2, 10800, "20"), line(1, 6000, "20", true)});
    const Credit credit = creditLines(sale, {{0, Decimal(1)}}, Eur);
    EXPECT_EQ(credit.total, 10800);
    EXPECT_EQ(credit.tax, 1800);
    ASSERT_EQ(credit.lines.size(), 1U);
    applyCredit(sale, credit);
    EXPECT_EQ(sale.lines[0].quantityRefunded, Decimal(1));
    EXPECT_EQ(worthOf(sale, {{0, Decimal(1)}}), 10800);
}

TEST(Credit, ofAnAmountFallsOnAllRatesInProportion) {
    const Sale sale = priced({line(1, 6000, "20"), line(1, 3000, "10"), line(1, 1000, "0")});
    const Credit credit = creditAmount(sale, 1001, Eur);
    ASSERT_EQ(credit.taxes.size(), 3U);
    EXPECT_EQ(credit.taxes[0].net + credit.taxes[0].tax, 601) << "the largest remainder";
    EXPECT_EQ(credit.taxes[0].tax, 100);
    EXPECT_EQ(credit.taxes[1].net + credit.taxes[1].tax, 300);
    EXPECT_EQ(credit.taxes[1].tax, 27);
    EXPECT_EQ(credit.taxes[2].net, 100);
    EXPECT_EQ(credit.total, 1001);
}

TEST(Credit, thirdsOfALineAddUpToIt) {
    Sale sale = priced({line(3, 333, "20")});
    sale.lines[0].total = 1000;
    std::array<std::int64_t, 3> parts{};
    for (std::int64_t& part : parts) {
        part = worthOf(sale, {{0, Decimal(1)}});
        sale.lines[0].quantityRefunded = sale.lines[0].quantityRefunded + Decimal(1);
    }
    EXPECT_EQ(parts, (std::array<std::int64_t, 3>{333, 334, 333}));
}

TEST(Credit, ofLinesAfterOneOfAnAmountTakesTheRestFromTheOthers) {
    Sale sale = priced({line(1, 5000, "20"), line(1, 5000, "10")});
    applyCredit(sale, creditAmount(sale, 5000, Eur));
    const Credit credit = creditLines(sale, {{0, Decimal(1)}}, Eur);
    EXPECT_EQ(credit.total, 5000);
    applyCredit(sale, credit);
    expectAllCredited(sale);
}

TEST(Credit, aDepositTakenOffIsGivenBackWithTheRest) {
    Sale sale = priced({line(1, 5000, "20"), line(-2, 1000, "0")});
    EXPECT_EQ(sale.total, 3000);
    applyCredit(sale, creditAmount(sale, 1000, Eur));
    applyCredit(sale, creditRest(sale, Eur));
    expectAllCredited(sale);
}

TEST(Credit, ofALineHasItsWholeTaxBesideALineThatTakesOff) {
    Sale sale = priced({line(1, 11900, "19"), line(-1, 7140, "19"), line(10, 1070, "7")});
    const Credit machine = creditLines(sale, {{0, Decimal(1)}}, Eur);
    EXPECT_EQ(machine.total, 11900);
    EXPECT_EQ(machine.tax, 1900);
    applyCredit(sale, machine);
    const Credit part = creditAmount(sale, 500, Eur);
    EXPECT_LT(part.taxes.at(0).tax, 0) << "of what was taken off";
    applyCredit(sale, part);
    applyCredit(sale, creditRest(sale, Eur));
    expectAllCredited(sale);
}

TEST(Credit, postsTheOppositeOfTheSaleInTheEnd) {
    Sale sale = priced({line(2, 10800, "20"), line(1, 6001, "5.5", true)}, "USD", "1.0842");
    std::map<std::string, std::int64_t> balances;
    const auto book = [&](const std::vector<PostingLine>& lines) {
        std::int64_t sum = 0;
        for (const PostingLine& posted : lines) {
            balances[std::string(posted.role) + posted.taxRate.toString()] += posted.debit - posted.credit;
            sum += posted.debit - posted.credit;
        }
        EXPECT_EQ(sum, 0);
    };
    book(salePosting(sale));
    for (const std::int64_t amount : {1, 333, 10000}) {
        const Credit credit = creditAmount(sale, amount, Eur);
        book(creditPosting(sale, credit));
        applyCredit(sale, credit);
    }
    const Credit rest = creditRest(sale, Eur);
    book(creditPosting(sale, rest));
    for (const auto& [role, balance] : balances) {
        EXPECT_EQ(balance, 0) << role;
    }
}

TEST(Credit, aMillionRandomSplitsEndExactly) {
    std::mt19937_64 random(20261121);
    const auto upTo = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)) + 1;
    };
    constexpr std::array<const char*, 6> Rates{"20", "10", "5.5", "2.1", "0", "19"};
    constexpr std::array<std::pair<const char*, const char*>, 3> Currencies{
        {{"EUR", "1"}, {"XOF", "655.957"}, {"TND", "3.3712"}}};
    int credits = 0;
    while (credits < 1'000'000) {
        std::vector<SaleLine> lines;
        for (std::int64_t i = upTo(4); i > 0; --i) {
            lines.push_back(line(upTo(5), upTo(20000), Rates[random() % Rates.size()], random() % 2 == 0));
        }
        const auto& [currency, rate] = Currencies[random() % Currencies.size()];
        Sale sale = priced(std::move(lines), currency, rate);
        for (int step = 0; step < 40 && creditable(sale) > 0; ++step, ++credits) {
            Credit credit;
            const std::size_t at = random() % sale.lines.size();
            const LinePick pick{at, Decimal(1)};
            const bool lineLeft = sale.lines[at].quantityRefunded < sale.lines[at].quantity;
            const std::int64_t worth = lineLeft ? worthOf(sale, {pick}) : 0;
            if (random() % 2 == 0 && worth > 0 && worth <= creditable(sale)) {
                credit = creditLines(sale, {pick}, Eur);
                ASSERT_EQ(credit.total, worth);
            } else {
                const std::int64_t amount = upTo(creditable(sale));
                credit = creditAmount(sale, amount, Eur);
                ASSERT_EQ(credit.total, amount);
            }
            applyCredit(sale, credit);
            ASSERT_NO_FATAL_FAILURE(expectWithinSale(sale));
        }
        if (creditable(sale) > 0) {
            applyCredit(sale, creditRest(sale, Eur));
        }
        ASSERT_NO_FATAL_FAILURE(expectAllCredited(sale));
    }
}

/// Pays an amount; the claim goes down at the rate of the sale.
void pay(Sale& sale, std::int64_t amount) {
    sale.paidBase += trade::releasedBase(sale.claim(), amount);
    sale.paid += amount;
}

/// Refunds as POST …/refund does: an amount, or everything left.
void refund(Sale& sale, std::int64_t amount, bool creditOnly) {
    const bool all = amount == 0;
    const RefundPlan plan = all ? refundRest(sale, creditOnly) : refundAmount(sale, amount, creditOnly);
    ASSERT_EQ(plan.fault, RefundFault::None);
    Credit credit = plan.amount == creditable(sale) ? creditRest(sale, Eur) : creditAmount(sale, amount, Eur);
    const std::int64_t reopened = moneyBase(sale, plan, credit.totalBase);
    if (plan.amount - plan.money == sale.balance()) {
        endClaim(credit, sale, reopened);
    }
    applyCredit(sale, credit);
    sale.refunded += plan.money;
    sale.refundedBase += reopened;
}

TEST(Refund, ofASettledSaleLeavesNoClaimInTheCurrencyOfTheCompany) {
    const Sale sold =
        priced({line(1, 3331, "20"), line(1, 1117, "10"), line(1, 719, "5.5")}, "USD", "1.0837");
    for (std::int64_t paid = 1; paid < sold.total; paid += 7) {
        Sale credited = sold;
        pay(credited, paid);
        refund(credited, credited.balance(), true);
        ASSERT_EQ(credited.balance(), 0);
        ASSERT_EQ(credited.receivableBase(), 0) << paid << " paid, the rest credited";
        refund(credited, 0, false);
        ASSERT_EQ(credited.receivableBase(), 0) << paid << " paid and given back, the rest credited";
        ASSERT_NO_FATAL_FAILURE(expectAllCredited(credited));

        Sale reopened = sold;
        pay(reopened, paid);
        refund(reopened, paid, false);
        ASSERT_EQ(reopened.paidBase, reopened.refundedBase) << "no money is held";
        refund(reopened, 0, false);
        ASSERT_EQ(reopened.receivableBase(), 0) << paid << " paid and given back";
        ASSERT_NO_FATAL_FAILURE(expectAllCredited(reopened));
    }
}

TEST(RefundPlan, givesBackMoneyWhileSomeIsHeldAndCreditsElse) {
    Sale sale;
    sale.total = 100;
    EXPECT_EQ(refundRest(sale, false).amount, 100);
    EXPECT_EQ(refundRest(sale, false).money, 0);
    EXPECT_EQ(refundAmount(sale, 101, false).fault, RefundFault::AboveRefundable);
    sale.paid = 30;
    EXPECT_EQ(refundRest(sale, false).amount, 100);
    EXPECT_EQ(refundRest(sale, false).money, 30);
    EXPECT_EQ(refundRest(sale, true).fault, RefundFault::AboveRefundable);
    EXPECT_EQ(refundAmount(sale, 30, false).money, 30);
    EXPECT_EQ(refundAmount(sale, 31, false).fault, RefundFault::AboveRefundable) << "the limit is the money";
    EXPECT_EQ(refundAmount(sale, 70, true).money, 0);
    EXPECT_EQ(refundAmount(sale, 71, true).fault, RefundFault::AboveRefundable) << "the limit is the balance";
    EXPECT_EQ(refundAmount(sale, 0, false).fault, RefundFault::NoAmount);
    sale.credited = 100;
    sale.refunded = 30;
    EXPECT_EQ(refundRest(sale, false).fault, RefundFault::AboveRefundable);
}

TEST(RefundPlan, givesNoMoneyBackBeforeItCame) {
    const auto day = [](int number) { return Date::of(2026, 11, number).value(); };
    Sale sale;
    const auto pay = [&](int number, std::int64_t amount) {
        Payment payment;
        payment.date = day(number);
        payment.amount = amount;
        sale.payments.push_back(payment);
        sale.paid += amount;
    };
    pay(3, 50);
    pay(20, 50);
    EXPECT_EQ(heldFrom(sale, day(2)), 0);
    EXPECT_EQ(heldFrom(sale, day(3)), 50);
    EXPECT_EQ(heldFrom(sale, day(19)), 50);
    EXPECT_EQ(heldFrom(sale, day(20)), 100);
    Refund refund;
    refund.date = day(10);
    refund.moneyReturned = 30;
    sale.refunds.push_back(refund);
    EXPECT_EQ(heldFrom(sale, day(3)), 20) << "30 of it go back on the 10th";
    EXPECT_EQ(heldFrom(sale, day(25)), 70);
    sale.payments[1].status = api::SalePaymentState::Voided;
    EXPECT_EQ(heldFrom(sale, day(25)), 20);
}

TEST(GoodsBack, handedOverGoodsComeBackFirstAndTheRestIsNotDelivered) {
    Sale sale = priced({line(5, 100, "20")});
    sale.stockMode = StockMode::Reserved;
    sale.lines[0].stocked = true;
    sale.lines[0].quantityDelivered = Decimal(2);
    const Credit three = creditLines(sale, {{0, Decimal(3)}}, Eur);
    const GoodsBack back = goodsBack(sale, three, true).at(0);
    EXPECT_EQ(back.toShelf, Decimal(2));
    EXPECT_EQ(back.released, Decimal(1));
    const GoodsBack kept = goodsBack(sale, three, false).at(0);
    EXPECT_EQ(kept.toShelf, Decimal());
    EXPECT_EQ(kept.released, Decimal(3)) << "what is still to deliver is not delivered";
    sale.stockMode = StockMode::Issued;
    EXPECT_EQ(goodsBack(sale, three, true).at(0).toShelf, Decimal(3)) << "all of it had left stock";
    EXPECT_EQ(goodsBack(sale, three, false).at(0).released, Decimal());
}

} // namespace
} // namespace svc::sales
