// Imports of partners and items, and changes of the catalogue, by several clients at once: the result is that
// of some sequential order.
#include <array>

#include <gmock/gmock.h>

#include "api/business/together.hpp"

namespace svc::test {
namespace {

constexpr int Rounds = 10;

class CatalogueRaces : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string key = desk.newKey();

    std::string item(const std::string& more = "") {
        return desk.make("/items", js("{'name':'Scarce','price':12,'cost':5" + more + "}")).textOr("id");
    }
    Json five(const std::string& itemId) const {
        return js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':5,"
                  "'unitCost':3}]}",
                  {desk.value("locationId"), itemId});
    }
    Answer import(HttpClient& client, const std::string& kind, const std::string& csv) const {
        return client.send("POST", desk.path("/imports/" + kind), csv, {{"Content-Type", "text/csv"}});
    }
    /// Imports each file with its own client, all at once; returns the summed results.
    Json imported(const std::string& kind, const std::vector<std::string>& files) {
        std::array<std::int64_t, 3> sums{};
        std::mutex mutex;
        together(key, static_cast<int>(files.size()), [&](HttpClient& client, int index) {
            const Answer answer = import(client, kind, files[static_cast<std::size_t>(index)]);
            EXPECT_TRUE(hasStatus(answer, 200));
            const std::scoped_lock lock(mutex);
            sums[0] += answer.json["created"].integer();
            sums[1] += answer.json["updated"].integer();
            sums[2] += answer.json["skipped"].integer();
        });
        return Json::object({{"created", sums[0]}, {"updated", sums[1]}, {"skipped", sums[2]}});
    }
    /// Sends two requests at once; returns status and code of each.
    std::array<std::string, 2> both(const std::function<Answer(HttpClient&)>& first,
                                    const std::function<Answer(HttpClient&)>& second) {
        std::array<std::string, 2> outcomes;
        together(key, 2, [&](HttpClient& client, int index) {
            const Answer answer = index == 0 ? first(client) : second(client);
            outcomes[static_cast<std::size_t>(index)] = std::to_string(answer.status) + ' ' + answer.code();
        });
        return outcomes;
    }
    std::int64_t quantity(const std::string& itemId) {
        const Json levels = desk.read("/stock?itemId=" + itemId);
        return levels.size() == 0 ? 0 : levels[0]["quantity"].integer();
    }
    void TearDown() override { expectSums(sharedService()); }
};

/// Rows in ascending or descending order.
std::string fileOf(const std::string& columns, const std::string& prefix, bool backwards, int rows = 10) {
    std::string file = columns + '\n';
    for (int row = 0; row < rows; ++row) {
        const std::string number = prefix + std::to_string(backwards ? rows - 1 - row : row);
        file += number + ",Row " + number + '\n';
    }
    return file;
}

TEST_F(CatalogueRaces, AFileOfVatNumbersMakesEachPartnerOnce) {
    for (int round = 0; round < Rounds; ++round) {
        const std::string prefix = std::to_string(10 + round) + "34567";
        const Json done = imported(
            "partners", {fileOf("vatNumber,name", prefix, false), fileOf("vatNumber,name", prefix, true)});
        EXPECT_EQ(done, js("{'created':10,'updated':0,'skipped':10}"));
    }
}

TEST_F(CatalogueRaces, LongFilesInOppositeOrderBothEnd) {
    constexpr int Rows = 5000; // ten times the rows that are written at once
    for (const std::string& kind : {std::string("partners"), std::string("items")}) {
        const std::string prefix = unique("long");
        const Json done = imported(kind, {fileOf("externalId,name", prefix, false, Rows),
                                          fileOf("externalId,name", prefix, true, Rows)});
        EXPECT_EQ(done, js("{'created':5000,'updated':0,'skipped':5000}")) << kind;
    }
}

TEST_F(CatalogueRaces, AFileOfExternalIdsMakesEachRecordOnceAndUpdatesItThen) {
    for (int round = 0; round < Rounds; ++round) {
        for (const std::string& kind : {std::string("partners"), std::string("items")}) {
            const std::string prefix = unique("ext");
            const Json done = imported(
                kind, {fileOf("externalId,name", prefix, false), fileOf("externalId,name", prefix, true)});
            EXPECT_EQ(done, js("{'created':10,'updated':0,'skipped':10}")) << kind;
        }
        const std::string prefix = unique("sku");
        EXPECT_EQ(imported("items", {fileOf("sku,name", prefix, false), fileOf("sku,name", prefix, true)}),
                  js("{'created':10,'updated':0,'skipped':10}"));
    }
}

TEST_F(CatalogueRaces, AFileBesideARecordWithOneOfItsExternalIdsUpdatesItOrIsFirst) {
    for (int round = 0; round < Rounds; ++round) {
        for (const std::string& kind : {std::string("partners"), std::string("items")}) {
            const std::string prefix = unique("ext");
            const auto [file, record] = both(
                [&](HttpClient& client) {
                    return import(client, kind, fileOf("externalId,name", prefix, false));
                },
                [&](HttpClient& client) {
                    return client.post(desk.path("/" + kind),
                                       js("{'name':'One','externalId':'$1'}", {prefix + '5'}));
                });
            EXPECT_EQ(file, "200 ");
            EXPECT_TRUE(record == "201 " || record == "400 already-exists:externalId") << record;
        }
    }
}

TEST_F(CatalogueRaces, AParentOfVariantsHoldsNoStock) {
    for (int round = 0; round < Rounds; ++round) {
        const std::string parent = item();
        const auto [variant, goods] = both(
            [&](HttpClient& client) {
                return client.post(desk.path("/items"), js("{'name':'Red','parentId':'$1'}", {parent}));
            },
            [&](HttpClient& client) { return client.post(desk.path("/stock/adjustments"), five(parent)); });
        if (variant == "201 ") {
            EXPECT_EQ(goods, "400 item-not-stocked:" + parent);
        } else {
            EXPECT_EQ(variant, "400 field-invalid:parentId");
            EXPECT_EQ(goods, "201 ");
        }
        EXPECT_EQ(quantity(parent), goods == "201 " ? 5 : 0);
    }
}

TEST_F(CatalogueRaces, GoodsOnTheShelfStayTracked) {
    for (int round = 0; round < Rounds; ++round) {
        const std::string id = item();
        const std::string field = round % 2 == 0 ? "trackStock" : "service";
        const auto [change, goods] = both(
            [&](HttpClient& client) {
                return client.patch(desk.path("/items/" + id),
                                    js("{'$1':$2}", {field, round % 2 == 0 ? "false" : "true"}));
            },
            [&](HttpClient& client) { return client.post(desk.path("/stock/adjustments"), five(id)); });
        if (change == "200 ") {
            EXPECT_EQ(goods, "400 item-not-stocked:" + id);
        } else {
            EXPECT_EQ(change, "400 field-invalid:" + field);
            EXPECT_EQ(goods, "201 ");
        }
    }
}

TEST_F(CatalogueRaces, TwoItemsAreNotParentsOfEachOther) {
    for (int round = 0; round < Rounds; ++round) {
        const std::string one = item();
        const std::string other = item();
        const auto makeVariant = [&](const std::string& id, const std::string& parent) {
            return [this, id, parent](HttpClient& client) {
                return client.patch(desk.path("/items/" + id), js("{'parentId':'$1'}", {parent}));
            };
        };
        std::array<std::string, 2> outcomes = both(makeVariant(one, other), makeVariant(other, one));
        EXPECT_THAT(outcomes, ::testing::UnorderedElementsAre("200 ", "400 field-invalid:parentId"));
    }
}

} // namespace
} // namespace svc::test
