#include <gtest/gtest.h>

#include "rules/postings.hpp"

namespace svc::de_accounting {
namespace {

const TaxAccounts Skr03("03", 4);

Part part(const std::string& account, std::int64_t amount, Part::Kind kind = Part::Kind::Other,
          int rate = 0) {
    Part part;
    part.account = account;
    part.amount = amount;
    part.kind = kind;
    part.rate = Decimal(rate);
    part.personal = account.size() == 5;
    part.money = account == "1200";
    part.document = part.personal ? "INV-1" : "";
    return part;
}

/// `amount debit credit key` of each posting.
std::string written(const std::vector<Part>& parts, const TaxAccounts& accounts = Skr03) {
    const auto postings = postingsOf(parts, accounts);
    if (!postings) {
        return "not expressible";
    }
    std::string text;
    for (const Gross& posting : *postings) {
        text += (text.empty() ? "" : ", ") + std::to_string(posting.amount) + ' ' + posting.debit + ' ' +
                posting.credit + (posting.key.empty() ? "" : ' ' + posting.key);
    }
    return text;
}

constexpr auto OutputBase = Part::Kind::OutputBase;
constexpr auto OutputTax = Part::Kind::OutputTax;
constexpr auto InputBase = Part::Kind::InputBase;
constexpr auto InputTax = Part::Kind::InputTax;

TEST(DatevPostings, AnInvoiceOfTwoRatesIsTwoGrossPostings) {
    EXPECT_EQ(written({part("10001", 73890), part("8400", -54000, OutputBase, 19),
                       part("8300", -9000, OutputBase, 7), part("1776", -10260, OutputTax, 19),
                       part("1771", -630, OutputTax, 7)}),
              "64260 10001 8400, 9630 10001 8300");
}

TEST(DatevPostings, GoodsAndServicesOfOneRateAreOnePosting) {
    EXPECT_EQ(written({part("10001", 23800), part("8400", -10000, OutputBase, 19),
                       part("8400", -10000, OutputBase, 19), part("1776", -1900, OutputTax, 19),
                       part("1776", -1900, OutputTax, 19)}),
              "23800 10001 8400");
}

TEST(DatevPostings, WhatIsTakenBackIsOnePostingWithWhatIsSold) {
    EXPECT_EQ(
        written({part("10001", 1071), part("8400", -1000, OutputBase, 19), part("8400", 100, OutputBase, 19),
                 part("1776", -190, OutputTax, 19), part("1776", 19, OutputTax, 19)}),
        "1071 10001 8400");
    EXPECT_EQ(written({part("10001", 900), part("8200", -1000), part("8200", 100)}), "900 10001 8200");
    Part sold = part("8400", -1000, OutputBase, 19);
    sold.foreignAmount = -2000;
    sold.foreignCurrency = Currency::of("USD");
    Part back = part("8400", 100, OutputBase, 19);
    back.foreignAmount = 200;
    back.foreignCurrency = Currency::of("USD");
    const auto postings = postingsOf({part("10001", 900), sold, back}, Skr03);
    ASSERT_TRUE(postings && postings->size() == 1);
    EXPECT_EQ(postings->front().foreignAmount, 1800);
}

TEST(DatevPostings, ACreditNoteHasTheSidesChanged) {
    EXPECT_EQ(written({part("10001", -10710), part("8400", 9000, OutputBase, 19),
                       part("1776", 1710, OutputTax, 19)}),
              "10710 8400 10001");
}

TEST(DatevPostings, AnExpenseOnAPlainAccountHasTheKeyOfItsRate) {
    EXPECT_EQ(written({part("4210", 80000, InputBase, 19), part("1576", 15200, InputTax, 19),
                       part("1200", -95200)}),
              "95200 4210 1200 0009");
    EXPECT_EQ(
        written({part("4210", 10000, InputBase, 7), part("1571", 700, InputTax, 7), part("1200", -10700)}),
        "10700 4210 1200 0008");
}

TEST(DatevPostings, WhereDatevWouldComeToOtherCentsTheTaxStandsAlone) {
    // 19 % of 10.01 is 1.90; the books say 1.91.
    EXPECT_EQ(written({part("10001", 1192), part("8400", -1001, OutputBase, 19),
                       part("1776", -191, OutputTax, 19)}),
              "1001 10001 8400 0040, 191 10001 1776");
}

TEST(DatevPostings, ARateThatTheAccountDoesNotCalculateStandsAloneToo) {
    EXPECT_EQ(written({part("10001", 11600), part("8400", -10000, OutputBase, 16),
                       part("1776", -1600, OutputTax, 16)}),
              "10000 10001 8400 0040, 1600 10001 1776");
    EXPECT_EQ(written({part("10001", 5000), part("8400", -5000)}), "5000 10001 8400 0040");
    EXPECT_EQ(written({part("10001", 5000), part("8120", -5000)}), "5000 10001 8120");
}

TEST(DatevPostings, AGainOfExchangeStandsBesideThePayment) {
    EXPECT_EQ(written({part("1200", 41667), part("10001", -40000), part("2660", -1667)}),
              "40000 1200 10001, 1667 1200 2660");
}

TEST(DatevPostings, PurchasesUseTheAutomaticAccountsOfTheChart) {
    EXPECT_EQ(written({part("3400", 100000, InputBase, 19), part("1576", 19000, InputTax, 19),
                       part("70001", -119000)}),
              "119000 3400 70001");
    EXPECT_EQ(written({part("54000", 100000, InputBase, 19), part("14060", 19000, InputTax, 19),
                       part("700001", -119000)},
                      TaxAccounts("04", 5)),
              "119000 54000 700001");
}

TEST(DatevPostings, AnEntryOfOneAccountAloneCannotBeWritten) {
    EXPECT_EQ(written({part("1200", 100), part("1200", -100)}), "not expressible");
}

TEST(DatevPostings, WhatIsTakenBackAtAnotherRateStandsAgainstTheCustomer) {
    const std::vector<Part> parts = {part("10001", 8810), part("8400", -10000),
                                     part("8400", 1000, OutputBase, 19), part("1776", 190, OutputTax, 19)};
    EXPECT_EQ(written(parts), "10000 10001 8400 0040, 1190 8400 10001");
    EXPECT_EQ(written({parts[0], parts[2], parts[3], parts[1]}), "10000 10001 8400 0040, 1190 8400 10001");
    EXPECT_EQ(
        written({part("10001", 9510), part("8300", -10000, OutputBase, 7), part("1771", -700, OutputTax, 7),
                 part("8400", 1000, OutputBase, 19), part("1776", 190, OutputTax, 19)}),
        "10700 10001 8300, 1190 8400 10001");
}

TEST(DatevPostings, AKeyStandsAgainstAPersonOrMoney) {
    // The foreign-currency wallet is valued in the books below the amount earned: the loss has its own line.
    EXPECT_EQ(written({part("1200", 10000), part("2150", 1900), part("2700", -10000, OutputBase, 19),
                       part("1776", -1900, OutputTax, 19)}),
              "11900 1200 2700 0003, 1900 2150 1200");
    EXPECT_EQ(written({part("1200", -11000), part("2660", -900), part("4210", 10000, InputBase, 19),
                       part("1576", 1900, InputTax, 19)}),
              "11900 4210 1200 0009, 900 1200 2660");
}

TEST(DatevPostings, WhateverTheAmountsEveryAccountHasWhatTheBooksHave) {
    for (std::int64_t net = 1; net < 3000; net += 7) {
        for (const std::int64_t off : {-1, 0, 1}) {
            const std::int64_t tax = (net * 19 + 50) / 100 + off;
            if (tax <= 0) {
                continue;
            }
            const std::vector<Part> parts = {part("10001", net + tax), part("8400", -net, OutputBase, 19),
                                             part("1776", -tax, OutputTax, 19)};
            const auto postings = postingsOf(parts, Skr03);
            ASSERT_TRUE(postings.has_value()) << net << ' ' << tax;
            std::map<std::string, std::int64_t> sums;
            for (const Gross& posting : *postings) {
                bookAsDatev(posting, Skr03, sums);
            }
            EXPECT_EQ(sums["10001"], net + tax);
            EXPECT_EQ(sums["8400"], -net);
            EXPECT_EQ(sums["1776"], -tax);
        }
    }
}

} // namespace
} // namespace svc::de_accounting
