// Arrays and pages: limit, offset, total, order.
#include <set>

#include "support/checks.hpp"

namespace svc::test {
namespace {

class Lists : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        HttpClient live = sharedService().live();
        for (int i = 0; i < 7; ++i) {
            ASSERT_TRUE(hasStatus(live.post(sharedService().company("/partners"),
                                            Json::object({{"name", "List " + std::to_string(6 - i)},
                                                          {"email", "l@list.test"}})),
                                  201));
            ASSERT_TRUE(hasStatus(live.post(sharedService().company("/sales"), smallSale("Listed")), 201));
        }
    }

    RunningService& service = sharedService();
    HttpClient live = service.live();

    std::vector<std::string> ids(const std::string& path) {
        std::vector<std::string> found;
        const Answer answer = live.get(path);
        EXPECT_TRUE(hasStatus(answer, 200));
        for (const Json& row : answer.json.items()) {
            found.push_back(row["id"].text());
        }
        return found;
    }
};

TEST_F(Lists, LimitAndOffsetCutAndTheTotalStays) {
    for (const std::string& path : {service.company("/partners"), service.company("/sales")}) {
        const Answer whole = live.get(path);
        ASSERT_TRUE(hasStatus(whole, 200));
        const std::string total = whole.header("x-total-count");
        EXPECT_GE(std::stoi(total), 7);
        const std::vector<std::string> all = ids(path + "?limit=500");
        EXPECT_EQ(std::to_string(all.size()), total);
        const std::vector<std::string> part = ids(path + "?limit=3&offset=2");
        EXPECT_EQ(part, std::vector<std::string>(all.begin() + 2, all.begin() + 5));
        EXPECT_EQ(live.get(path + "?limit=3&offset=2").header("x-total-count"), total);
        const Answer beyond = live.get(path + "?offset=100000");
        EXPECT_EQ(beyond.json.size(), 0U);
        EXPECT_EQ(beyond.header("x-total-count"), total) << "also beyond the end: " << path;
        EXPECT_EQ(live.get(path + "?limit=100000").status, 200) << "lowered, not refused";
        for (const char* wrong : {"limit=0", "limit=-1", "limit=ten", "limit=1.5"}) {
            EXPECT_TRUE(isRefusal(live.get(path + '?' + wrong), 400, "field-invalid:limit")) << wrong;
        }
        EXPECT_TRUE(isRefusal(live.get(path + "?offset=-1"), 400, "field-invalid:offset"));
    }
}

TEST_F(Lists, AnOrderThatAListDoesNotHaveIsRefused) {
    for (const char* list : {"/sales", "/rates", "/locations"}) {
        EXPECT_TRUE(isRefusal(live.get(service.company(list) + "?sort=weather"), 400, "field-invalid:sort"))
            << list;
    }
}

TEST_F(Lists, PartnersAreOrderedByNameAndSalesNewestFirst) {
    const Answer partners = live.get(service.company("/partners?q=List&limit=7"));
    for (std::size_t i = 0; i < partners.json.size(); ++i) {
        EXPECT_EQ(partners.json[i]["name"].text(), "List " + std::to_string(i));
    }
    const Answer sales = live.get(service.company("/sales?limit=7"));
    for (std::size_t i = 1; i < sales.json.size(); ++i) {
        EXPECT_GE(sales.json[i - 1]["createdAt"].text(), sales.json[i]["createdAt"].text());
    }
}

TEST_F(Lists, PagesHaveTheirTotals) {
    const std::string sales = service.company("/sales");
    const Answer page = live.get(sales + "?page=2&size=3&q=Listed");
    ASSERT_TRUE(hasStatus(page, 200));
    EXPECT_EQ(page.json["data"].size(), 3U);
    EXPECT_EQ(page.json["total"].integer(), 7);
    EXPECT_EQ(page.json["totals"]["total"].integer(), 7 * 1200);
    EXPECT_EQ(page.json["totals"]["balance"].integer(), 7 * 1200);
    EXPECT_EQ(page.json["totals"]["currency"].text(), "EUR");
    EXPECT_EQ(live.get(sales + "?page=3&size=3&q=Listed").json["data"].size(), 1U);
    EXPECT_TRUE(isRefusal(live.get(sales + "?page=0"), 400, "field-invalid:page"));
    EXPECT_TRUE(isRefusal(live.get(sales + "?size=none"), 400, "field-invalid:size"));
}

TEST_F(Lists, RowsLeaveOutTheirLinesUnlessAskedFor) {
    const std::string sales = service.company("/sales?limit=1");
    EXPECT_FALSE(live.get(sales).json[0].contains("lines"));
    const Answer full = live.get(sales + "&include=lines,payments");
    EXPECT_EQ(full.json[0]["lines"].size(), 1U);
    EXPECT_TRUE(full.json[0]["payments"].isArray());
}

} // namespace
} // namespace svc::test
