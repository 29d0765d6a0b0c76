// Sales: every error code of the routes, in the order of the checks.
#include "api/business/desk.hpp"

namespace svc::test {
namespace {

struct Wrong {
    std::string body;
    int status;
    std::string code;
};

const std::string Nobody = "par_01jd917ehm8vtfvkxjcsqjsvj8";
const std::string NoItem = "itm_01jd9se49pj5tpbv97t342qked";
const std::string NoWallet = "wal_01jd93ne9skheab73zzekk66h8";
const std::string NoLocation = "loc_01jd9s36wy90dbym5w4prek8zd";
const std::string NoUnit = "bus_01jd9fs3wy29e8s2wzebd91q7g";
const std::string NoSale = "sal_01jd9p4be1mfmxgscfzmzebnt7";
const std::string Work = "'lines':[{'label':'Work','quantity':1,'unitPrice':10}]";

class SaleErrors : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    std::string made(const std::string& path, const std::string& body) {
        return desk.make(path, js(body)).textOr("id");
    }
    std::string partner(const std::string& more = {}) {
        return made("/partners", "{'name':'Somebody'" + more + "}");
    }
    std::string item(const std::string& more = {}) {
        return made("/items", "{'name':'Thing','price':5" + more + "}");
    }
    std::string stocked(int quantity, const std::string& more = {}) {
        const std::string id = item(more);
        desk.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                           "'quantity':$3,'unitCost':2}]}",
                                           {desk.value("locationId"), id, std::to_string(quantity)}));
        return id;
    }
    void expectAll(const std::string& path, const std::vector<Wrong>& all) {
        for (const Wrong& one : all) {
            EXPECT_TRUE(isRefusal(desk.post(path, js(one.body)), one.status, one.code)) << one.body;
        }
    }
};

std::string line(const std::string& fields) {
    return "{'lines':[{" + fields + "}]}";
}

TEST_F(SaleErrors, DoesNotTakeNoLinesForAll) {
    const std::string sale = "/sales/" + made("/sales", "{" + Work + "}");
    expectAll(sale + "/refund", {{"{'lines':[]}", 400, "amount-required"}});
    expectAll(sale + "/deliveries", {{"{'lines':[]}", 400, "field-invalid:lines"}});
    const std::string quote = "/quotes/" + made("/quotes", "{'partnerId':'" + partner() + "'," + Work + "}");
    expectAll(quote + "/convert", {{"{'lines':[]}", 400, "field-invalid:lines"}});
}

TEST_F(SaleErrors, NamesTheFirstFieldThatIsRequired) {
    const std::string good = "{'label':'A','quantity':1,'unitPrice':1}";
    expectAll(
        "/sales",
        {
            {"{}", 400, "field-required:lines"},
            {"{'lines':null}", 400, "field-required:lines"},
            {"{'lines':[]}", 400, "field-required:lines"},
            {line("'label':'A','unitPrice':1"), 400, "field-required:lines[0].quantity"},
            {line("'quantity':1,'unitPrice':1"), 400, "field-required:lines[0].label"},
            {line("'label':' ','quantity':1,'unitPrice':1"), 400, "field-required:lines[0].label"},
            {line("'label':'A','quantity':1"), 400, "field-required:lines[0].unitPrice"},
            {"{'lines':[" + good + "," + good + ",{'label':'B'}]}", 400, "field-required:lines[2].quantity"},
            // Missing required fields are reported before invalid forms of others.
            {"{'date':'nonsense','lines':[{'label':'A','unitPrice':1}]}", 400,
             "field-required:lines[0].quantity"},
            {"{" + Work + ",'payments':[{}]}", 400, "amount-required"},
            {"{" + Work + ",'payments':[{'amount':0}]}", 400, "amount-required"},
            {"{" + Work + ",'payments':[{'amount':-1}]}", 400, "amount-required"},
        });
}

TEST_F(SaleErrors, NamesTheFieldOfTheWrongForm) {
    const auto with = [](const std::string& field) { return "{" + Work + "," + field + "}"; };
    const auto priced = [](const std::string& field) {
        return line("'label':'A','quantity':1,'unitPrice':10," + field);
    };
    expectAll(
        "/sales",
        {
            {"{'lines':'x'}", 400, "field-invalid:lines"},
            {line("'label':'A','quantity':'1','unitPrice':1"), 400, "field-invalid:lines[0].quantity"},
            {line("'label':'A','quantity':0,'unitPrice':1"), 400, "field-invalid:lines[0].quantity"},
            {line("'label':'A','quantity':1.0000001,'unitPrice':1"), 400, "field-invalid:lines[0].quantity"},
            {line("'label':'A','quantity':1,'unitPrice':-1"), 400, "field-invalid:lines[0].unitPrice"},
            {line("'label':'A','quantity':1,'unitPrice':1.0000001"), 400, "field-invalid:lines[0].unitPrice"},
            {line("'label':7,'quantity':1,'unitPrice':1"), 400, "field-invalid:lines[0].label"},
            {priced("'discountPercent':100.01"), 400, "field-invalid:lines[0].discountPercent"},
            {priced("'discountPercent':-1"), 400, "field-invalid:lines[0].discountPercent"},
            {priced("'discountPercent':1.00001"), 400, "field-invalid:lines[0].discountPercent"},
            {priced("'discountAmount':10.01"), 400, "field-invalid:lines[0].discountAmount"},
            {priced("'discountAmount':1.001"), 400, "field-invalid:lines[0].discountAmount"},
            {priced("'discountPercent':1,'discountAmount':1"), 400, "field-invalid:lines[0].discountAmount"},
            {priced("'taxRate':1.00001"), 400, "field-invalid:lines[0].taxRate"},
            {priced("'taxRate':-1"), 400, "field-invalid:lines[0].taxRate"},
            {priced("'taxCategory':'X'"), 400, "field-invalid:lines[0].taxCategory"},
            {priced("'taxCategory':'G','taxRate':20"), 400, "field-invalid:lines[0].taxRate"},
            {priced("'taxCategory':'E'"), 400, "field-required:lines[0].taxExemptionReason"},
            {priced("'unit':'toolong'"), 400, "field-invalid:lines[0].unit"},
            {with("'businessUnitId':1"), 400, "field-invalid:businessUnitId"},
            {with("'partnerId':1"), 400, "field-invalid:partnerId"},
            {with("'date':'20.11.2026'"), 400, "field-invalid:date"},
            {with("'date':'2026-02-30'"), 400, "field-invalid:date"},
            {with("'dueDate':'soon'"), 400, "field-invalid:dueDate"},
            {with("'channel':'phone'"), 400, "field-invalid:channel"},
            {with("'exchangeRate':0"), 400, "field-invalid:exchangeRate"},
            {with("'exchangeRate':1.00000000001"), 400, "field-invalid:exchangeRate"},
            {with("'exchangeRate':2"), 400, "field-invalid:exchangeRate"},
            {with("'pricesIncludeTax':'yes'"), 400, "field-invalid:pricesIncludeTax"},
            {with("'discountPercent':101"), 400, "field-invalid:discountPercent"},
            {with("'discountAmount':10.01"), 400, "field-invalid:discountAmount"},
            {with("'discountAmount':1,'discountPercent':1"), 400, "field-invalid:discountAmount"},
            {with("'paidInFull':1"), 400, "field-invalid:paidInFull"},
            {with("'method':'shells','paidInFull':true"), 400, "field-invalid:method"},
            {with("'method':'card','paidInFull':true"), 400, "field-invalid:method"},
            {with("'payments':[{'amount':1,'method':'cheque'}]"), 400, "field-invalid:payments[0].method"},
            {with("'payments':[{'amount':1.001}]"), 400, "field-invalid:payments[0].amount"},
            {with("'payments':[{'amount':5,'tendered':4}]"), 400, "field-invalid:payments[0].tendered"},
            {with("'payments':[{'amount':5,'walletAmount':4}]"), 400,
             "field-invalid:payments[0].walletAmount"},
            {with("'payments':[{'amount':'5'}]"), 400, "field-invalid:payments[0].amount"},
            {with("'currency':'EURO'"), 400, "field-invalid:currency"},
            {with("'currency':'QQQ'"), 400, "currency-unsupported:QQQ"},
            {with("'note':'" + std::string(10001, 'x') + "'"), 400, "field-invalid:note"},
            {line("'label':'" + std::string(1001, 'x') + "','quantity':1,'unitPrice':1"), 400,
             "field-invalid:lines[0].label"},
            // The total of a document is never negative.
            {line("'label':'Empties','quantity':-2,'unitPrice':1"), 400, "field-invalid:lines"},
        });
    EXPECT_TRUE(isRefusal(desk.service().live().send("POST", desk.path("/sales"), "{\"lines\":"), 400,
                          "body-invalid"));
    EXPECT_TRUE(
        isRefusal(desk.service().live().send("POST", desk.path("/sales"), "[]"), 400, "body-invalid"));
}

TEST_F(SaleErrors, FindsTheRecordsInTheOrderOfTheBody) {
    const std::string here = partner();
    const std::string thing = item(",'trackStock':false");
    Desk other(sharedService(), "Kontor Süd", "AT");
    const std::string theirs = other.make("/partners", js("{'name':'Theirs'}")).textOr("id");
    const std::string items =
        "'lines':[{'itemId':'" + thing + "','quantity':1},{'itemId':'" + NoItem + "','quantity':1}]";
    expectAll(
        "/sales",
        {
            {"{'businessUnitId':'" + NoUnit + "','partnerId':'" + Nobody + "'," + items + "}", 404,
             "business-unit-not-found"},
            {"{'businessUnitId':'nonsense'," + Work + "}", 404, "business-unit-not-found"},
            {"{'partnerId':'" + Nobody + "'," + items + ",'walletId':'" + NoWallet + "'}", 404,
             "partner-not-found"},
            {"{'partnerId':'par_1'," + Work + "}", 404, "partner-not-found"},
            {"{'partnerId':'" + theirs + "'," + Work + "}", 404, "partner-not-found"},
            {"{'partnerId':'" + here + "'," + items + ",'walletId':'" + NoWallet + "'}", 404,
             "item-not-found:" + NoItem},
            {"{'lines':[{'itemId':'beans','quantity':1}]}", 404, "item-not-found:beans"},
            {"{" + Work + ",'paidInFull':true,'walletId':'" + NoWallet + "','locationId':'" + NoLocation +
                 "'}",
             404, "wallet-not-found"},
            {"{" + Work + ",'paidInFull':true,'walletId':'" + other.value("cashWalletId") + "'}", 404,
             "wallet-not-found"},
            {"{" + Work + ",'payments':[{'amount':1},{'amount':1,'walletId':'" + NoWallet + "'}]}", 404,
             "wallet-not-found"},
            {"{" + Work + ",'locationId':'" + NoLocation + "'}", 404, "location-not-found"},
            // The existence of records is checked before states, dates and amounts.
            {"{'partnerId':'" + here + "','date':'2999-01-01'," + items + "}", 404,
             "item-not-found:" + NoItem},
            // Required fields and forms are checked before the existence of records.
            {"{'partnerId':'" + Nobody + "'," + Work + ",'payments':[{'amount':0}]}", 400, "amount-required"},
            {"{'partnerId':'" + Nobody + "'," + Work + ",'channel':'x'}", 400, "field-invalid:channel"},
        });
}

TEST_F(SaleErrors, RefusesArchivedRecords) {
    const std::string partner = this->partner();
    desk.change("/partners/" + partner, js("{'archived':true}"));
    const std::string thing = item();
    desk.change("/items/" + thing, js("{'archived':true}"));
    const std::string parent = item();
    item(",'parentId':'" + parent + "'");
    const std::string wallet = made("/wallets", "{'name':'Old till','kind':'cash'}");
    desk.change("/wallets/" + wallet, js("{'archived':true}"));
    expectAll(
        "/sales",
        {
            {"{'partnerId':'" + partner + "','date':'2999-01-01'," + Work + "}", 400,
             "field-invalid:partnerId"},
            {line("'itemId':'" + thing + "','quantity':1"), 400, "field-invalid:lines[0].itemId"},
            {line("'itemId':'" + parent + "','quantity':1"), 400, "field-invalid:lines[0].itemId"},
            {"{" + Work + ",'paidInFull':true,'walletId':'" + wallet + "'}", 400, "field-invalid:walletId"},
        });
}

TEST_F(SaleErrors, ATillThatWantsASessionTakesNothingWithoutOne) {
    const std::string wallet = made("/wallets", "{'name':'Strict till','kind':'cash','requireSession':true}");
    expectAll("/sales", {{"{" + Work + ",'paidInFull':true,'date':'2999-01-01','walletId':'" + wallet + "'}",
                          400, "cash-session-required"},
                         {"{" + Work + ",'payments':[{'amount':1,'walletId':'" + wallet + "'}]}", 400,
                          "cash-session-required"}});
    const std::string sale = made("/sales", "{" + Work + "}");
    expectAll("/sales/" + sale + "/payments",
              {{"{'amount':1,'walletId':'" + wallet + "'}", 400, "cash-session-required"}});
}

TEST_F(SaleErrors, DatesStayBetweenTheLockAndToday) {
    Desk own(sharedService(), "Verrou", "LU");
    const std::string sale = own.make("/sales", js("{" + Work + ",'date':'2026-03-05'}")).textOr("id");
    own.change("", js("{'lockDate':'2026-03-31'}"));
    const auto refused = [&](const std::string& path, const std::string& body, const std::string& code) {
        EXPECT_TRUE(isRefusal(own.post(path, js(body)), 400, code)) << body;
    };
    refused("/sales", "{" + Work + ",'date':'2026-03-31'}", "date-locked:2026-03-31");
    // Dates are checked before amounts.
    refused("/sales", "{" + Work + ",'date':'2026-03-31','paidInFull':true,'payments':[{'amount':3}]}",
            "date-locked:2026-03-31");
    refused("/sales", "{" + Work + ",'date':'2999-01-01'}", "field-invalid:date");
    refused("/sales", "{" + Work + ",'date':'2026-04-02','dueDate':'2026-04-01'}", "field-invalid:dueDate");
    refused("/sales/" + sale + "/payments", "{'amount':1,'date':'2026-03-31'}", "date-locked:2026-03-31");
    refused("/sales/" + sale + "/payments", "{'amount':99999,'date':'2026-03-31'}", "date-locked:2026-03-31");
    refused("/sales/" + sale + "/payments", "{'amount':1,'date':'2999-01-01'}", "field-invalid:date");
    refused("/sales/" + sale + "/cancel", "{'date':'2026-03-20'}", "date-locked:2026-03-31");
    refused("/sales/" + sale + "/cancel", "{'date':'2999-01-01'}", "field-invalid:date");
    EXPECT_EQ(own.make("/sales", js("{" + Work + ",'date':'2026-04-01'}")).textOr("date"), "2026-04-01");
    EXPECT_TRUE(hasStatus(own.post("/sales/" + sale + "/cancel", js("{'date':'2026-04-01'}")), 200));
}

TEST_F(SaleErrors, PaymentsOfACreationFitTheTotal) {
    expectAll(
        "/sales",
        {
            {"{" + Work + ",'payments':[{'amount':10.01}]}", 400, "amount-above-outstanding"},
            {"{" + Work + ",'payments':[{'amount':6},{'amount':4.01}]}", 400, "amount-above-outstanding"},
            {"{" + Work + ",'paidInFull':true,'payments':[{'amount':9.99}]}", 400, "payments-total-mismatch"},
            {"{" + Work + ",'paidInFull':true,'payments':[{'amount':6},{'amount':5}]}", 400,
             "payments-total-mismatch"},
        });
}

TEST_F(SaleErrors, StockIsNeverOversold) {
    const std::string thing = stocked(3);
    const auto twice = [&](const std::string& first, const std::string& second) {
        return "{'lines':[{'itemId':'" + thing + "','quantity':" + first + "},{'itemId':'" + thing +
               "','quantity':" + second + "}]}";
    };
    expectAll("/sales",
              {
                  {line("'itemId':'" + thing + "','quantity':4"), 400, "insufficient-stock:" + thing + ":3"},
                  {twice("2", "2"), 400, "insufficient-stock:" + thing + ":3"},
                  {line("'itemId':'" + thing + "','quantity':-1"), 400, "field-invalid:lines[0].quantity"},
                  {"{'deliverLater':true,'lines':[{'itemId':'" + thing + "','quantity':3.5}]}", 400,
                   "insufficient-stock:" + thing + ":3"},
              });
    const std::string lots = item(",'trackLots':true");
    expectAll("/sales",
              {{line("'itemId':'" + lots + "','quantity':1"), 400, "field-required:lines[0].lotNumber"},
               {line("'itemId':'" + lots + "','quantity':1,'lotNumber':'L1'"), 400,
                "insufficient-stock:" + lots + ":0"}});
}

TEST_F(SaleErrors, TheCreditLimitCountsWhatIsOwedAlready) {
    const std::string partner = this->partner(",'creditLimit':25");
    const std::string sale = "{'partnerId':'" + partner + "'," + Work + "}";
    desk.make("/sales", js(sale));
    desk.make("/sales", js(sale));
    expectAll("/sales", {{sale, 400, "credit-limit:" + partner + ":500"}});
    const Json paid =
        desk.make("/sales", js("{'partnerId':'" + partner + "','paidInFull':true," + Work + "}"));
    EXPECT_EQ(paid.textOr("paymentStatus"), "paid");
    desk.make("/sales", js("{'partnerId':'" + partner + "','payments':[{'amount':5}]," + Work + "}"));
    expectAll("/sales", {{"{'partnerId':'" + partner + "','payments':[{'amount':9.99}]," + Work + "}", 400,
                          "credit-limit:" + partner + ":0"}});
    const std::string none = this->partner(",'creditLimit':0");
    expectAll("/sales", {{"{'partnerId':'" + none + "'," + Work + "}", 400, "credit-limit:" + none + ":0"}});
}

TEST_F(SaleErrors, AnExternalIdIsTakenOnce) {
    const std::string id = unique("shop");
    desk.make("/sales", js("{" + Work + ",'externalId':'$1'}", {id}));
    desk.events();
    expectAll("/sales", {{"{" + Work + ",'externalId':'" + id + "'}", 400, "already-exists:externalId"}});
    const std::string other = made("/sales", "{" + Work + ",'externalId':'" + unique("shop") + "'}");
    EXPECT_TRUE(isRefusal(desk.patch("/sales/" + other, js("{'externalId':'$1'}", {id})), 400,
                          "already-exists:externalId"));
}

TEST_F(SaleErrors, ARateIsNeededForAForeignCurrency) {
    expectAll("/sales", {{"{" + Work + ",'currency':'CHF'}", 400, "rate-not-found:CHF:EUR"}});
    EXPECT_EQ(
        desk.make("/sales", js("{" + Work + ",'currency':'CHF','exchangeRate':0.95}")).textOr("currency"),
        "CHF");
    const std::string wallet = made("/wallets", "{'name':'Franken','kind':'bank','currency':'CHF'}");
    const std::string sale = made("/sales", "{" + Work + "}");
    expectAll("/sales/" + sale + "/payments",
              {{"{'amount':1,'walletId':'" + wallet + "'}", 400, "rate-not-found:CHF:EUR"}});
}

TEST_F(SaleErrors, APaymentIsCheckedInOrder) {
    const std::string sale = made("/sales", "{" + Work + "}");
    const std::string path = "/sales/" + sale + "/payments";
    expectAll("/sales/" + NoSale + "/payments",
              {{"{'amount':1}", 404, "sale-not-found"},
               {"{'amount':0}", 400, "amount-required"},
               {"{'amount':1,'method':'x'}", 400, "field-invalid:method"},
               {"{'amount':1,'walletId':'" + NoWallet + "'}", 404, "sale-not-found"}});
    expectAll("/sales/nonsense/payments", {{"{'amount':1}", 404, "sale-not-found"}});
    expectAll(path, {
                        {"{}", 400, "amount-required"},
                        {"{'amount':null}", 400, "amount-required"},
                        {"{'amount':0}", 400, "amount-required"},
                        {"{'amount':-5}", 400, "amount-required"},
                        {"{'amount':'5'}", 400, "field-invalid:amount"},
                        {"{'amount':1.001}", 400, "field-invalid:amount"},
                        {"{'amount':1,'walletId':'" + NoWallet + "'}", 404, "wallet-not-found"},
                        {"{'amount':10.01}", 400, "amount-above-outstanding"},
                        {"{'amount':1,'method':'card'}", 400, "field-invalid:method"},
                        {"{'amount':2,'tendered':1}", 400, "field-invalid:tendered"},
                    });
    const std::string gone = made("/sales", "{" + Work + "}");
    EXPECT_TRUE(hasStatus(desk.post("/sales/" + gone + "/cancel", Json::object()), 200));
    expectAll("/sales/" + gone + "/payments",
              {{"{'amount':1,'walletId':'" + NoWallet + "'}", 404, "wallet-not-found"},
               {"{'amount':99,'date':'2999-01-01'}", 400, "sale-cancelled"}});
    desk.make(path, js("{'amount':10}"));
    expectAll(path, {{"{'amount':0.01}", 400, "amount-above-outstanding"}});
}

TEST_F(SaleErrors, CancelPatchAndGetNameTheirErrors) {
    for (const std::string& id : {NoSale, std::string("nonsense")}) {
        EXPECT_TRUE(isRefusal(desk.get("/sales/" + id), 404, "sale-not-found"));
        EXPECT_TRUE(isRefusal(desk.patch("/sales/" + id, js("{'note':'x'}")), 404, "sale-not-found"));
        EXPECT_TRUE(isRefusal(desk.post("/sales/" + id + "/cancel", Json::object()), 404, "sale-not-found"));
    }
    const std::string sale = made("/sales", "{" + Work + ",'date':'2026-10-05'}");
    const std::string path = "/sales/" + sale;
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'dueDate':'x'}")), 400, "field-invalid:dueDate"));
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'dueDate':'2026-10-04'}")), 400, "field-invalid:dueDate"));
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'note':1}")), 400, "field-invalid:note"));
    EXPECT_TRUE(
        isRefusal(desk.patch(path, js("{'note':'x'}"), {{"If-Match", "\"2\""}}), 412, "version-mismatch"));
    EXPECT_TRUE(isRefusal(desk.post(path + "/cancel", js("{'restock':'no'}")), 400, "field-invalid:restock"));
    EXPECT_TRUE(
        isRefusal(desk.post(path + "/cancel", js("{'date':'2026-10-04'}")), 400, "field-invalid:date"));

    const Answer changed =
        desk.patch(path, js("{'note':'Back door','dueDate':'2026-12-24','purchaseOrderRef':'BC-1'}"),
                   {{"If-Match", "\"1\""}});
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.header("etag"), "\"2\"");
    EXPECT_EQ(changed.json.textOr("note"), "Back door");
    EXPECT_EQ(changed.json.textOr("dueDate"), "2026-12-24");
    EXPECT_EQ(changed.json["version"].integer(), 2);
    const Answer same = desk.patch(path, js("{'note':null,'total':1}"));
    EXPECT_TRUE(same.json["note"].isNull());
    EXPECT_EQ(same.json.textOr("purchaseOrderRef"), "BC-1");
    EXPECT_EQ(same.header("svc-ignored-fields"), "total");
    EXPECT_EQ(desk.get(path).header("etag"), "\"3\"");
}

TEST_F(SaleErrors, ScopesAndTestKeys) {
    const std::string sale = made("/sales", "{" + Work + "}");
    HttpClient tests = sharedService().readOnly();
    EXPECT_TRUE(isRefusal(tests.post(desk.path("/sales"), js("{" + Work + "}")), 403, "forbidden"));
    EXPECT_TRUE(isRefusal(tests.post(desk.path("/sales/" + sale + "/payments"), js("{'amount':1}")), 403,
                          "forbidden"));
    EXPECT_TRUE(isRefusal(tests.patch(desk.path("/sales/" + sale), js("{'note':'x'}")), 403, "forbidden"));
    EXPECT_TRUE(hasStatus(tests.get(desk.path("/sales/" + sale)), 200));
    EXPECT_TRUE(hasStatus(tests.get(desk.path("/sales")), 200));
    // A test key may make a dry run, because it has no effect.
    EXPECT_TRUE(
        hasStatus(tests.post(desk.path("/sales"), js("{" + Work + "}"), {{"Svc-Dry-Run", "true"}}), 200));

    HttpClient reader = sharedService().client(makeKey(sharedService(), {"sales:view"}));
    EXPECT_TRUE(hasStatus(reader.get(desk.path("/sales")), 200));
    EXPECT_TRUE(isRefusal(reader.post(desk.path("/sales"), js("{}")), 403, "missing-permission"));
    EXPECT_TRUE(
        isRefusal(reader.post(desk.path("/sales/" + sale + "/cancel"), js("{}")), 403, "missing-permission"));
    EXPECT_TRUE(isRefusal(reader.get(desk.path("/partners")), 403, "forbidden"));
    HttpClient stranger = sharedService().client(makeKey(sharedService(), {"partners:view"}));
    EXPECT_TRUE(isRefusal(stranger.get(desk.path("/sales")), 403, "forbidden"));
    EXPECT_TRUE(isRefusal(stranger.post(desk.path("/sales"), js("{}")), 403, "forbidden"));
}

TEST_F(SaleErrors, NothingOfARefusedSaleStays) {
    const std::string thing = stocked(1);
    const std::string partner = this->partner();
    desk.events();
    const std::size_t books = desk.books().size();
    expectAll("/sales", {{"{'partnerId':'" + partner +
                              "','paidInFull':true,'lines':[{'label':'A','quantity':1,"
                              "'unitPrice':3},{'itemId':'" +
                              thing + "','quantity':2}]}",
                          400, "insufficient-stock:" + thing + ":1"}});
    EXPECT_TRUE(desk.events().empty());
    EXPECT_EQ(desk.books().size(), books);
    EXPECT_EQ(desk.read("/sales?partnerId=" + partner).size(), 0U);
    expectInvariants(sharedService());
}

} // namespace
} // namespace svc::test
