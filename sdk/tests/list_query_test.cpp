#include <svc/list_query.hpp>

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

} // namespace
} // namespace svc
