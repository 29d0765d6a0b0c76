// The history of settings shows each changed field with its old and new value.

#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;

class SettingsHistory : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    /// The last entry of a history as "field: from > to", one per change.
    std::vector<std::string> changes(const std::string& kind, const std::string& id) {
        const auto rows =
            sharedService().sql("SELECT changes::text FROM svc.history WHERE kind = '" + kind +
                                "' AND document_id = '" + id + "' ORDER BY at DESC, id DESC LIMIT 1");
        std::vector<std::string> texts;
        const Json list = rows.empty() ? Json::array() : Json::parse(rows.front());
        for (const Json& change : list.items()) {
            texts.push_back(change["field"].text() + ": " + change["from"].dump() + " > " +
                            change["to"].dump());
        }
        return texts;
    }
};

TEST_F(SettingsHistory, OfPlacesAndPriceListsNamesTheFieldsAndTheEntries) {
    const std::string place = desk.make("/locations", js("{'name':'Cellar'}")).textOr("id");
    desk.change("/locations/" + place, js("{'name':'Attic'}"));
    EXPECT_THAT(changes("location", place), ElementsAre("name: \"Cellar\" > \"Attic\""));
    const std::string item = desk.make("/items", js("{'name':'Listed','price':5}")).textOr("id");
    const std::string list =
        desk.make("/price-lists",
                  js("{'name':'Trade','currency':'EUR','entries':[{'itemId':'$1','price':4}]}", {item}))
            .textOr("id");
    ASSERT_EQ(desk.put("/price-lists/" + list, js("{'name':'Trade','currency':'EUR','discountPercent':5,'"
                                                  "entries':[{'itemId':'$1','price':3}]}",
                                                  {item}))
                  .status,
              200);
    EXPECT_THAT(changes("price_list", list),
                ElementsAre("discountPercent: null > 5", "entries " + item + " from 0: 400 > 300"));
}

TEST_F(SettingsHistory, OfRatesAndBudgetsNamesTheAmounts) {
    const std::string today = desk.today();
    ASSERT_EQ(desk.put("/rates/CHF", js("{'rate':0.9,'date':'$1'}", {today})).status, 200);
    ASSERT_EQ(desk.put("/rates/CHF", js("{'rate':0.95,'date':'$1'}", {today})).status, 200);
    EXPECT_THAT(changes("rate", "CHF"), ::testing::Contains("rate: 0.9 > 0.95"));
    const std::string month = today.substr(0, 7);
    const auto budget = [&](const std::string& amount) {
        return desk
            .put("/budgets",
                 js("{'period':'$1','budgets':[{'category':'maintenance','amount':$2}]}", {month, amount}))
            .status;
    };
    ASSERT_EQ(budget("300"), 200);
    ASSERT_EQ(budget("250"), 200);
    EXPECT_THAT(changes("budgets", month), ElementsAre("maintenance: 30000 > 25000"));
}

} // namespace
} // namespace svc::test
