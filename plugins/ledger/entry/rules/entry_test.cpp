#include "entry/rules/entry.hpp"

#include <gtest/gtest.h>
#include <svc/error.hpp>

namespace svc::ledger {
namespace {

EntryLine line(std::string role, std::int64_t debit, std::int64_t credit) {
    EntryLine result;
    result.role = std::move(role);
    result.debit = debit;
    result.credit = credit;
    return result;
}

Entry entry(std::vector<EntryLine> lines) {
    Entry result;
    result.journal = "VE";
    result.lines = std::move(lines);
    return result;
}

TEST(EntryTest, LinesOfZeroAreDropped) {
    Entry sale =
        entry({line("customer", 120, 0), line("sales_goods", 0, 120), line("vat_collected_goods", 0, 0)});
    settle(sale);
    EXPECT_EQ(sale.lines.size(), 2U);
}

TEST(EntryTest, AnAmountBelowZeroChangesItsSide) {
    Entry sale =
        entry({line("customer", 80, 0), line("sales_goods", 0, 100), line("sales_services", 0, -20)});
    settle(sale);
    EXPECT_EQ(sale.lines[2].debit, 20);
    EXPECT_EQ(sale.lines[2].credit, 0);
}

TEST(EntryTest, ForeignAmountsHaveTheSignOfTheirSide) {
    Entry payment = entry({line("bank_foreign", 400, 0), line("customer", 0, 400)});
    for (EntryLine& side : payment.lines) {
        side.foreignAmount = 500;
        side.foreignCurrency = Currency::of("USD");
    }
    settle(payment);
    EXPECT_EQ(payment.lines[0].foreignAmount, 500);
    EXPECT_EQ(payment.lines[1].foreignAmount, -500);
}

TEST(EntryTest, AnEntryThatDoesNotBalanceIsAFault) {
    Entry wrong = entry({line("customer", 100, 0), line("sales_goods", 0, 99)});
    EXPECT_THROW(settle(wrong), Fault);
}

TEST(EntryTest, UnknownRolesAndJournalsAreFaults) {
    Entry wrongRole = entry({line("custmer", 1, 0), line("sales_goods", 0, 1)});
    EXPECT_THROW(settle(wrongRole), Fault);
    Entry wrongJournal = entry({});
    wrongJournal.journal = "XX";
    EXPECT_THROW(settle(wrongJournal), Fault);
}

TEST(EntryTest, AmountsOutOfRangeAreFaults) {
    Entry wrong = entry({line("customer", INT64_MAX, 0), line("sales_goods", 0, INT64_MAX)});
    EXPECT_THROW(settle(wrong), Fault);
}

} // namespace
} // namespace svc::ledger
