// The hourly check for overdue invoices: one event for each, and only when a webhook or subscriber listens.
#include <filesystem>

#include <gmock/gmock.h>
#include <unistd.h>

#include <svc/date.hpp>

#include "api/business/desk.hpp"
#include "support/https_receiver.hpp"

namespace svc::test {
namespace {

using ::testing::Contains;
using ::testing::Not;

class Overdue : public ::testing::Test {
protected:
    static std::filesystem::path makeFolder() {
        return std::filesystem::temp_directory_path() / ("svc-overdue-" + std::to_string(::getpid()));
    }
    ServiceOptions options() const {
        ServiceOptions made;
        made.plugins = {"partners", "stock", "treasury", "ledger", "sales"};
        made.extra = "webhooks: { allow: [\"" + receiver.hostAndPort() + "\"], caFile: \"" +
                     receiver.certificate().string() + "\" }\n";
        return made;
    }
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    std::vector<Json> after(const char* duration) {
        HttpClient anybody = service.anonymous();
        EXPECT_EQ(anybody.post("/testing/clock", Json::object({{"advance", duration}})).status, 200);
        return desk.events();
    }

    std::filesystem::path folder = makeFolder();
    HttpsReceiver receiver{folder};
    RunningService service{options()};
    Desk desk{service};
};

TEST_F(Overdue, IsToldOnceAndOnlyWhereAWebhookListens) {
    const Json sale =
        desk.make("/sales", js("{'lines':[{'label':'Room','quantity':1,'unitPrice':60}],'dueDate':'$1'}",
                               {desk.today()}));
    EXPECT_THAT(typesOf(after("PT72H")), Not(Contains("invoice.overdue"))) << "nobody listens";
    ASSERT_EQ(desk.post("/webhooks", Json::object({{"url", receiver.url("/overdue")},
                                                   {"events", Json::array({"invoice.*"})}}))
                  .status,
              201);
    const std::vector<Json> events = after("PT2H");
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"invoice.overdue"});
    const Json& data = events[0]["data"];
    EXPECT_EQ(data["id"], sale["id"]);
    EXPECT_EQ(data["dueDate"], sale["dueDate"]);
    const Date due = Date::parse(sale.textOr("dueDate")).value();
    EXPECT_EQ(data["daysLate"].integer(), Date::parse(desk.today()).value().days() - due.days());
    EXPECT_TRUE(same(data["balance"], money(6000)));
    EXPECT_TRUE(data["actor"].isNull());
    EXPECT_THAT(typesOf(after("PT48H")), Not(Contains("invoice.overdue"))) << "once per invoice";
}

} // namespace
} // namespace svc::test
