// Members limited to business units: what they can access, and that they cannot lift the limit.
#include "companies_fixture.hpp"

#include <map>

namespace svc::test {
namespace {

/// A company with two business units and a manager who is limited to the second.
class LimitedMembers : public Companies {
protected:
    Founder founder = found();
    std::string first = founder.company.textOr("defaultBusinessUnitId");
    std::string second =
        founder.client
            .post(founder.path + "/business-units", Json::object({{"name", "Harbour"}, {"code", "HRB"}}))
            .json.textOr("id");
    Person manager = join(founder.client, founder.path, "manager");

    void SetUp() override { limit({second}); }
    std::string memberPath() { return memberOf(founder.client, founder.path, manager.email); }
    void limit(const std::vector<std::string>& units) {
        ASSERT_TRUE(hasStatus(
            founder.client.patch(memberPath(), Json::object({{"businessUnitIds", Json(units)}})), 200));
    }
    Answer sell(HttpClient& client, const std::optional<std::string>& unit) {
        Json sale = smallSale();
        if (unit) {
            sale.set("businessUnitId", Json(*unit));
        }
        return client.post(founder.path + "/sales", sale);
    }
    std::string make(const std::string& route, const Json& body) {
        const Answer made = founder.client.post(founder.path + route, body);
        EXPECT_TRUE(hasStatus(made, 201)) << route;
        return made.json.textOr("id");
    }
    /// Records of a business unit by kind: records with the unit itself, and records that belong to it only
    /// through a wallet or a location.
    std::map<std::string, std::string> recordsOf(const std::string& unit);
    std::string makeRecurring() {
        return make(
            "/recurring-sales",
            Json::object({{"template", smallSale()}, {"every", "month"}, {"startsOn", "2027-12-01"}}));
    }
    Answer attach(HttpClient& client, const std::string& kind, const std::string& id) {
        return client.post(founder.path + "/attachments", Json::object({{"kind", kind},
                                                                        {"documentId", id},
                                                                        {"fileName", "note.pdf"},
                                                                        {"contentType", "application/pdf"},
                                                                        {"content", "JVBERi0x"}}));
    }
};

std::map<std::string, std::string> LimitedMembers::recordsOf(const std::string& unit) {
    const auto named = [&](const std::string& route, Json body) {
        return make(route, body.set("name", Json(unique("Record"))).set("businessUnitId", Json(unit)));
    };
    const std::string wallet = named("/wallets", Json::object({{"kind", "bank"}, {"openingBalance", 100}}));
    const std::string place = named("/locations", Json::object({}));
    const std::string item = make("/items", Json::object({{"name", unique("Item")}, {"price", 3}}));
    const auto lines = [&](Json line) { return Json::array({line.set("itemId", Json(item))}); };
    std::map<std::string, std::string> records{
        {"business_unit", unit}, {"wallet", wallet}, {"location", place}};
    records["sale"] = sell(founder.client, unit).json.textOr("id");
    records["transaction"] = make("/transactions", Json::object({{"walletId", wallet},
                                                                 {"direction", "in"},
                                                                 {"amount", 5},
                                                                 {"category", "owner_contribution"},
                                                                 {"label", "Float"}}));
    records["transfer"] =
        make("/wallets/transfer",
             Json::object({{"fromWalletId", wallet},
                           {"toWalletId", named("/wallets", Json::object({{"kind", "bank"}}))},
                           {"amount", 5}}));
    records["adjustment"] =
        make("/stock/adjustments",
             Json::object({{"locationId", place},
                           {"reason", "adjustment"},
                           {"lines", lines(Json::object({{"quantity", 5}, {"unitCost", 1}}))}}));
    records["stock_transfer"] =
        make("/stock/transfers", Json::object({{"fromLocationId", place},
                                               {"toLocationId", named("/locations", Json::object({}))},
                                               {"lines", lines(Json::object({{"quantity", 1}}))}}));
    records["count"] =
        make("/stock/counts",
             Json::object({{"locationId", place}, {"lines", lines(Json::object({{"counted", 4}}))}}));
    return records;
}

TEST_F(LimitedMembers, SellInTheirUnitAndNowhereElse) {
    const Answer own = sell(manager.client, std::nullopt);
    ASSERT_TRUE(hasStatus(own, 201));
    EXPECT_EQ(own.json["businessUnitId"].text(), second) << "theirs is the default";
    EXPECT_TRUE(hasStatus(sell(manager.client, second), 201));
    EXPECT_TRUE(isRefusal(sell(manager.client, first), 404, "business-unit-not-found"));
    const std::string wallet = founder.company.textOr("defaultWalletId");
    const Answer paid = manager.client.post(founder.path + "/sales/" + own.json.textOr("id") + "/payments",
                                            Json::object({{"amount", 1}, {"walletId", wallet}}));
    EXPECT_TRUE(paid.status == 201 || paid.code() == "wallet-not-found") << paid.body;
}

TEST_F(LimitedMembers, DoNotFindWhatIsOfAnotherUnit) {
    const Answer foreign = sell(founder.client, first);
    ASSERT_TRUE(hasStatus(foreign, 201));
    const std::string id = foreign.json.textOr("id");
    const std::string sale = founder.path + "/sales/" + id;
    HttpClient& client = manager.client;
    EXPECT_TRUE(isRefusal(client.get(sale), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(client.get(sale + "/invoice.pdf"), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(client.patch(sale, Json::object({{"note", "x"}})), 404, "sale-not-found"));
    EXPECT_TRUE(
        isRefusal(client.post(sale + "/payments", Json::object({{"amount", 1}})), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(client.post(sale + "/refund", Json::object({{"amount", 1}, {"reason", "r"}})), 404,
                          "sale-not-found"));
    EXPECT_TRUE(
        isRefusal(client.post(sale + "/cancel", Json::object({{"reason", "r"}})), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(client.get(founder.path + "/history/sale/" + id), 404, "document-not-found"));
    EXPECT_TRUE(isRefusal(client.get(founder.path + "/attachments?kind=sale&documentId=" + id), 404,
                          "document-not-found"));
    EXPECT_TRUE(
        isRefusal(client.patch(founder.path + "/business-units/" + first, Json::object({{"name", "x"}})), 404,
                  "business-unit-not-found"));
    EXPECT_EQ(client.get(founder.path + "/business-units").json.size(), 1U);
}

TEST_F(LimitedMembers, HaveNoPapersAndNoCountsOfAnotherUnit) {
    const Answer foreign = sell(founder.client, first);
    const Answer own = sell(manager.client, second);
    ASSERT_TRUE(hasStatus(own, 201));
    const Answer refund =
        founder.client.post(founder.path + "/sales/" + foreign.json.textOr("id") + "/refund",
                            Json::object({{"amount", 1}, {"reason", "r"}}));
    ASSERT_TRUE(hasStatus(refund, 201));
    const std::string note = "/credit-notes/" + refund.json["creditNote"].textOr("id");
    for (const Answer& sale : {foreign, own}) {
        for (const char* form : {".pdf", ".xml", ".cii.xml"}) {
            const Answer answer =
                manager.client.get(founder.path + "/sales/" + sale.json.textOr("id") + note + form);
            EXPECT_EQ(answer.status, 404) << form << answer.body;
        }
    }
    EXPECT_EQ(manager.client.get(founder.path + "/sales/" + own.json.textOr("id") + note + ".pdf").code(),
              "credit-note-not-found");
    const std::string submissions = founder.path + "/fiscal/submissions";
    EXPECT_TRUE(hasStatus(manager.client.get(submissions + "/sale/" + own.json.textOr("id")), 200));
    EXPECT_TRUE(isRefusal(manager.client.get(submissions + "/sale/" + foreign.json.textOr("id")), 404,
                          "sale-not-found"));
    const std::string noteId = refund.json["creditNote"].textOr("id");
    EXPECT_TRUE(hasStatus(founder.client.get(submissions + "/credit_note/" + noteId), 200));
    EXPECT_TRUE(
        isRefusal(manager.client.get(submissions + "/credit_note/" + noteId), 404, "credit-note-not-found"));
    EXPECT_TRUE(
        isRefusal(manager.client.post(founder.path + "/fiscal/submit/credit_note/" + noteId, Json::object()),
                  404, "credit-note-not-found"));
    std::string place;
    for (const Json& location : rowsOf(founder.client.get(founder.path + "/locations").json)) {
        place = location["businessUnitId"].text() == first ? location.textOr("id") : place;
    }
    const std::string item =
        founder.client.post(founder.path + "/items", Json::object({{"name", "Beans"}, {"price", 18}}))
            .json.textOr("id");
    const Answer count = founder.client.post(
        founder.path + "/stock/counts",
        Json::object({{"locationId", place},
                      {"validate", false},
                      {"lines", Json::array({Json::object({{"itemId", item}, {"counted", 4}})})}}));
    ASSERT_TRUE(hasStatus(count, 201));
    for (const char* move : {"/validate", "/cancel"}) {
        const std::string path = founder.path + "/stock/counts/" + count.json.textOr("id") + move;
        EXPECT_TRUE(isRefusal(manager.client.post(path, Json::object()), 404, "count-not-found")) << move;
    }
}

TEST_F(LimitedMembers, SeeListsAndTotalsOfTheirUnitAlone) {
    ASSERT_TRUE(hasStatus(sell(founder.client, first), 201));
    const Answer own = sell(manager.client, second);
    ASSERT_TRUE(hasStatus(own, 201));
    const Answer list = manager.client.get(founder.path + "/sales");
    ASSERT_EQ(list.json.size(), 1U);
    EXPECT_EQ(list.json[0]["id"], own.json["id"]);
    EXPECT_EQ(list.header("x-total-count"), "1");
    EXPECT_EQ(manager.client.get(founder.path + "/sales?page=1").json["total"].integer(), 1);
    EXPECT_EQ(
        manager.client.get(founder.path + "/reports/summary?period=year").json["sales"]["count"].integer(),
        1);
    EXPECT_TRUE(isRefusal(manager.client.get(founder.path + "/sales?businessUnitId=" + first), 404,
                          "business-unit-not-found"));
    for (const char* route : {"/transactions", "/bank-transactions"}) {
        EXPECT_TRUE(isRefusal(manager.client.get(founder.path + route), 400, "field-required:walletId"))
            << route;
    }
    const std::string place = founder.client.get(founder.path + "/locations").json[0].textOr("id");
    const std::string item =
        founder.client.post(founder.path + "/items", Json::object({{"name", "Beans"}, {"price", 18}}))
            .json.textOr("id");
    ASSERT_TRUE(
        hasStatus(founder.client.post(
                      founder.path + "/stock/adjustments",
                      Json::object({{"locationId", place},
                                    {"reason", "adjustment"},
                                    {"lines", Json::array({Json::object(
                                                  {{"itemId", item}, {"quantity", 3}, {"unitCost", 1}})})}})),
                  201));
    EXPECT_EQ(founder.client.get(founder.path + "/stock").header("x-total-count"), "1");
    for (const std::string& query : {std::string(), "?locationId=" + place}) {
        const Answer levels = manager.client.get(founder.path + "/stock" + query);
        EXPECT_EQ(levels.json.size(), 0U);
        EXPECT_EQ(levels.header("x-total-count"), "0");
    }
    ASSERT_TRUE(hasStatus(founder.client.post(founder.path + "/quotes", smallSale()), 201));
    const Answer quotes = manager.client.get(founder.path + "/quotes?q=a");
    EXPECT_EQ(quotes.json.size(), 0U);
    EXPECT_EQ(quotes.header("x-total-count"), "0");
    for (const char* route :
         {"/reports/receivables", "/reports/taxes", "/reports/exports/ledger?from=2026-01-01&to=2026-12-31",
          "/events", "/webhooks", "/api-keys", "/recurring-sales", "/budgets?period=2026-11"}) {
        EXPECT_TRUE(isRefusal(manager.client.get(founder.path + route), 403, "forbidden")) << route;
    }
    const auto wallets = [&](const std::optional<std::string>& unit) {
        Json wallet = Json::object({{"name", "Wallet"}, {"kind", "bank"}});
        wallet.set("businessUnitId", Json(unit));
        ASSERT_TRUE(hasStatus(founder.client.post(founder.path + "/wallets", wallet), 201));
    };
    const std::size_t before = manager.client.get(founder.path + "/wallets").json.size();
    wallets(first);
    wallets(second);
    wallets(std::nullopt);
    EXPECT_EQ(manager.client.get(founder.path + "/wallets").json.size(), before + 2) << "theirs and nobody's";
    limit({first, second});
    EXPECT_EQ(manager.client.get(founder.path + "/wallets").json.size(),
              founder.client.get(founder.path + "/wallets").json.size());
    EXPECT_TRUE(isRefusal(manager.client.get(founder.path + "/sales"), 400, "field-required:businessUnitId"));
    EXPECT_EQ(manager.client.get(founder.path + "/sales?businessUnitId=" + first).json.size(), 1U);
    limit({});
    EXPECT_EQ(manager.client.get(founder.path + "/sales").json.size(), 2U);
}

TEST_F(LimitedMembers, ReadHistoriesOfRecordsInReach) {
    const auto history = [&](const std::string& kind, const std::string& id) {
        return manager.client.get(founder.path + "/history/" + kind + '/' + id);
    };
    const auto theirs = recordsOf(first);
    const auto own = recordsOf(second);
    for (const auto& [kind, id] : theirs) {
        EXPECT_TRUE(isRefusal(history(kind, id), 404, "document-not-found")) << kind;
    }
    for (const auto& [kind, id] : own) {
        EXPECT_TRUE(hasStatus(history(kind, id), 200)) << kind;
    }
    const std::string between = make("/wallets/transfer", Json::object({{"fromWalletId", theirs.at("wallet")},
                                                                        {"toWalletId", own.at("wallet")},
                                                                        {"amount", 5}}));
    EXPECT_TRUE(hasStatus(history("transfer", between), 200)) << "one end is theirs";
    const std::string partner =
        make("/partners", Json::object({{"name", unique("Partner")}, {"kind", "customer"}}));
    EXPECT_TRUE(hasStatus(history("partner", partner), 200));
    EXPECT_TRUE(hasStatus(history("company", founder.company.textOr("id")), 200));
    EXPECT_TRUE(isRefusal(history("recurring_sale", makeRecurring()), 403, "forbidden"));
    for (const char* kind : {"supplier_invoice", "webhook", "api_key", "budgets"}) {
        EXPECT_TRUE(isRefusal(history(kind, "x"), 403, "forbidden")) << kind;
    }
    EXPECT_TRUE(isRefusal(history("invoice", sell(founder.client, first).json.textOr("id")), 404,
                          "document-not-found"))
        << "a kind of numbers, not of records";
    EXPECT_TRUE(isRefusal(history("spaceship", "x"), 400, "document-kind-unknown:spaceship"));
}

TEST_F(LimitedMembers, HandleFilesOfRecordsInReach) {
    HttpClient& client = manager.client;
    const auto expectRefused = [&](const std::string& kind, const std::string& id, int status,
                                   const std::string& code, const std::string& ofFile) {
        const Answer theirs = attach(founder.client, kind, id);
        ASSERT_TRUE(hasStatus(theirs, 201));
        const std::string file = founder.path + "/attachments/" + theirs.json.textOr("id");
        EXPECT_TRUE(isRefusal(attach(client, kind, id), status, code)) << kind;
        EXPECT_TRUE(isRefusal(client.get(founder.path + "/attachments?kind=" + kind + "&documentId=" + id),
                              status, code))
            << kind;
        EXPECT_TRUE(isRefusal(client.get(file + "/content"), status, ofFile)) << kind;
        EXPECT_TRUE(isRefusal(client.remove(file), status, ofFile)) << kind;
        EXPECT_TRUE(hasStatus(founder.client.get(file + "/content"), 200)) << kind;
    };
    expectRefused("transaction", recordsOf(first)["transaction"], 404, "document-not-found",
                  "attachment-not-found");
    expectRefused("recurring_sale", makeRecurring(), 403, "forbidden", "forbidden");
    const Answer own = attach(client, "transaction", recordsOf(second)["transaction"]);
    ASSERT_TRUE(hasStatus(own, 201));
    const std::string file = founder.path + "/attachments/" + own.json.textOr("id");
    EXPECT_TRUE(hasStatus(client.get(file + "/content"), 200));
    EXPECT_TRUE(hasStatus(client.remove(file), 204));
    EXPECT_TRUE(isRefusal(attach(client, "spaceship", "x"), 400, "document-kind-unknown:spaceship"));
}

TEST_F(LimitedMembers, CannotTakeAWalletOfTheWholeCompanyNorGiveItTheirs) {
    const std::string wallet =
        founder.path + "/wallets/" +
        make("/wallets", Json::object({{"name", "Bank"}, {"kind", "bank"}, {"businessUnitId", nullptr}}));
    const Json taken = Json::object({{"businessUnitId", second}});
    EXPECT_TRUE(isRefusal(manager.client.patch(wallet, taken), 403, "forbidden"));
    EXPECT_TRUE(hasStatus(manager.client.patch(wallet, Json::object({{"name", "Main bank"}})), 200));
    EXPECT_TRUE(hasStatus(founder.client.patch(wallet, taken), 200));
    EXPECT_TRUE(hasStatus(manager.client.patch(wallet, taken), 200)) << "it is of their unit";
    const Json given = Json::object({{"businessUnitId", nullptr}});
    EXPECT_TRUE(isRefusal(manager.client.patch(wallet, given), 403, "forbidden"));
    EXPECT_TRUE(hasStatus(founder.client.patch(wallet, given), 200));
    EXPECT_TRUE(hasStatus(manager.client.patch(wallet, given), 200)) << "it is nobody's already";
}

TEST_F(LimitedMembers, CannotLiftTheLimit) {
    HttpClient& client = manager.client;
    const std::string viewer = roleId(founder.client, founder.path, "viewer");
    EXPECT_TRUE(isRefusal(client.patch(memberPath(), Json::object({{"businessUnitIds", Json::array()}})), 403,
                          "missing-permission"));
    EXPECT_TRUE(
        isRefusal(client.patch(memberPath(), Json::object({{"businessUnitIds", Json::array({first})}})), 404,
                  "business-unit-not-found"));
    const auto invite = [&](const Json& units) {
        return client.post(founder.path + "/members",
                           Json::object({{"email", unique("guest") + "@example.test"},
                                         {"roleId", viewer},
                                         {"businessUnitIds", units}}));
    };
    EXPECT_TRUE(isRefusal(invite(Json::array()), 403, "missing-permission"));
    EXPECT_TRUE(isRefusal(invite(Json::array({first, second})), 404, "business-unit-not-found"));
    EXPECT_TRUE(hasStatus(invite(Json::array({second})), 201));
    EXPECT_TRUE(isRefusal(
        client.post(founder.path + "/api-keys",
                    Json::object({{"name", "K"}, {"mode", "live"}, {"scopes", Json::array({"sales:view"})}})),
        403, "forbidden"));
    EXPECT_TRUE(isRefusal(
        client.post(founder.path + "/business-units", Json::object({{"name", "Mine"}, {"code", "MIN"}})), 403,
        "forbidden"));
}

TEST_F(LimitedMembers, AreNotToldWhatAnIdempotencyKeyAnsweredToOthers) {
    const HeaderList key{{"Idempotency-Key", unique("shared-key")}};
    Json sale = smallSale();
    const Answer theirs = founder.client.post(founder.path + "/sales", sale, key);
    ASSERT_TRUE(hasStatus(theirs, 201));
    const Answer own = manager.client.post(founder.path + "/sales", sale, key);
    ASSERT_TRUE(hasStatus(own, 201));
    EXPECT_NE(own.json["id"], theirs.json["id"]);
    EXPECT_EQ(manager.client.post(founder.path + "/sales", sale, key).json["id"], own.json["id"]);
}

} // namespace
} // namespace svc::test
