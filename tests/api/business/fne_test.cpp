// Certified invoices of Côte d'Ivoire through HTTP, against a fake platform.
#include <atomic>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {
namespace {

class Fne : public ::testing::Test {
protected:
    ~Fne() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    void enable() {
        ASSERT_TRUE(hasStatus(desk.put("/fiscal/ci-fne", js("{'enabled':true,'autoSubmit':true,'settings':{"
                                                            "'apiKey':'$1','pointOfSale':'Plateau',"
                                                            "'establishment':'Abidjan'}}",
                                                            {key_})),
                              200));
    }
    /// Sets the platform's answer; the default certifies the invoice.
    static void platform(int status = 201, const std::string& body = {}) {
        outsideWorld().react([status, body](const Received& request) {
            if (!body.empty() || status != 201) {
                return status == 0 ? Reaction{.text = "no HTTP\r\n\r\n"} : Reaction::status(status, "", body);
            }
            const bool refund = request.path.ends_with("/refund");
            Json items = Json::array();
            const Json asked = request.json();
            for (std::size_t i = 0; i < asked["items"].size(); ++i) {
                items.push(Json::object({{"id", "item-" + std::to_string(i)}}));
            }
            return Reaction::status(
                201, "Content-Type: application/json\r\n",
                Json::object({{"ncc", "9606123E"},
                              {"reference", refund ? "A9606123E26000000002" : "9606123E26000000001"},
                              {"token", "http://fne.example/verification/1"},
                              {"warning", false},
                              {"balance_sticker", 179},
                              {"invoice", Json::object({{"id", "inv-1"}, {"items", std::move(items)}})}})
                    .dump());
        });
    }
    Json sell() {
        return desk.make("/sales", js("{'lines':[{'label':'Riz','quantity':3,'unitPrice':1180,'taxRate':18}],"
                                      "'pricesIncludeTax':true,'paidInFull':true,'partnerId':'$1'}",
                                      {desk.make("/partners", js("{'name':'Client'}")).textOr("id")}));
    }
    Json latest(const std::string& kind, const std::string& id) {
        return desk.read("/fiscal/submissions/" + kind + '/' + id).items().at(0);
    }
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale",
               std::int64_t attempts = 0) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        Json one = latest(kind, id);
        while ((one.textOr("status") != status || one["attempts"].integer() < attempts) &&
               std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            one = latest(kind, id);
        }
        EXPECT_EQ(one.textOr("status"), status) << one.dump();
        return one;
    }
    /// The requests that this company has sent to a path.
    std::vector<Json> sent(const std::string& path) const {
        std::vector<Json> all;
        for (const Received& request : outsideWorld().received(path)) {
            if (request.header("authorization") == "Bearer " + key_) {
                all.push_back(request.json());
            }
        }
        return all;
    }
    /// Runs a statement as the owner of the tables.
    void asOwner(const std::string& statement) const {
        const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
        host::db::ConnectionOptions options;
        options.login = access->owner;
        host::db::Connection(options).query(statement);
    }
    static constexpr const char* Sign = "/external/invoices/sign";

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Firm"), "CI"};

private:
    std::string key_ = unique("key");
};

TEST_F(Fne, CertifiesAndTakesBackByItems) {
    platform();
    enable();
    const std::string id = sell().textOr("id");
    const Json accepted = until("accepted", id);
    EXPECT_EQ(accepted.textOr("reference"), "9606123E26000000001");
    EXPECT_EQ(accepted.textOr("qrCode"), "http://fne.example/verification/1");
    EXPECT_EQ(accepted["statuses"].at(0).textOr("label"), "179 certificates left");
    ASSERT_EQ(sent(Sign).size(), 1U);
    EXPECT_EQ(sent(Sign)[0]["items"].at(0)["amount"].integer(), 1000);

    const Json line = desk.read("/sales/" + id)["lines"].at(0);
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/refund",
                                    js("{'lines':[{'lineId':'$1','quantity':2}]}", {line.textOr("id")})),
                          201));
    const Json sale = desk.read("/sales/" + id);
    const Json note = until("accepted", sale["refunds"].at(0)["creditNote"].textOr("id"), "credit_note");
    EXPECT_EQ(note.textOr("reference"), "A9606123E26000000002");
    ASSERT_EQ(sent("/external/invoices/inv-1/refund").size(), 1U);
    EXPECT_EQ(sent("/external/invoices/inv-1/refund")[0].dump(),
              R"({"items":[{"id":"item-0","quantity":2}]})");
}

TEST_F(Fne, ARefundWaitsForItsInvoice) {
    platform(401, R"({"message":"Invalid API Key","error":"Unauthorized","statusCode":401})");
    enable();
    const std::string id = sell().textOr("id");
    until("pending", id, "sale", 1);
    ASSERT_TRUE(hasStatus(
        desk.post("/sales/" + id + "/refund", js("{'lines':[{'lineId':'$1','quantity':1}]}",
                                                 {desk.read("/sales/" + id)["lines"].at(0).textOr("id")})),
        201));
    const std::string note = desk.read("/sales/" + id)["refunds"].at(0)["creditNote"].textOr("id");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (latest("credit_note", note)["nextAttemptAt"].isNull() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_EQ(latest("credit_note", note).textOr("status"), "pending");
    platform();
    advanceClock(120);
    until("accepted", id);
    advanceClock(600);
    until("accepted", note, "credit_note");
}

TEST_F(Fne, HoldsForAPersonWhenTheAnswerIsLost) {
    for (const int status : {0, 500}) {
        platform(status);
        enable();
        const std::size_t before = sent(Sign).size();
        const std::string id = sell().textOr("id");
        const Json held = until("held", id);
        EXPECT_TRUE(held.textOr("error").starts_with("the answer is lost: ")) << held.dump();
        platform();
        advanceClock(24 * 3600);
        EXPECT_EQ(latest("sale", id).textOr("status"), "held") << "a second call is a second certificate";
        EXPECT_EQ(sent(Sign).size(), before + 1);
        ASSERT_TRUE(hasStatus(
            desk.post("/fiscal/submissions/" + held.textOr("id") + "/resolve", js("{'outcome':'resend'}")),
            200));
        until("accepted", id);
    }
}

TEST_F(Fne, HoldsTheRefundOfAnInvoiceThatAPersonHasLookedUp) {
    platform(500);
    enable();
    const std::string id = sell().textOr("id");
    const auto resolve = [&](const Json& held, const std::string& reference) {
        return desk.post("/fiscal/submissions/" + held.textOr("id") + "/resolve",
                         js("{'outcome':'accepted','reference':'$1'}", {reference}));
    };
    ASSERT_TRUE(hasStatus(resolve(until("held", id), "9606123E26000000001"), 200));
    platform();
    const Json line = desk.read("/sales/" + id)["lines"].at(0);
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/refund",
                                    js("{'lines':[{'lineId':'$1','quantity':2}]}", {line.textOr("id")})),
                          201));
    // Nobody here knows the identifiers by which the platform takes a refund.
    const std::string note = desk.read("/sales/" + id)["refunds"].at(0)["creditNote"].textOr("id");
    const Json held = until("held", note, "credit_note");
    EXPECT_EQ(held.textOr("errorCode"), "items-unknown");
    EXPECT_NE(held.textOr("error").find("of invoice 9606123E26000000001"), std::string::npos) << held.dump();
    ASSERT_TRUE(hasStatus(resolve(held, "A9606123E26000000002"), 200));
    EXPECT_EQ(until("accepted", note, "credit_note").textOr("reference"), "A9606123E26000000002");
    EXPECT_EQ(sent(Sign).size(), 1U);
}

TEST_F(Fne, TellsNoStatementThatTheDatabaseRefuses) {
    platform();
    enable();
    asOwner("ALTER TABLE ci_fne.invoice RENAME COLUMN items TO others");
    const std::string id = sell().textOr("id");
    const Json failed = until("pending", id, "sale", 1);
    asOwner("ALTER TABLE ci_fne.invoice RENAME COLUMN others TO items");
    EXPECT_EQ(failed.textOr("error"), "internal-error") << failed.dump();
    advanceClock(120);
    until("held", id);
    EXPECT_EQ(sent(Sign).size(), 1U) << "the platform has certified it";
}

TEST_F(Fne, TellsWhatThePlatformRefuses) {
    platform(400, R"({"message":"Point of sale is not valid","error":"Bad Request","statusCode":400})");
    enable();
    EXPECT_EQ(until("rejected", sell().textOr("id")).textOr("error"), "Point of sale is not valid");
}

TEST_F(Fne, TriesAgainWhenTheKeyIsRefused) {
    platform(401, R"({"message":"Invalid API Key","error":"Unauthorized","statusCode":401})");
    enable();
    const std::string id = sell().textOr("id");
    EXPECT_EQ(until("pending", id, "sale", 1).textOr("error"), "HTTP 401");
    platform();
    advanceClock(120);
    until("accepted", id);
}

} // namespace
} // namespace svc::test
