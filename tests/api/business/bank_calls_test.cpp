// Webhook calls of banks: the announced data are fetched once.
#include <gmock/gmock.h>

#include "api/business/outside_story.hpp"

namespace svc::test {
namespace {

class Bank : public OutsideStory {
protected:
    Bank() : OutsideStory("qonto") {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            if (request.path.ends_with("/organization")) {
                return jsonAnswer(200, js("{'organization':{'slug':'acme','bank_accounts':[{'iban':"
                                          "'FR7616798000010000005663951'}]}}"));
            }
            Json page = Json::object({{"transactions", lines}, {"meta", js("{'next_page':null}")}});
            return jsonAnswer(200, page);
        });
        wallet = desk.make("/wallets", js("{'name':'$1','kind':'bank','currency':'EUR'}", {unique("Qonto")}))
                     .textOr("id");
        connect(js("{'login':'l','secretKey':'s','webhookSecret':'hook'}"),
                Json::object({{"walletId", wallet}}));
    }
    void book(const std::string& id, std::int64_t cents) {
        const std::lock_guard lock(mutex);
        lines.push(Json::object({{"id", id},
                                 {"status", "completed"},
                                 {"side", cents < 0 ? "debit" : "credit"},
                                 {"amount_cents", std::abs(cents)},
                                 {"label", "Hotel des Quais"},
                                 {"reference", "F-7"},
                                 {"settled_at", "2026-11-19T10:00:00.000Z"}}));
    }
    Json known(std::size_t count) {
        return until("/bank-transactions?walletId=" + wallet,
                     [count](const Json& list) { return list.size() == count; });
    }

    std::string wallet;
    Json lines = Json::array();
};

TEST_F(Bank, ACallOfTheBankFetchesItsLinesOnce) {
    until("/integrations",
          [](const Json& list) { return list.dump().find("\"lastAt\":\"") != std::string::npos; });
    book("t-1", 12000);
    book("t-2", -350);
    const std::string body = R"({"type":"v1/transactions","data":{}})";
    const std::string time = std::to_string(
        Instant::parse(desk.make("/partners", js("{'name':'$1'}", {unique("Clock")})).textOr("createdAt"))
            ->seconds());
    EXPECT_TRUE(
        isRefusal(call(body, "X-Qonto-Signature", "t=" + time + ",v1=" + hmac("other", time + '.' + body)),
                  400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(
        call(body, "X-Qonto-Signature", "t=" + time + ",v1=" + hmac("hook", time + '.' + body)), 200));
    const Json list = known(2);
    std::vector<std::int64_t> amounts;
    for (const Json& line : list.items()) {
        amounts.push_back(line["amount"].integer());
    }
    EXPECT_THAT(amounts, ::testing::UnorderedElementsAre(12000, -350));
    book("t-3", 77);
    ASSERT_TRUE(hasStatus(desk.post("/integrations/qonto/sync", Json::object()), 202));
    known(3);
}

} // namespace
} // namespace svc::test
