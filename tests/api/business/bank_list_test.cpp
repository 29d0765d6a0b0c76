// The list of bank lines: its filters and the number of all rows.
#include <gmock/gmock.h>

#include "api/business/bank_fixture.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST_F(Bank, TheNumberOfAllLinesIsThatOfTheRowsWhateverWasDoneToThem) {
    const std::string one = line({"-3,00", "Charge March", "Bank"});
    importCsv({{"10,00", "Rent Ägypten", "Anna"}, {"-20,00", "Rent"}, {"30,00", "Charge"}, {"5,00", "Rent"}});
    const auto check = [&] {
        for (const std::string& whose : {std::string(), "&walletId=" + wallet}) {
            for (const std::string& query :
                 std::vector<std::string>{"",
                                          "&status=unmatched",
                                          "&status=ignored",
                                          "&q=rent",
                                          "&q=rent&status=unmatched",
                                          "&q=agypten%20anna",
                                          "&q=ent",
                                          "&minAmount=1",
                                          "&maxAmount=-1&q=rent",
                                          "&maxAmount=5",
                                          "&minAmount=-20&maxAmount=10",
                                          "&minAmount=5&maxAmount=5",
                                          "&minAmount=-3.01&maxAmount=9.99",
                                          "&minAmount=30&maxAmount=1",
                                          "&minAmount=-9000000000.01&maxAmount=9000000000",
                                          "&maxAmount=10&status=unmatched",
                                          "&maxAmount=10&status=ignored",
                                          "&minAmount=1&from=" + desk.today(),
                                          "&from=" + desk.today() + "&to=" + desk.today(),
                                          "&to=2020-01-01",
                                          "&from=2020-02-03&status=unmatched"}) {
                const std::string path = "/bank-transactions?sort=-date" + whose + query;
                EXPECT_EQ(desk.get(path + "&limit=1").header("x-total-count"),
                          std::to_string(desk.read(path + "&limit=500").size()))
                    << path;
            }
        }
        expectInvariants(sharedService());
    };
    check();
    ASSERT_TRUE(hasStatus(act(one, "ignore", "{'reason':'Internal'}"), 200));
    check();
    EXPECT_EQ(desk.read("/bank-transactions?walletId=" + wallet + "&status=ignored").size(), 1U);
    ASSERT_TRUE(hasStatus(act(one, "reopen", "{}"), 200));
    check();
    const auto found = [&](const std::string& text) {
        return desk.read("/bank-transactions?walletId=" + wallet + "&q=" + text).size();
    };
    EXPECT_EQ(found("rent"), 3U);
    EXPECT_EQ(found("RENT%20%C3%A4gyp"), 1U);
    EXPECT_EQ(found("gypten"), 1U); // not the beginning of a word: found inside a word of the newest lines
    EXPECT_EQ(found("nowhere"), 0U);
}

TEST_F(Bank, LinesAreFoundByEachFilter) {
    importCsv({{"10,00", "Alpha", "ANNA"}, {"-20,00", "Beta"}, {"30,00", "Gamma"}});
    const auto labels = [&](const std::string& query) {
        return textsOf(desk.read("/bank-transactions?walletId=" + wallet + query), "label");
    };
    EXPECT_THAT(labels(""), UnorderedElementsAre("Alpha", "Beta", "Gamma"));
    EXPECT_THAT(labels("&minAmount=10"), UnorderedElementsAre("Alpha", "Gamma"));
    EXPECT_THAT(labels("&maxAmount=-0.01"), ElementsAre("Beta"));
    EXPECT_THAT(labels("&minAmount=10.01"), ElementsAre("Gamma"));
    EXPECT_THAT(labels("&minAmount=-20&maxAmount=10"), UnorderedElementsAre("Alpha", "Beta"));
    EXPECT_THAT(labels("&minAmount=-20&maxAmount=10&sort=date&limit=1&offset=1").size(), 1U);
    EXPECT_THAT(labels("&minAmount=10.01&maxAmount=10"), IsEmpty());
    EXPECT_TRUE(isRefusal(desk.get("/bank-transactions?minAmount=much"), 400, "field-invalid:minAmount"));
    EXPECT_THAT(labels("&q=anna"), ElementsAre("Alpha"));
    EXPECT_THAT(labels("&status=matched"), IsEmpty());
    EXPECT_THAT(labels("&status=matched,unmatched"), UnorderedElementsAre("Alpha", "Beta", "Gamma"));
    EXPECT_THAT(labels("&from=" + desk.today() + "&to=" + desk.today()).size(), 3U);
    EXPECT_THAT(labels("&to=2020-01-01"), IsEmpty());
    EXPECT_TRUE(isRefusal(desk.get("/bank-transactions?walletId=wal_01jd93ne9skheab73zzekk66h8"), 404,
                          "wallet-not-found"));
    EXPECT_TRUE(isRefusal(desk.get("/bank-transactions?status=sold"), 400, "field-invalid:status"));
}

} // namespace
} // namespace svc::test
