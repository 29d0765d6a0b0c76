// Wallets, free transactions and their voiding, exchange rates, categories.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;

class Treasury : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    std::string made(const std::string& path, const std::string& body) {
        return desk.make(path, js(body)).textOr("id");
    }
    void refuses(const std::string& path, const std::string& body, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post(path, js(body)), status, code)) << body;
    }
    Json move(const std::string& wallet, const std::string& direction, const std::string& more) {
        return desk.make("/transactions",
                         js("{'walletId':'$1','direction':'$2'," + more + "}", {wallet, direction}));
    }
    std::int64_t balance(const std::string& wallet) {
        for (const Json& one : rowsOf(desk.read("/wallets"))) {
            if (one.textOr("id") == wallet) {
                return one["balance"].integer();
            }
        }
        return -1;
    }
};

TEST_F(Treasury, AWalletIsReadBackAsWritten) {
    const Json wallet =
        desk.make("/wallets", js("{'name':'Main','kind':'bank','iban':'FR76 3000 6000 0112 3456 7890 189',"
                                 "'bic':'AGRIFRPP','openingBalance':1284.55,'businessUnitId':null}"));
    const Json wanted =
        js("{'name':'Main','kind':'bank','currency':'EUR','balance':128455,'unreconciled':0,"
           "'businessUnitId':null,'iban':'FR7630006000011234567890189','allowNegative':true,"
           "'requireSession':false,'openSessionId':null,'isDefault':false,'archived':false,'version':1}");
    for (const Json::Member& member : wanted.members()) {
        EXPECT_TRUE(same(wallet[member.name], member.value)) << member.name;
    }
    const std::string path = "/wallets/" + wallet.textOr("id");
    const Answer changed = desk.patch(path, js("{'name':'Other','bic':null}"), {{"If-Match", "\"1\""}});
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.json.textOr("name"), "Other");
    EXPECT_TRUE(
        isRefusal(desk.patch(path, js("{'name':'X'}"), {{"If-Match", "\"1\""}}), 412, "version-mismatch"));
    EXPECT_TRUE(isRefusal(desk.patch("/wallets/wal_01jd93ne9skheab73zzekk66h8", js("{'name':'X'}")), 404,
                          "wallet-not-found"));
    EXPECT_THAT(textsOf(desk.read("/wallets?kind=bank"), "id"), ::testing::Contains(wallet.textOr("id")));
    EXPECT_THAT(textsOf(desk.read("/wallets?kind=cash"), "id"),
                ::testing::Not(::testing::Contains(wallet.textOr("id"))));
    EXPECT_TRUE(isRefusal(desk.get("/wallets?kind=sock"), 400, "field-invalid:kind"));
    const Json opening = desk.read("/transactions?kind=opening&walletId=" + wallet.textOr("id"));
    ASSERT_EQ(opening.size(), 1U);
    EXPECT_EQ(opening[0]["amount"].integer(), 128455);
}

TEST_F(Treasury, WalletsRefuseWhatIsWrong) {
    refuses("/wallets", "{}", 400, "field-required:name");
    refuses("/wallets", "{'name':'A'}", 400, "field-required:kind");
    refuses("/wallets", "{'name':'A','kind':'sock'}", 400, "field-invalid:kind");
    refuses("/wallets", "{'name':'A','kind':'cash','currency':'QQQ'}", 400, "currency-unsupported:QQQ");
    refuses("/wallets", "{'name':'A','kind':'cash','openingBalance':1.001}", 400,
            "field-invalid:openingBalance");
    refuses("/wallets", "{'name':'A','kind':'cash','openingBalance':-1,'allowNegative':false}", 400,
            "field-invalid:openingBalance");
    refuses("/wallets", "{'name':'A','kind':'bank','iban':'FR7630006000011234567890188'}", 400,
            "field-invalid:iban");
    refuses("/wallets", "{'name':'A','kind':'bank','requireSession':true}", 400,
            "field-invalid:requireSession");
    refuses("/wallets", "{'name':'A','kind':'cash','businessUnitId':'bus_01jd9fs3wy29e8s2wzebd91q7g'}", 404,
            "business-unit-not-found");
}

TEST_F(Treasury, MoneyInAndOutIsTold) {
    const std::string wallet = made("/wallets", "{'name':'Till 2','kind':'cash'}");
    const std::string partner = made("/partners", "{'name':'Lender'}");
    desk.events();
    const Json in = move(wallet, "in",
                         "'amount':200.00,'category':'owner_contribution','label':'Float','reference':'R 7',"
                         "'partnerId':'" +
                             partner + "'");
    const Json wanted =
        js("{'kind':'free','direction':'in','amount':20000,'currency':'EUR','category':'owner_contribution',"
           "'label':'Float','status':'posted','balanceAfter':20000,'documentKind':null,'documentId':null,"
           "'reconciled':false,'reference':'R 7','voidedAt':null,'voidReason':null}");
    for (const Json::Member& member : wanted.members()) {
        EXPECT_TRUE(same(in[member.name], member.value)) << member.name;
    }
    std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("transaction.created"));
    EXPECT_EQ(events[0].textOr("object"), "transaction");
    EXPECT_TRUE(
        same(events[0]["data"], Json::object({{"id", in["id"]},
                                              {"walletId", wallet},
                                              {"direction", "in"},
                                              {"amount", money(20000)},
                                              {"category", "owner_contribution"},
                                              {"label", "Float"},
                                              {"partner", js("{'id':'$1','name':'Lender'}", {partner})},
                                              {"date", in["date"]},
                                              {"balanceAfter", money(20000)},
                                              {"actor", in["createdBy"]}})));
    const Json out = move(wallet, "out", "'amount':50,'category':'maintenance'");
    EXPECT_EQ(out["balanceAfter"].integer(), 15000);
    desk.events();

    const std::string path = "/transactions/" + out.textOr("id") + "/void";
    refuses(path, "{}", 400, "field-required:reason");
    const Answer voided = desk.post(path, js("{'reason':'Typed twice'}"));
    ASSERT_TRUE(hasStatus(voided, 200));
    EXPECT_EQ(voided.json.textOr("status"), "voided");
    EXPECT_EQ(voided.json.textOr("voidReason"), "Typed twice");
    events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("transaction.voided"));
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", out["id"]},
                                                      {"walletId", wallet},
                                                      {"direction", "out"},
                                                      {"amount", money(5000)},
                                                      {"label", out["label"]},
                                                      {"reason", "Typed twice"},
                                                      {"voidedAt", voided.json["voidedAt"]},
                                                      {"balanceAfter", money(20000)},
                                                      {"actor", in["createdBy"]}})));
    refuses(path, "{'reason':'Again'}", 400, "transaction-voided");
    EXPECT_EQ(balance(wallet), 20000);
    refuses("/transactions/txn_01jd9vbgrkwspczrn42r2ahwgm/void", "{'reason':'x'}", 404,
            "transaction-not-found");
    // The reversal itself stays in the list.
    for (const Json& one : rowsOf(desk.read("/transactions?walletId=" + wallet))) {
        if (one.textOr("documentKind") == "transaction") {
            refuses("/transactions/" + one.textOr("id") + "/void", "{'reason':'x'}", 400,
                    "transaction-not-voidable");
        }
    }
}

TEST_F(Treasury, MovementsOfDocumentsAreNotVoidable) {
    const Json sale =
        desk.make("/sales", js("{'paidInFull':true,'lines':[{'label':'A','quantity':1,'unitPrice':1}]}"));
    refuses("/transactions/" + sale["payments"][0].textOr("transactionId") + "/void", "{'reason':'x'}", 400,
            "transaction-not-voidable");
}

TEST_F(Treasury, AWalletWithMoneyInItIsNotArchived) {
    const std::string wallet = made("/wallets", "{'name':'Full','kind':'cash','openingBalance':10}");
    EXPECT_TRUE(isRefusal(desk.patch("/wallets/" + wallet, js("{'archived':true}")), 400,
                          "wallet-not-empty:" + wallet + ":1000"));
    const std::string out = move(wallet, "out", "'amount':10,'label':'Out'").textOr("id");
    EXPECT_TRUE(desk.change("/wallets/" + wallet, js("{'archived':true}"))["archived"].boolean());
    // A void must not put money back into an archived wallet; it works after the wallet is restored.
    refuses("/transactions/" + out + "/void", "{'reason':'x'}", 400, "field-invalid:walletId");
    desk.change("/wallets/" + wallet, js("{'archived':false}"));
    EXPECT_TRUE(hasStatus(desk.post("/transactions/" + out + "/void", js("{'reason':'x'}")), 200));
}

TEST_F(Treasury, TransactionsRefuseWhatIsWrong) {
    const std::string wallet =
        made("/wallets", "{'name':'Small','kind':'cash','allowNegative':false,'openingBalance':10}");
    const std::string strict = made("/wallets", "{'name':'Strict','kind':'cash','requireSession':true}");
    const std::string old = made("/wallets", "{'name':'Old','kind':'cash'}");
    desk.change("/wallets/" + old, js("{'archived':true}"));
    const std::string none = "wal_01jd93ne9skheab73zzekk66h8";
    const auto body = [&](const std::string& more, const std::string& which = {}) {
        return "{'walletId':'" + (which.empty() ? wallet : which) + "'," + more + "}";
    };
    refuses("/transactions", "{}", 400, "field-required:walletId");
    refuses("/transactions", body("'amount':1"), 400, "field-required:direction");
    refuses("/transactions", body("'direction':'in'"), 400, "amount-required");
    refuses("/transactions", body("'direction':'in','amount':0"), 400, "amount-required");
    refuses("/transactions", body("'direction':'in','amount':-3"), 400, "amount-required");
    refuses("/transactions", body("'direction':'up','amount':1"), 400, "field-invalid:direction");
    refuses("/transactions", body("'direction':'in','amount':1.001"), 400, "field-invalid:amount");
    refuses("/transactions", body("'direction':'in','amount':1", none), 404, "wallet-not-found");
    refuses("/transactions", body("'direction':'in','amount':1,'partnerId':'par_01jd917ehm8vtfvkxjcsqjsvj8'"),
            404, "partner-not-found");
    refuses("/transactions", body("'direction':'in','amount':1,'category':'bribes'"), 400,
            "category-unknown:bribes");
    refuses("/transactions", body("'direction':'in','amount':1,'date':'2999-01-01'"), 400,
            "field-invalid:date");
    refuses("/transactions", body("'direction':'in','amount':1", old), 400, "field-invalid:walletId");
    refuses("/transactions",
            body("'direction':'in','amount':1,'partnerId':'par_01jd917ehm8vtfvkxjcsqjsvj8'", old), 404,
            "partner-not-found");
    refuses("/transactions", body("'direction':'in','amount':1", strict), 400, "cash-session-required");
    refuses("/transactions", body("'direction':'out','amount':10.01"), 400,
            "insufficient-funds:" + wallet + ":1000");
    const std::string in = move(wallet, "in", "'amount':5").textOr("id");
    move(wallet, "out", "'amount':15");
    refuses("/transactions/" + in + "/void", "{'reason':'x'}", 400, "insufficient-funds:" + wallet + ":0");
}

TEST_F(Treasury, TransactionsAreFoundByEachFilter) {
    const std::string wallet = made("/wallets", "{'name':'List','kind':'mobile_money','openingBalance':1}");
    const std::string partner = made("/partners", "{'name':'Payer'}");
    move(wallet, "in", "'amount':1,'label':'Alpha','date':'2026-03-01','partnerId':'" + partner + "'");
    move(wallet, "out", "'amount':2,'label':'Beta','date':'2026-03-02','category':'rent'");
    const std::string gone =
        move(wallet, "in", "'amount':3,'label':'Gamma','date':'2026-03-03','reference':'R-x'").textOr("id");
    const auto labels = [&](const std::string& query) {
        return textsOf(desk.read("/transactions?walletId=" + wallet + query), "label");
    };
    EXPECT_THAT(labels(""), ElementsAre("Gamma", "Beta", "Alpha"));
    EXPECT_THAT(labels("&kind=all"), ElementsAre("List", "Gamma", "Beta", "Alpha"));
    EXPECT_THAT(labels("&kind=opening"), ElementsAre("List"));
    EXPECT_THAT(labels("&from=2026-03-02&to=2026-03-02"), ElementsAre("Beta"));
    EXPECT_THAT(labels("&direction=in"), ElementsAre("Gamma", "Alpha"));
    EXPECT_THAT(labels("&category=rent"), ElementsAre("Beta"));
    EXPECT_THAT(labels("&partnerId=" + partner), ElementsAre("Alpha"));
    EXPECT_THAT(labels("&q=r-X"), ElementsAre("Gamma"));
    EXPECT_THAT(labels("&sort=date"), ElementsAre("Alpha", "Beta", "Gamma"));
    EXPECT_TRUE(hasStatus(desk.post("/transactions/" + gone + "/void", js("{'reason':'x'}")), 200));
    EXPECT_THAT(labels("&status=voided"), ElementsAre("Gamma"));
    EXPECT_TRUE(isRefusal(desk.get("/transactions?kind=x"), 400, "field-invalid:kind"));
    EXPECT_EQ(desk.get("/transactions?limit=1&walletId=" + wallet).header("x-total-count"), "4");
}

TEST_F(Treasury, ARateHoldsFromItsDay) {
    desk.events();
    const Answer put = desk.put("/rates/GBP", js("{'rate':0.85,'date':'2026-05-01'}"));
    ASSERT_TRUE(hasStatus(put, 200));
    const Json rate = js("{'base':'EUR','currency':'GBP','rate':0.85,'date':'2026-05-01','source':'manual'}");
    EXPECT_TRUE(same(put.json, rate));
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("rate.updated"));
    Json data = Json::object({{"id", "GBP"}});
    for (const Json::Member& member : rate.members()) {
        data.set(member.name, member.value);
    }
    data.set("actor", events[0]["data"]["actor"]);
    EXPECT_TRUE(same(events[0]["data"], data));
    EXPECT_EQ(events[0].textOr("object"), "rate");
    desk.put("/rates/GBP", js("{'rate':0.85,'date':'2026-05-01'}"));
    EXPECT_TRUE(desk.events().empty());
    const auto refusesRate = [&](const std::string& currency, const std::string& body,
                                 const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.put("/rates/" + currency, js(body)), 400, code)) << body;
    };
    refusesRate("QQQ", "{'rate':1}", "currency-unsupported:QQQ");
    refusesRate("USD", "{}", "field-required:rate");
    refusesRate("USD", "{'rate':0}", "field-invalid:rate");
    refusesRate("USD", "{'rate':-2}", "field-invalid:rate");
    refusesRate("USD", "{'rate':1.00000000001}", "field-invalid:rate");
    refusesRate("USD", "{'rate':1,'date':'2999-01-01'}", "field-invalid:date");
    refusesRate("EUR", "{'rate':1}", "field-invalid:currency");
    const auto listed = [&](const std::string& date) {
        for (const Json& one : rowsOf(desk.read("/rates?date=" + date))) {
            if (one.textOr("currency") == "GBP") {
                return one["rate"].numberText();
            }
        }
        return std::string("none");
    };
    EXPECT_EQ(listed("2026-04-30"), "none");
    EXPECT_EQ(listed("2026-05-02"), "0.85");
    for (const char* currency : {"CHF", "GBP", "SEK"}) {
        desk.put("/rates/" + std::string(currency), js("{'rate':0.9,'date':'2026-06-01'}"));
    }
    EXPECT_EQ(listed("2026-05-31"), "0.85");
    EXPECT_EQ(listed("2026-06-01"), "0.9");
    for (const std::string date : {"2026-05-31", "2026-06-01", "2001-01-01"}) {
        const Json all = desk.read("/rates?limit=500&date=" + date);
        const Answer part = desk.get("/rates?limit=2&offset=1&date=" + date);
        EXPECT_EQ(part.header("x-total-count"), std::to_string(all.size())) << date;
        ASSERT_EQ(part.json.size(), std::min<std::size_t>(2, std::max<std::size_t>(all.size(), 1) - 1))
            << date;
        for (std::size_t i = 0; i < part.json.size(); ++i) {
            EXPECT_TRUE(same(part.json[i], all[i + 1])) << date;
        }
    }
}

TEST_F(Treasury, AMovementIsNotTakenBackBeforeItsDay) {
    const std::string till = desk.value("cashWalletId");
    const std::string in =
        desk.make("/transactions", js("{'walletId':'$1','direction':'in','amount':5}", {till})).textOr("id");
    EXPECT_TRUE(
        isRefusal(desk.post("/transactions/" + in + "/void", js("{'reason':'x','date':'2026-01-05'}")), 400,
                  "field-invalid:date"));
    EXPECT_TRUE(hasStatus(desk.post("/transactions/" + in + "/void", js("{'reason':'x'}")), 200));
}

TEST_F(Treasury, AnAmountThatIsWorthMoreThanAnyAmountIsRefused) {
    Desk own(sharedService(), "Large", "IE");
    ASSERT_TRUE(hasStatus(own.put("/rates/USD", js("{'rate':0.0000000001}")), 200));
    const auto wallet = [&](const std::string& kind) {
        return own.make("/wallets", js("{'name':'$1','kind':'$1','currency':'USD'}", {kind})).textOr("id");
    };
    const std::string bank = wallet("bank");
    const std::string till = wallet("cash");
    const auto refused = [&](const std::string& below, const std::string& body, const std::string& code) {
        EXPECT_TRUE(isRefusal(own.post(below, js(body, {bank, till, own.value("bankWalletId")})), 400, code))
            << body;
    };
    refused("/transactions", "{'walletId':'$1','direction':'in','amount':2000}", "field-invalid:amount");
    refused("/wallets", "{'name':'Other','kind':'bank','currency':'USD','openingBalance':2000}",
            "field-invalid:openingBalance");
    refused("/cash-sessions", "{'walletId':'$2','openingAmount':2000}", "field-invalid:openingAmount");
    refused("/wallets/transfer", "{'fromWalletId':'$1','toWalletId':'$3','amount':2000}",
            "field-invalid:receivedAmount");
    refused("/wallets/transfer", "{'fromWalletId':'$1','toWalletId':'$2','amount':2000}",
            "field-invalid:amount");
}

TEST_F(Treasury, ABalanceMayBeMoreThanOneAmount) {
    Desk own(sharedService(), "Sums", "MT");
    const std::string body = "{'walletId':'$1','direction':'in','amount':10000000000000}";
    for (int i = 0; i < 2; ++i) {
        own.make("/transactions", js(body, {own.value("bankWalletId")}));
    }
    std::map<std::string, std::int64_t> balances;
    for (const Json& wallet : rowsOf(own.read("/wallets"))) {
        balances[wallet.textOr("id")] = wallet["balance"].integer();
    }
    EXPECT_EQ(balances[own.value("bankWalletId")], 2'000'000'000'000'000);

    // The difference of a till is one movement, so it must be an amount.
    const std::string till = own.make("/wallets", js("{'name':'Till','kind':'cash'}")).textOr("id");
    const std::string opening = "{'walletId':'$1','openingAmount':$2}";
    const Json session = own.make("/cash-sessions", js(opening, {till, "0"}));
    for (int i = 0; i < 2; ++i) {
        own.make("/transactions", js(body, {till}));
    }
    const std::string closing = "/cash-sessions/" + session.textOr("id") + "/close";
    EXPECT_TRUE(isRefusal(own.post(closing, js("{'countedAmount':9999999999999}")), 400,
                          "field-invalid:countedAmount"));
    ASSERT_TRUE(hasStatus(own.post(closing, js("{'countedAmount':10000000000000}")), 200));
    own.make("/transactions", js(body, {till}));
    EXPECT_TRUE(
        isRefusal(own.post("/cash-sessions", js(opening, {till, "0"})), 400, "field-invalid:openingAmount"));
}

TEST_F(Treasury, WhatCostMoreThanAnyAmountComesBackInParts) {
    Desk own(sharedService(), "Overdrawn", "IE");
    ASSERT_TRUE(hasStatus(own.put("/rates/USD", js("{'rate':0.001,'date':'2025-01-01'}")), 200));
    ASSERT_TRUE(hasStatus(own.put("/rates/USD", js("{'rate':1,'date':'2025-02-01'}")), 200));
    const std::string wallet =
        own.make("/wallets", js("{'name':'W','kind':'bank','currency':'USD'}")).textOr("id");
    for (int i = 0; i < 3; ++i) {
        own.make("/transactions",
                 js("{'walletId':'$1','direction':'out','amount':5000000000,'date':'2025-01-31'}", {wallet}));
    }
    const std::string back = "{'walletId':'$1','direction':'in','amount':$2,'date':'2025-02-01'}";
    EXPECT_TRUE(
        isRefusal(own.post("/transactions", js(back, {wallet, "15000000000"})), 400, "field-invalid:amount"));
    EXPECT_TRUE(isRefusal(
        own.post("/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':15000000000,"
                                         "'receivedAmount':15000000000,'date':'2025-02-01'}",
                                         {own.value("bankWalletId"), wallet})),
        400, "field-invalid:amount"));
    own.make("/transactions", js(back, {wallet, "8000000000"}));
    own.make("/transactions", js(back, {wallet, "7000000000"}));
}

TEST_F(Treasury, CategoriesGiveTheAccounts) {
    Desk own(sharedService(), "Kategorien", "ES");
    const Json before = own.read("/transaction-categories");
    EXPECT_THAT(textsOf(before, "key"), ::testing::Contains("maintenance"));
    const Answer put = own.put("/transaction-categories",
                               js("{'categories':[{'key':'gifts','label':'Gifts','direction':'out',"
                                  "'accounts':{'PCG':'6234'}}]}"));
    // GET returns an array; the body of the PUT is an object that wraps the list.
    ASSERT_TRUE(hasStatus(put, 200));
    EXPECT_THAT(textsOf(own.read("/transaction-categories"), "key"), ElementsAre("gifts"));
    const Json sold =
        own.make("/transactions", js("{'walletId':'$1','direction':'out','amount':5,'category':'gifts'}",
                                     {own.value("cashWalletId")}));
    EXPECT_THAT(own.postings(sold.textOr("id"), "PCG"),
                ::testing::UnorderedElementsAre("5311 0.00 5.00", "6234 5.00 0.00"));
    EXPECT_TRUE(
        isRefusal(own.post("/transactions", js("{'walletId':'$1','direction':'out','amount':5,'category':"
                                               "'maintenance'}",
                                               {own.value("cashWalletId")})),
                  400, "category-unknown:maintenance"));
    expectInvariants(sharedService());
}

TEST_F(Treasury, ACategoryNamesAccountsOfItsChartAlone) {
    Desk own(sharedService(), unique("Konten"), "ES");
    const auto put = [&](const std::string& chart, const std::string& number) {
        return own.put("/transaction-categories",
                       js("{'categories':[{'key':'gifts','label':'Gifts','direction':'out','accounts':{"
                          "'SYSCOHADA':'624','$1':'$2'}}]}",
                          {chart, number}));
    };
    for (const auto& [chart, number] :
         {std::pair("PCG", "6234"), std::pair("PCG", "623400"), std::pair("PCMN", "61"),
          std::pair("SKR03", "4365"), std::pair("SKR04", "68500")}) {
        EXPECT_TRUE(hasStatus(put(chart, number), 200)) << chart << ' ' << number;
    }
    for (const auto& [chart, number] :
         {std::pair("PCG", "ABC"), std::pair("PCG", "62"), std::pair("PCG", "999"), std::pair("SKR03", "12"),
          std::pair("pcg", "6234"), std::pair("GIFI", "8710")}) {
        EXPECT_TRUE(
            isRefusal(put(chart, number), 400, "field-invalid:categories[0].accounts." + std::string(chart)))
            << number;
    }
    // The default categories of a new company are accepted unchanged.
    Desk fresh(sharedService(), unique("Konten"), "ES");
    const Json categories = fresh.read("/transaction-categories");
    EXPECT_TRUE(
        hasStatus(fresh.put("/transaction-categories", Json::object({{"categories", categories}})), 200));
}

} // namespace
} // namespace svc::test
