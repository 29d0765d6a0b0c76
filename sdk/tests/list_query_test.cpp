#include <svc/list_query.hpp>
#include <svc/tally.hpp>

#include <gtest/gtest.h>

namespace svc {
namespace {

using Texts = std::optional<std::vector<std::string>>;

std::string valueOf(const ListParams& params, std::size_t number) {
    return std::string(detail::view(params.values().at(number - 1).bytes()));
}

TEST(ListParams, AStatementHasTheParametersOfItsFiltersAlone) {
    ListParams params{Uuid()};
    EXPECT_EQ(params.bound("date >=", std::optional<Date>()), "");
    EXPECT_EQ(params.among("status", Texts()), "");
    EXPECT_EQ(params.bound("date >=", Date::parse("2026-03-01")), " AND date >= $2");
    EXPECT_EQ(params.among("status", Texts({"open"})), " AND status = $3");
    EXPECT_EQ(params.among("status", Texts({"open", "it's"})), " AND status = ANY ($4)");
    EXPECT_EQ(params.among("status", Texts(std::vector<std::string>())), " AND status = ANY ($5)");
    ASSERT_EQ(params.values().size(), 5U);
    EXPECT_EQ(valueOf(params, 1), Uuid().toString());
    EXPECT_EQ(valueOf(params, 2), "2026-03-01");
    EXPECT_EQ(valueOf(params, 4), R"({"open","it's"})");
    EXPECT_EQ(valueOf(params, 5), "{}");
}

TEST(ListParams, TextsAreKept) {
    ListParams params{Uuid()};
    {
        std::string gone = "a text too long to stand within its string";
        params.place(gone);
        gone.assign(gone.size(), '?');
    }
    params.place("");
    params.place(nullptr);
    const ListParams copy = params;
    EXPECT_EQ(valueOf(copy, 2), "a text too long to stand within its string");
    EXPECT_NE(copy.values()[2].bytes().data, nullptr);
    EXPECT_EQ(copy.values()[3].bytes().data, nullptr);
}

TEST(ListTally, APeriodIsReadByMonthsAndTheDaysAtItsEnds) {
    ListParams params{Uuid()};
    TallyFilter filter;
    filter.from = Date::parse("2026-01-15");
    filter.by[1] = {"open"};
    const std::string sql = ListTally("trade", "deal").select(params, filter);
    // All of January less the fourteen days before: fewer than those that are left of it.
    EXPECT_NE(
        sql.find("SELECT *, -1 AS sign FROM trade.list_tally WHERE company_id = $1 AND list = 'deal' AND"
                 " grain = 'd' AND date >= $2 AND date < $3 UNION ALL"),
        std::string::npos)
        << sql;
    EXPECT_NE(sql.find("grain = 'm' AND date >= $4 AND date < $5) AS counted WHERE true AND b = $6"),
              std::string::npos)
        << sql;
    EXPECT_EQ(valueOf(params, 2), "2026-01-01");
    EXPECT_EQ(valueOf(params, 3), "2026-01-15");
    EXPECT_EQ(valueOf(params, 4), "2026-01-01");
    EXPECT_EQ(valueOf(params, 6), "open");
}

} // namespace
} // namespace svc
