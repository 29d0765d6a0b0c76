// The order of the checks of a request: when two of them fail, the earlier one determines the answer.
#include <functional>

#include "support/checks.hpp"
#include "support/raw_client.hpp"

namespace svc::test {
namespace {

/// Everything that can be wrong in a request to POST …/sales/{saleId}/payments, from the last check to the
/// first.
struct Mistakes {
    std::string head; ///< additional header lines
    std::string method = "POST";
    std::string company;
    std::string suffix = "/payments";
    std::string sale;
    std::string credential;
    std::string type = "application/json";
    std::string idempotencyKey;
    std::string body;
    std::size_t declaredLength = 0; ///< instead of the real length of the body
};

class Order : public ::testing::Test {
protected:
    Order() : service(sharedService()) {
        HttpClient live = service.live();
        const Answer sale = live.post(service.company("/sales"), smallSale());
        EXPECT_TRUE(hasStatus(sale, 201));
        mistakes.company = service.value("companyId");
        mistakes.sale = sale.json.textOr("id");
        mistakes.credential = service.value("liveKey");
        mistakes.idempotencyKey = unique("order-key");
        mistakes.body = R"({"amount":1})";
    }

    Answer send() const {
        const std::size_t length =
            mistakes.declaredLength != 0 ? mistakes.declaredLength : mistakes.body.size();
        return sendRaw(service.port(),
                       mistakes.method + " /companies/" + mistakes.company + "/sales/" + mistakes.sale +
                           mistakes.suffix + " HTTP/1.1\r\nHost: localhost\r\n" + mistakes.head +
                           "Authorization: Bearer " + mistakes.credential + "\r\nContent-Type: " +
                           mistakes.type + "\r\nIdempotency-Key: " + mistakes.idempotencyKey +
                           "\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n" + mistakes.body);
    }

    RunningService& service;
    Mistakes mistakes;
};

TEST_F(Order, EachCheckGoesBeforeAllThatFollow) {
    struct Step {
        int status;
        std::string code;
        std::function<void()> add;
    };
    const std::string unknownSale = "sal_01jd9p4be1mfmxgscfzmzebnt7";
    const std::string readKey = makeKey(service, {"partners:view"});
    const std::string testKey = makeKey(service, {"partners:view"}, "test");
    const std::string spentKey = makeKey(service, {"partners:view"}, "test");
    HttpClient spender = service.client(spentKey);
    for (int i = 0; i < 60; ++i) {
        spender.get(service.company());
    }
    const std::string foreign = otherCompany(service).textOr("companyId");
    bool keyIsShort = false;
    const std::vector<Step> steps = {
        {404, "sale-not-found", [&] { mistakes.sale = unknownSale; }},
        {400, "field-invalid:method", [&] { mistakes.body = R"({"amount":1,"method":"barter"})"; }},
        {400, "amount-required", [&] { mistakes.body = R"({"method":"barter"})"; }},
        {400, "body-invalid", [&] { mistakes.body = R"({"method":)"; }},
        {400, "idempotency-key-invalid", [&] { mistakes.idempotencyKey = "short"; }},
        {403, "forbidden", [&] { mistakes.credential = readKey; }},
        {403, "forbidden", [&] { mistakes.credential = testKey; }},
        {404, "company-not-found", [&] { mistakes.company = foreign; }},
        {429, "too-many-requests", [&] { mistakes.credential = spentKey; }},
        {401, "api-key-invalid", [&] { mistakes.credential = "svc_live_nobody"; }},
        {415, "content-type-unsupported", [&] { mistakes.type = "text/plain"; }},
        {413, "body-too-large", [&] { mistakes.declaredLength = 2U << 20U; }},
        {405, "method-not-allowed", [&] { mistakes.method = "PUT"; }},
        {404, "not-found", [&] { mistakes.suffix = "/payments/"; }},
        {400, "version-unsupported:9.9", [&] { mistakes.head = "Svc-Version: 9.9\r\n"; }},
        {400, "request-invalid", [&] { mistakes.head += "Transfer-Encoding: chunked\r\n"; }},
    };
    for (const Step& step : steps) {
        // A new idempotency key, otherwise the stored refusal would be replayed.
        mistakes.idempotencyKey = unique("order-key");
        step.add();
        keyIsShort = keyIsShort || mistakes.idempotencyKey == "short";
        mistakes.idempotencyKey = keyIsShort ? "short" : mistakes.idempotencyKey;
        EXPECT_TRUE(isRefusal(send(), step.status, step.code));
    }
}

TEST_F(Order, ScopeIsJudgedBeforeTheKeyOfIdempotencyIsLookedUp) {
    ASSERT_TRUE(hasStatus(send(), 201));
    const Answer replay = send();
    EXPECT_EQ(replay.header("idempotent-replay"), "true");
    mistakes.credential = makeKey(service, {"sales:view"});
    EXPECT_TRUE(isRefusal(send(), 403, "missing-permission"));
    mistakes.credential = makeKey(service, {"partners:view"});
    EXPECT_TRUE(isRefusal(send(), 403, "forbidden"));
}

TEST_F(Order, RequiredFieldsAreJudgedBeforeFormatsAndInTheirOrder) {
    HttpClient live = service.live();
    const std::string path = service.company("/sales");
    EXPECT_TRUE(
        isRefusal(live.post(path, Json::object({{"channel", "pigeon"}})), 400, "field-required:lines"));
    Json line = Json::object({{"quantity", "two"}});
    EXPECT_TRUE(isRefusal(live.post(path, Json::object({{"lines", Json::array({line})}})), 400,
                          "field-required:lines[0].label"))
        << "or the item";
    line.set("label", Json("Work"));
    EXPECT_TRUE(isRefusal(live.post(path, Json::object({{"lines", Json::array({line})}})), 400,
                          "field-required:lines[0].unitPrice"));
    line.set("unitPrice", Json(1));
    EXPECT_TRUE(isRefusal(live.post(path, Json::object({{"lines", Json::array({line})}})), 400,
                          "field-invalid:lines[0].quantity"));
}

TEST_F(Order, RecordsOfTheBodyAreJudgedBeforeTheStateOfTheRecord) {
    HttpClient live = service.live();
    const std::string sale = service.company("/sales/" + mistakes.sale);
    ASSERT_TRUE(hasStatus(live.post(sale + "/cancel", Json::object()), 200));
    const Json unknownWallet =
        Json::object({{"amount", 999}, {"walletId", "wal_01jd93ne9skheab73zzekk66h8"}});
    EXPECT_TRUE(isRefusal(live.post(sale + "/payments", unknownWallet), 404, "wallet-not-found"));
    EXPECT_TRUE(
        isRefusal(live.post(sale + "/payments", Json::object({{"amount", 999}})), 400, "sale-cancelled"));
}

TEST_F(Order, APathOfAnotherCompanyLooksLikeAnUnknownOne) {
    HttpClient stranger = service.client(otherCompany(service).textOr("liveKey"));
    const std::string theirs = "/companies/" + otherCompany(service).textOr("companyId");
    EXPECT_TRUE(isRefusal(stranger.get(theirs + "/sales/" + mistakes.sale), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(stranger.get(theirs + "/sales/not-an-id"), 404, "sale-not-found"));
    EXPECT_TRUE(
        isRefusal(stranger.get(theirs + "/sales/sal_01jd9p4be1mfmxgscfzmzebnt7"), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(stranger.get(service.company("/sales")), 404, "company-not-found"));
    EXPECT_TRUE(
        isRefusal(stranger.get("/companies/com_01jd9nt9383n5y3cgag4basr89/sales"), 404, "company-not-found"));
    EXPECT_TRUE(isRefusal(stranger.get("/companies/nonsense/sales"), 404, "company-not-found"));
}

} // namespace
} // namespace svc::test
