// Lines that a bank removes or changes after a feed has imported them: unmatched lines are ignored, booked
// ones are left for a person. Plaid is faked by outsideWorld().
#include "api/business/outside_story.hpp"

namespace svc::test {
namespace {

class RemovedLines : public OutsideStory {
protected:
    RemovedLines() : OutsideStory("plaid") {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
        tell("[" + transaction("paid", "-120") + "," + transaction("fee", "7.5") + "," +
             transaction("rent", "800") + "]");
        connect(js("{'clientId':'c','secret':'s','publicToken':'public-1'}"),
                Json::object({{"walletId", wallet}}));
        until("/bank-transactions?walletId=" + wallet, [](const Json& lines) { return lines.size() == 3; });
    }

    /// Resets the fake provider: OutsideStory disconnects in its destructor, when answer() no longer exists.
    void TearDown() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    Reaction answer(const Received& request) {
        if (request.path == "/item/public_token/exchange") {
            return jsonAnswer(200, js("{'access_token':'access-1','item_id':'item-1'}"));
        }
        if (request.path == "/accounts/get") {
            return jsonAnswer(200, js("{'accounts':[{'account_id':'acc-1'}]}"));
        }
        if (request.path != "/transactions/sync") {
            return jsonAnswer(200, Json::object());
        }
        Json page = news;
        news = changes("[]", "[]", "[]");
        return jsonAnswer(200, page.set("next_cursor", unique("cursor-")).set("has_more", false));
    }
    /// Plaid's form: outgoing amounts are positive.
    std::string transaction(const std::string& id, const std::string& amount) const {
        return "{'transaction_id':'" + prefix + id + "','account_id':'acc-1','amount':" + amount +
               ",'iso_currency_code':'EUR','date':'" + day + "','name':'" + id + "'}";
    }
    static Json changes(const std::string& added, const std::string& modified, const std::string& removed) {
        return js("{'added':" + added + ",'modified':" + modified + ",'removed':" + removed + "}");
    }
    /// Sets the changes that the bank reports at the next fetch.
    void tell(const std::string& added, const std::string& modified = "[]",
              const std::string& removed = "[]") {
        const std::lock_guard lock(mutex);
        news = changes(added, modified, removed);
    }
    /// Sets the changes and starts a fetch.
    void tellNow(const std::string& modified, const std::string& removed) {
        tell("[]", modified, removed);
        Answer asked;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        do {
            asked = desk.post("/integrations/plaid/sync", Json::object());
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        } while (asked.status != 202 && std::chrono::steady_clock::now() < end);
        until("/jobs/" + asked.json.textOr("id"),
              [](const Json& job) { return job.textOr("status") == "succeeded"; });
    }
    std::string removal(const std::string& id) const {
        return "[{'transaction_id':'" + prefix + id + "','account_id':'acc-1'}]";
    }
    std::vector<Json> lines(const std::string& id) {
        std::vector<Json> found;
        const Json list = desk.read("/bank-transactions?walletId=" + wallet);
        for (const Json& line : list.items()) {
            if (line.textOr("label") == id) {
                found.push_back(line);
            }
        }
        return found;
    }
    Json line(const std::string& id) {
        const std::vector<Json> found = lines(id);
        EXPECT_EQ(found.size(), 1U) << id;
        return found.empty() ? Json() : found.front();
    }
    Json act(const Json& line, const std::string& what, const Json& body = Json::object()) {
        const Answer done = desk.post("/bank-transactions/" + line.textOr("id") + '/' + what, body);
        EXPECT_TRUE(hasStatus(done, 200));
        return done.json;
    }
    bool isTold(const Json& line, const std::string& action) {
        return desk.get("/history/bank_transaction/" + line.textOr("id")).body.find(action) !=
               std::string::npos;
    }

    std::string day = desk.today();
    std::string prefix = unique("t-");
    std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank'}", {unique("Plaid")})).textOr("id");
    Json news = Json::object();
};

TEST_F(RemovedLines, OneThatWaitedIsIgnoredAndSaysWhy) {
    tellNow("[]", removal("fee"));
    const Json gone = line("fee");
    EXPECT_EQ(gone.textOr("status"), "ignored");
    EXPECT_EQ(gone.textOr("ignoredReason"), "removed-by-bank");
    EXPECT_FALSE(gone["removedAt"].isNull());
    EXPECT_TRUE(isTold(gone, "removed_by_bank"));
    EXPECT_EQ(line("rent").textOr("status"), "unmatched");
    tellNow("[]", removal("never heard of"));
    tellNow("[]", removal("fee"));
    EXPECT_EQ(line("fee")["version"].integer(), gone["version"].integer()) << "told twice, done once";
    expectInvariants(serviceWithProvider());
}

TEST_F(RemovedLines, OneThatIsMatchedStaysForAPersonWhoReopensIt) {
    const std::string sale = document("/sales");
    const Json matched = act(line("paid"), "match", js("{'matches':[{'kind':'sale','id':'$1'}]}", {sale}));
    EXPECT_EQ(desk.read("/sales/" + sale)["balance"].integer(), 0);
    tellNow("[]", removal("paid"));
    const Json told = line("paid");
    EXPECT_EQ(told.textOr("status"), "matched") << "money was booked for it";
    EXPECT_FALSE(told["removedAt"].isNull());
    EXPECT_GT(told["version"].integer(), matched["version"].integer());
    EXPECT_TRUE(isTold(told, "removed_by_bank"));
    EXPECT_EQ(desk.read("/sales/" + sale)["balance"].integer(), 0);

    EXPECT_EQ(act(told, "reopen").textOr("status"), "unmatched");
    EXPECT_EQ(desk.read("/sales/" + sale)["balance"].integer(), 12000) << "the sale is due again";
    EXPECT_EQ(act(told, "ignore", js("{'reason':'the bank took it back'}")).textOr("status"), "ignored");
    expectInvariants(serviceWithProvider());
}

TEST_F(RemovedLines, OneThatIsChangedIsReplacedAndComesBackWhenItIsChangedBack) {
    tellNow("[" + transaction("rent", "850") + "]", "[]");
    const auto byAmount = [&](std::int64_t minor) {
        for (const Json& one : lines("rent")) {
            if (one["amount"].integer() == minor) {
                return one;
            }
        }
        return Json::object();
    };
    EXPECT_EQ(byAmount(-80000).textOr("ignoredReason"), "removed-by-bank");
    EXPECT_EQ(byAmount(-85000).textOr("status"), "unmatched");
    tellNow("[" + transaction("rent", "850") + "]", "[]");
    EXPECT_EQ(lines("rent").size(), 2U) << "the same change once more";
    EXPECT_EQ(byAmount(-85000).textOr("status"), "unmatched");
    tellNow("[" + transaction("rent", "800") + "]", "[]");
    EXPECT_EQ(byAmount(-80000).textOr("status"), "unmatched");
    EXPECT_TRUE(byAmount(-80000)["removedAt"].isNull());
    EXPECT_TRUE(isTold(byAmount(-80000), "restored_by_bank"));
    EXPECT_EQ(byAmount(-85000).textOr("status"), "ignored");
    EXPECT_EQ(lines("rent").size(), 2U);
    expectInvariants(serviceWithProvider());
}

TEST_F(RemovedLines, ALineThatAFileTellsTooIsOneLine) {
    const auto file = [&](const std::string& rows) {
        const Answer answer =
            desk.post("/wallets/" + wallet + "/statements",
                      Json::object({{"format", "csv"}, {"content", "Date;Text;Amount;Reference\n" + rows}}));
        EXPECT_TRUE(hasStatus(answer, 201));
        return answer.json;
    };
    const Json known = file(day + ";Rent of November;-800.00;R1\n");
    EXPECT_EQ(known["duplicates"].integer(), 1);
    EXPECT_EQ(known["imported"].integer(), 0);
    // The other way round: the file comes first, and the feed tells one payment more.
    EXPECT_EQ(file(day + ";Garage;-12.00;R2\n")["imported"].integer(), 1);
    tellNow("[" + transaction("garage", "12") + "]", "[]");
    EXPECT_EQ(lines("garage").size(), 0U);
    tellNow("[" + transaction("garage", "12") + "," + transaction("garage again", "12") + "]", "[]");
    EXPECT_EQ(lines("garage").size(), 0U);
    EXPECT_EQ(lines("garage again").size(), 1U);
    expectInvariants(serviceWithProvider());
}

} // namespace
} // namespace svc::test
