// Sales with fewer modules, and the limits of a plan.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <unistd.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;

const std::string Work = "'lines':[{'label':'Work','quantity':2,'unitPrice':10,'taxRate':20}]";

ServiceOptions with(std::vector<std::string> plugins) {
    ServiceOptions options;
    options.plugins = std::move(plugins);
    return options;
}

/// Creates a sale on credit, reads, changes, lists and cancels it: this needs no other module.
void expectFreeSales(Desk& desk) {
    const std::string partner = desk.make("/partners", js("{'name':'Somebody'}")).textOr("id");
    desk.events();
    const Json sale = desk.make("/sales", js("{'partnerId':'$1'," + Work + "}", {partner}));
    EXPECT_EQ(sale["total"].integer(), 2000);
    EXPECT_EQ(sale.textOr("paymentStatus"), "unpaid");
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("sale.created", "invoice.issued"));
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 2000);
    EXPECT_EQ(desk.read("/sales?page=1")["totals"]["balance"].integer(), 2000);
    const std::string path = "/sales/" + sale.textOr("id");
    EXPECT_EQ(desk.change(path, js("{'note':'x'}")).textOr("note"), "x");
    EXPECT_TRUE(hasStatus(desk.post(path + "/cancel", Json::object()), 200));
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 0);
    const Answer trial = desk.post("/sales", js("{" + Work + "}"), {{"Svc-Dry-Run", "true"}});
    EXPECT_TRUE(hasStatus(trial, 200));
    EXPECT_TRUE(trial.json["postings"].isArray());
}

TEST(ModulesOff, SalesAndPartnersSellFreeLines) {
    RunningService service(with({"partners", "sales"}));
    Desk desk(service);
    expectFreeSales(desk);
    EXPECT_TRUE(isRefusal(desk.post("/sales", js("{'paidInFull':true," + Work + "}")), 503,
                          "module-disabled:treasury"));
    EXPECT_TRUE(isRefusal(desk.post("/sales", js("{'payments':[{'amount':1}]," + Work + "}")), 503,
                          "module-disabled:treasury"));
    const std::string sale = desk.make("/sales", js("{" + Work + "}")).textOr("id");
    EXPECT_TRUE(isRefusal(desk.post("/sales/" + sale + "/payments", js("{'amount':1}")), 503,
                          "module-disabled:treasury"));
    const std::string item = "itm_01jd9se49pj5tpbv97t342qked";
    EXPECT_TRUE(isRefusal(desk.post("/sales", js("{'lines':[{'itemId':'$1','quantity':1}]}", {item})), 404,
                          "item-not-found:" + item));
    EXPECT_TRUE(
        isRefusal(desk.post("/sales", js("{'currency':'USD'," + Work + "}")), 400, "rate-not-found:USD:EUR"));
    EXPECT_EQ(
        desk.make("/sales", js("{'currency':'USD','exchangeRate':2," + Work + "}"))["totalBase"].integer(),
        1000);
    for (const auto& [path, module] : {std::pair("/items", "stock"), std::pair("/wallets", "treasury"),
                                       std::pair("/reports/exports/charts", "ledger")}) {
        EXPECT_TRUE(isRefusal(desk.get(path), 503, std::string("module-disabled:") + module)) << path;
    }
    expectInvariants(service);
}

TEST(ModulesOff, WithStockGoodsLeaveWithoutBooks) {
    RunningService service(with({"partners", "stock", "sales"}));
    Desk desk(service);
    expectFreeSales(desk);
    const std::string item = desk.make("/items", js("{'name':'Cup','price':4,'cost':1}")).textOr("id");
    desk.make("/stock/adjustments",
              js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':3}]}",
                 {desk.value("locationId"), item}));
    const Json sale = desk.make("/sales", js("{'lines':[{'itemId':'$1','quantity':2}]}", {item}));
    EXPECT_EQ(sale["total"].integer(), 800);
    EXPECT_EQ(desk.read("/items/" + item)["quantity"].integer(), 1);
    EXPECT_TRUE(isRefusal(desk.post("/sales", js("{'lines':[{'itemId':'$1','quantity':2}]}", {item})), 400,
                          "insufficient-stock:" + item + ":1"));
    EXPECT_TRUE(isRefusal(desk.post("/sales", js("{'paidInFull':true," + Work + "}")), 503,
                          "module-disabled:treasury"));
    expectInvariants(service);
}

TEST(ModulesOff, WithTreasuryMoneyComesInWithoutBooks) {
    RunningService service(with({"partners", "treasury", "sales"}));
    Desk desk(service);
    expectFreeSales(desk);
    desk.events();
    const Json sale = desk.make("/sales", js("{'paidInFull':true," + Work + "}"));
    EXPECT_EQ(sale.textOr("paymentStatus"), "paid");
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("sale.created", "payment.received"));
    const std::string open = desk.make("/sales", js("{" + Work + "}")).textOr("id");
    EXPECT_EQ(desk.make("/sales/" + open + "/payments", js("{'amount':5}"))["sale"]["balance"].integer(),
              1500);
    for (const Json& wallet : rowsOf(desk.read("/wallets?kind=cash"))) {
        EXPECT_EQ(wallet["balance"].integer(), 2500);
    }
    const std::string in = desk.make("/transactions", js("{'walletId':'$1','direction':'in','amount':1}",
                                                         {desk.value("cashWalletId")}))
                               .textOr("id");
    EXPECT_TRUE(hasStatus(desk.post("/transactions/" + in + "/void", js("{'reason':'x'}")), 200));
    expectInvariants(service);
}

TEST(ModulesOff, ThePlanSetsCeilings) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("svc-plan-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    {
        std::ofstream plans(folder / "plans.yaml");
        plans << "default: unlimited\nplans:\n  unlimited: { companies: -1, business-units: -1, members: -1, "
                 "wallets: 3, "
                 "items: 22, partners: 6, sales-per-month: 2, api-keys: -1, webhooks: -1, integrations: -1, "
                 "attachments-mb: -1 }\n";
    }
    ServiceOptions options;
    options.dataFolder = folder / "data";
    {
        RunningService service(options);
        Desk desk(service);
        const auto fill = [&](const std::string& path, const std::string& body, const std::string& code) {
            Answer answer;
            for (int i = 0; i < 30; ++i) {
                answer = desk.post(path, js(body));
                if (answer.status != 201) {
                    break;
                }
            }
            EXPECT_TRUE(isRefusal(answer, 400, code)) << path;
        };
        fill("/partners", "{'name':'A'}", "plan-limit:partners:6");
        fill("/items", "{'name':'A'}", "plan-limit:items:22");
        fill("/wallets", "{'name':'A','kind':'cash'}", "plan-limit:wallets:3");
        fill("/sales", "{" + Work + "}", "plan-limit:sales-per-month:2");
        // The plan limit is checked after the existence of records and before states, dates and amounts.
        EXPECT_TRUE(isRefusal(desk.post("/sales", js("{'date':'2999-01-01'," + Work + "}")), 400,
                              "plan-limit:sales-per-month:2"));
        EXPECT_TRUE(
            isRefusal(desk.post("/sales", js("{'partnerId':'x'," + Work + "}")), 404, "partner-not-found"));
        // Archived records do not count.
        const std::string partner = desk.read("/partners?limit=1")[0].textOr("id");
        desk.change("/partners/" + partner, js("{'archived':true}"));
        desk.make("/partners", js("{'name':'Newcomer'}"));
        EXPECT_TRUE(isRefusal(desk.patch("/partners/" + partner, js("{'archived':false}")), 400,
                              "plan-limit:partners:6"));
        expectInvariants(service);
    }
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace svc::test
