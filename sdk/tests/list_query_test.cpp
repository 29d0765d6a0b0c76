#include <svc/list.hpp>
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

TEST(ListParams, KnowWhetherRecordsAreFoundByAKey) {
    ListParams params{Uuid()};
    EXPECT_EQ(params.key("external_id", std::optional<std::string>()), "");
    EXPECT_EQ(params.amongKeys("partner_id", Texts()), "");
    EXPECT_EQ(params.among("status", Texts({"open"})), " AND status = $2");
    EXPECT_FALSE(params.hasKey());
    ListParams other = params;
    EXPECT_EQ(params.key("external_id", std::optional<std::string>("7")), " AND external_id = $3");
    EXPECT_TRUE(params.hasKey());
    EXPECT_EQ(other.amongKeys("partner_id", Texts({"a", "b"})), " AND partner_id = ANY ($3)");
    EXPECT_TRUE(other.hasKey());
}

enum class Shade { Light = 1, Dark };
std::string_view toText(Shade shade) {
    return shade == Shade::Light ? "light" : "dark";
}

TEST(ListParams, CompareAnEnumerationByItsTexts) {
    ListParams params{Uuid()};
    EXPECT_EQ(params.bound("shade =", std::optional(Shade::Dark)), " AND shade = $2");
    EXPECT_EQ(params.among("shade", std::optional(std::vector{Shade::Light})), " AND shade = $3");
    EXPECT_EQ(params.among("shade", std::optional(std::vector{Shade::Light, Shade::Dark})),
              " AND shade = ANY ($4)");
    EXPECT_EQ(valueOf(params, 2), "dark");
    EXPECT_EQ(valueOf(params, 3), "light");
    EXPECT_EQ(valueOf(params, 4), R"({"light","dark"})");
}

TEST(ListCounted, HasTheTextsThatTheCountersHave) {
    const Uuid id = Uuid::parse("01890a5d-ac96-774b-bcce-000000000002").value();
    EXPECT_EQ(countedTexts(std::optional<std::vector<Shade>>()), std::nullopt);
    EXPECT_EQ(countedTexts(std::optional(std::vector{Shade::Light, Shade::Dark})), Texts({"light", "dark"}));
    EXPECT_EQ(countedTexts(std::optional(std::vector{id})), Texts({id.toString()}));
    EXPECT_EQ(countedTexts(std::optional<Shade>()), std::nullopt);
    EXPECT_EQ(countedTexts(std::optional(Shade::Dark)), Texts({"dark"}));
    EXPECT_EQ(countedTexts(std::optional(false)), Texts({"false"}));
}

/// The statement of a page followed by its parameters.
std::string pageOf(ListRequest request) {
    ListParams params = request.params;
    const detail::ListStatements list(request);
    return list.page(params, detail::ListStatements::unknown(), list.records(""), "r.name");
}

TEST(ListStatements, ArePlannedForValuesUnlessAKeyOrNothingFilters) {
    ListRequest request{{}, "notes.note", "r", ListParams(Uuid())};
    request.order = " ORDER BY r.name, r.id";
    const std::string condition = "generate_series";
    EXPECT_EQ(pageOf(request).find(condition), std::string::npos);
    ListRequest filtered = request;
    filtered.where = filtered.params.among("r.status", Texts({"open"}));
    EXPECT_NE(pageOf(filtered).find(condition), std::string::npos);
    ListRequest searched = request;
    searched.text = "tea";
    EXPECT_NE(pageOf(searched).find(condition), std::string::npos);
    filtered.where += filtered.params.key("r.code", std::optional<std::string>("A7"));
    EXPECT_EQ(pageOf(filtered).find(condition), std::string::npos);
}

TEST(ListStatements, TellThePlannerAConstantLimit) {
    ListRequest request{{}, "notes.note", "r", ListParams(Uuid())};
    request.order = " ORDER BY r.name, r.id";
    request.limit = 10;
    const std::string inner = "WHERE r.company_id = $1 ORDER BY r.name, r.id LIMIT ";
    EXPECT_NE(pageOf(request).find(inner + "10)"), std::string::npos) << pageOf(request);
    request.offset = 1;
    EXPECT_NE(pageOf(request).find(inner + "100)"), std::string::npos) << pageOf(request);
}

/// A join with the one row of the summary keeps the order of the rows; other joins may change it.
TEST(ListStatements, OrderTheRowsOfAPageAgainBehindJoinsAlone) {
    ListRequest request{{}, "notes.note", "r", ListParams(Uuid())};
    request.order = " ORDER BY r.name, r.id";
    EXPECT_FALSE(pageOf(request).ends_with(request.order)) << pageOf(request);
    EXPECT_NE(pageOf(request).find("page AS NOT MATERIALIZED"), std::string::npos) << pageOf(request);
    request.joins = " LEFT JOIN notes.count c ON c.company_id = r.company_id AND c.note_id = r.id";
    EXPECT_TRUE(pageOf(request).ends_with(request.order)) << pageOf(request);
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
