// The public menu, orders of guests, and the pages on which customers see their documents.
#include <algorithm>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

class Storefront : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    Desk desk{service};
    HttpClient guest = service.anonymous();
    const std::string slug = desk.read("").textOr("slug");

    std::string publicPath(const std::string& below) const { return "/public/" + slug + below; }
    std::string item(const Json& more) {
        Json body = js("{'name':'$1','price':18.50,'service':true}", {unique("Lunch menu")});
        for (const Json::Member& member : more.members()) {
            body.set(member.name, member.value);
        }
        return desk.make("/items", body).textOr("id");
    }
    std::string item() { return item(Json::object()); }
    Answer order(const std::string& itemId, const std::string& quantity = "1") {
        return guest.post(
            publicPath("/orders"),
            js("{'channel':'menu','table':'4','customer':{'name':'Table 4','phone':null,'email':null},"
               "'lines':[{'itemId':'$1','quantity':$2}],'note':'No nuts'}",
               {itemId, quantity}));
    }
    Answer form(const std::string& path, const std::string& fields, const HeaderList& more = {}) {
        HeaderList headers = more;
        headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
        return guest.send("POST", path, fields, headers);
    }
    std::string tokenOf(const std::string& kind, const Json& record) {
        const std::string url = record.textOr("publicUrl");
        EXPECT_NE(url, "") << kind;
        return url.substr(url.rfind('/') + 1);
    }
};

TEST_F(Storefront, TheMenuIsAPageWithoutScriptInTheLanguageOfItsReader) {
    const std::string id =
        item(js("{'name':'<b>Soup</b> & bread','category':'Starters','description':'Hot'}"));
    const Answer page = guest.get(publicPath("/menu?table=7%22%3E"), {{"Accept-Language", "de"}});
    ASSERT_EQ(page.status, 200);
    EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
    EXPECT_NE(page.header("content-security-policy").find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(page.body.find("<script"), std::string::npos);
    EXPECT_NE(page.body.find("&lt;b&gt;Soup&lt;/b&gt; &amp; bread"), std::string::npos);
    EXPECT_NE(page.body.find("name=\"" + id + "\""), std::string::npos);
    EXPECT_NE(page.body.find("value=\"7&quot;&gt;\""), std::string::npos);
    EXPECT_NE(page.body.find("lang=\"de\""), std::string::npos);
    EXPECT_NE(page.body.find("Bestellen"), std::string::npos);
    EXPECT_EQ(guest.get(publicPath("/menu"), {{"Accept-Language", "fr"}}).body.find("Commander") ==
                  std::string::npos,
              false);
    EXPECT_TRUE(isRefusal(guest.get("/public/no-such-shop/menu"), 404, "shop-not-found"));
}

TEST_F(Storefront, ACompanyShowsItsMenuWhenItHasSaidSo) {
    const std::string id = item();
    desk.change("", js("{'publicMenu':false}"));
    EXPECT_TRUE(isRefusal(guest.get(publicPath("/menu")), 404, "menu-not-found"));
    EXPECT_TRUE(isRefusal(order(id), 404, "menu-not-found"));
    desk.change("", js("{'publicMenu':true}"));
    EXPECT_TRUE(hasStatus(guest.get(publicPath("/menu")), 200));
    EXPECT_TRUE(hasStatus(order(id), 201));
}

TEST_F(Storefront, AnOrderIsAFormWhateverTheCaseOfItsTypeAndRefusedWithoutABody) {
    const Answer taken =
        guest.send("POST", publicPath("/orders"), item() + "=2&table=4",
                   {{"Content-Type", "Application/X-WWW-Form-Urlencoded"}, {"Accept", "application/json"}});
    EXPECT_TRUE(hasStatus(taken, 201));
    EXPECT_TRUE(isRefusal(guest.send("POST", publicPath("/orders"), ""), 400, "body-invalid"));
}

TEST_F(Storefront, TheMenuAsJsonShowsWhatIsForSale) {
    const std::string category = unique("Category");
    const std::string sold = item(js("{'category':'$1'}", {category}));
    const std::string empty = item(js("{'category':'$1','service':false}", {category}));
    const std::string hidden = item(js("{'category':'$1'}", {category}));
    desk.change("/items/" + hidden, js("{'archived':true}"));
    const std::string parent = item(js("{'category':'$1'}", {category}));
    const std::string variant =
        item(js("{'category':'$1','parentId':'$2','attributes':{'size':'M'}}", {category, parent}));
    const Answer menu = guest.get(publicPath("/menu"), {{"Accept", "application/json"}});
    ASSERT_TRUE(hasStatus(menu, 200));
    EXPECT_EQ(menu.json["shop"]["currency"].text(), "EUR");
    for (const Json& group : rowsOf(menu.json["categories"])) {
        if (group.textOr("name") != category) {
            continue;
        }
        std::vector<std::string> ids = textsOf(group["items"], "id");
        std::sort(ids.begin(), ids.end());
        std::vector<std::string> wanted{sold, empty, variant};
        std::sort(wanted.begin(), wanted.end());
        EXPECT_EQ(ids, wanted);
        for (const Json& entry : rowsOf(group["items"])) {
            EXPECT_EQ(entry["price"].numberText(), "1850");
            EXPECT_EQ(entry["available"].boolean(), entry["id"].text() != empty);
        }
        return;
    }
    ADD_FAILURE() << "the category is not on the menu: " << menu.body;
}

TEST_F(Storefront, ALongMenuHasPages) {
    Desk other(service, unique("Long menu"), "FR");
    other.change("", js("{'publicMenu':true}"));
    std::string csv = "name,price,category,service\n";
    for (int i = 1000; i < 1501; ++i) {
        csv += "Dish " + std::to_string(i) + (i == 1500 ? ",0" : ",5") + ",Dishes,true\n";
    }
    HttpClient owner = service.client(other.value("liveKey"));
    ASSERT_TRUE(hasStatus(
        owner.send("POST", other.path("/imports/items"), csv, {{"Content-Type", "text/csv"}}), 200));
    const std::string menu = "/public/" + other.read("").textOr("slug") + "/menu";
    const HeaderList json{{"Accept", "application/json"}};
    const Answer first = guest.get(menu, json);
    ASSERT_TRUE(hasStatus(first, 200));
    EXPECT_EQ(first.json["nextPage"].integer(), 2);
    EXPECT_EQ(first.json["categories"][0]["items"].size(), 500U);
    const Answer second = guest.get(menu + "?page=2", json);
    ASSERT_TRUE(hasStatus(second, 200));
    EXPECT_TRUE(second.json["nextPage"].isNull());
    const Json rest = second.json["categories"][0]["items"];
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(rest[0]["price"].integer(), 0) << "a price of 0 is a price";
    EXPECT_NE(guest.get(menu + "?table=4").body.find("href=\"?page=2&amp;table=4\""), std::string::npos);
    const std::string last = guest.get(menu + "?page=2").body;
    EXPECT_NE(last.find("href=\"?page=1\""), std::string::npos);
    EXPECT_EQ(last.find("?page=3"), std::string::npos);
    EXPECT_TRUE(isRefusal(guest.get(menu + "?page=0"), 400, "field-invalid:page"));
}

TEST_F(Storefront, AnOrderTakesItsPricesFromTheCatalogue) {
    const std::string id = item();
    desk.events();
    const Answer made =
        guest.post(publicPath("/orders"),
                   js("{'lines':[{'itemId':'$1','quantity':2,'unitPrice':0.01}],'table':'4'}", {id}));
    ASSERT_TRUE(hasStatus(made, 201));
    EXPECT_EQ(made.header("svc-ignored-fields"), "lines[0].unitPrice");
    EXPECT_EQ(made.json["status"].text(), "received");
    EXPECT_EQ(made.json["total"].integer(), 3700);
    EXPECT_EQ(made.json["number"].text().rfind("REQ-", 0), 0U);
    const std::vector<Json> events = desk.events();
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"order_request.received"});
    EXPECT_EQ(events[0]["object"].text(), "order_request");
    EXPECT_EQ(events[0]["objectId"], made.json["id"]);
    const Json item = desk.read("/items/" + id);
    EXPECT_TRUE(same(
        events[0]["data"],
        js("{'id':'$1','number':'$2','channel':'menu','businessUnitId':'$3',"
           "'customer':{'name':'$4','phone':null,'email':null},'total':{'amount':3700,'currency':'EUR'},"
           "'lines':[{'itemId':'$5','label':'$6','quantity':2,'unitPrice':{'amount':1850,'currency':'EUR'}}],"
           "'note':null,'actor':null}",
           {made.json["id"].text(), made.json["number"].text(), desk.value("businessUnitId"), "Table 4", id,
            item["name"].text()})));
    const Json history = desk.read("/history/order_request/" + made.json["id"].text())["data"];
    EXPECT_EQ(history.items()[0]["action"].text(), "received");
    EXPECT_TRUE(history.items()[0]["actor"].isNull());
}

TEST_F(Storefront, AnOrderOfWhatIsNotForSaleIsRefused) {
    const std::string unknown = "itm_01jd9qrqvce77zv1nf4mrnxvj9";
    EXPECT_TRUE(isRefusal(order(unknown), 404, "item-not-found:" + unknown));
    EXPECT_TRUE(isRefusal(order("soup"), 404, "item-not-found:soup"));
    const std::string id = item();
    EXPECT_TRUE(isRefusal(order(id, "0"), 400, "field-invalid:lines[0].quantity"));
    EXPECT_TRUE(isRefusal(order(id, "-1"), 400, "field-invalid:lines[0].quantity"));
    EXPECT_TRUE(isRefusal(order(id, "1e9"), 400, "field-invalid:lines[0].quantity"));
    EXPECT_TRUE(
        isRefusal(guest.post(publicPath("/orders"), js("{'lines':[]}")), 400, "field-required:lines"));
    EXPECT_TRUE(isRefusal(guest.post(publicPath("/orders"), Json::object()), 400, "field-required:lines"));
    EXPECT_TRUE(isRefusal(guest.post("/public/nobody/orders", js("{'lines':[{'itemId':'x','quantity':1}]}")),
                          404, "shop-not-found"));
    desk.change("/items/" + id, js("{'archived':true}"));
    EXPECT_TRUE(isRefusal(order(id), 404, "item-not-found:" + id));
}

TEST_F(Storefront, AFormOrdersAndIsThanked) {
    const std::string id = item();
    const std::string other = item();
    const Answer thanks =
        form(publicPath("/orders"), id + "=1%2C5&" + other + "=&table=12&name=L%C3%A9a&note=",
             {{"Accept", "text/html"}, {"Accept-Language", "fr"}});
    ASSERT_EQ(thanks.status, 201);
    EXPECT_NE(thanks.body.find("Merci"), std::string::npos);
    EXPECT_NE(thanks.body.find("27,75"), std::string::npos) << thanks.body;
    const Json newest = desk.read("/order-requests?limit=1").items()[0];
    EXPECT_EQ(newest["customer"]["name"].text(), "Léa");
    EXPECT_EQ(newest["table"].text(), "12");
    EXPECT_EQ(newest["lines"].items()[0]["quantity"].numberText(), "1.5");
    EXPECT_EQ(newest["total"].integer(), 2775);

    const Answer nothing = form(publicPath("/orders"), id + "=0&table=12", {{"Accept", "text/html"}});
    EXPECT_EQ(nothing.status, 200);
    EXPECT_NE(nothing.body.find("role=\"alert\""), std::string::npos);
    EXPECT_EQ(desk.read("/order-requests?limit=1").items()[0]["id"], newest["id"]);
    EXPECT_TRUE(isRefusal(form(publicPath("/orders"), id + "=many"), 400, "field-invalid:" + id));
    EXPECT_TRUE(isRefusal(form(publicPath("/orders"), id + "=%zz"), 400, "body-invalid"));
}

TEST_F(Storefront, AnAcceptedOrderIsASale) {
    const std::string id = item();
    const std::string request = order(id, "2").json.textOr("id");
    // The guest pays the price at the time of the order, not a later one.
    desk.change("/items/" + id, js("{'price':99}"));
    const Json withTax = desk.read("")["pricesIncludeTax"];
    desk.change("", Json::object({{"pricesIncludeTax", !withTax.boolean()}}));
    desk.events();
    const Answer sale = desk.post("/order-requests/" + request + "/accept", Json::object());
    ASSERT_TRUE(hasStatus(sale, 201));
    EXPECT_EQ(sale.json["total"].integer(), 3700);
    EXPECT_EQ(sale.json["channel"].text(), "online");
    EXPECT_EQ(typesOf(desk.events()), (std::vector<std::string>{"sale.created", "invoice.issued"}));
    desk.change("", Json::object({{"pricesIncludeTax", withTax}}));
    EXPECT_TRUE(same(desk.read("/sales/" + sale.json["id"].text())["total"], sale.json["total"]));
    EXPECT_TRUE(isRefusal(desk.post("/order-requests/" + request + "/accept", Json::object()), 400,
                          "order-request-closed"));
    EXPECT_TRUE(isRefusal(desk.post("/order-requests/" + request + "/reject", Json::object()), 400,
                          "order-request-closed"));
    const Json accepted = desk.read("/order-requests?status=accepted&limit=1").items()[0];
    EXPECT_EQ(accepted["id"].text(), request);
    EXPECT_EQ(accepted["saleId"], sale.json["id"]);

    const std::string paid = order(item(), "1").json.textOr("id");
    desk.events();
    const Answer paidSale = desk.post("/order-requests/" + paid + "/accept", js("{'paidInFull':true}"));
    ASSERT_TRUE(hasStatus(paidSale, 201));
    EXPECT_EQ(paidSale.json["paymentStatus"].text(), "paid");
    for (const Json& event : desk.events()) {
        if (event.textOr("type") == "payment.received") {
            EXPECT_EQ(event["data"].textOr("origin"), "online_order");
        }
    }
}

TEST_F(Storefront, TheListCountsWhatMatches) {
    const auto total = [&](const std::string& query) {
        return std::stoll(desk.get("/order-requests?limit=1" + query).header("x-total-count"));
    };
    const std::vector<std::string> filters = {"", "&status=received", "&status=rejected",
                                              "&from=2020-01-01T00:00:01Z&status=rejected", "&to=2020-01-01"};
    std::vector<long long> before;
    for (const std::string& filter : filters) {
        before.push_back(total(filter));
    }
    const std::string id = item();
    order(id);
    for (int i = 0; i < 2; ++i) {
        const std::string request = order(id).json.textOr("id");
        ASSERT_TRUE(hasStatus(desk.post("/order-requests/" + request + "/reject", Json::object()), 200));
    }
    const std::vector<long long> more = {3, 1, 2, 2, 0};
    for (std::size_t i = 0; i < filters.size(); ++i) {
        EXPECT_EQ(total(filters[i]), before[i] + more[i]) << filters[i];
    }
}

TEST_F(Storefront, AnOrderThatCannotBeServedStaysOpen) {
    const std::string id = item(js("{'service':false}"));
    const std::string request = order(id, "1").json.textOr("id");
    EXPECT_TRUE(isRefusal(desk.post("/order-requests/" + request + "/accept", Json::object()), 400,
                          "insufficient-stock:" + id + ":0"));
    const Answer rejected = desk.post("/order-requests/" + request + "/reject", js("{'reason':'Sold out'}"));
    ASSERT_TRUE(hasStatus(rejected, 200));
    EXPECT_EQ(rejected.json["status"].text(), "rejected");
    EXPECT_EQ(rejected.json["reason"].text(), "Sold out");
    EXPECT_TRUE(rejected.json["saleId"].isNull());
    for (const char* move : {"/accept", "/reject"}) {
        EXPECT_TRUE(isRefusal(desk.post("/order-requests/" + request + move, Json::object()), 400,
                              "order-request-closed"));
    }
    for (const std::string& unknown : {std::string("ord_01jd9rx3dex2jez30xd41ffxqr"), std::string("x")}) {
        for (const char* move : {"/accept", "/reject"}) {
            EXPECT_TRUE(isRefusal(desk.post("/order-requests/" + unknown + move, Json::object()), 404,
                                  "order-request-not-found"));
        }
    }
}

TEST_F(Storefront, OrdersAreSeenAndDecidedWithTheirScopes) {
    HttpClient viewer = service.client(makeKey(service, {"orders:view"}));
    EXPECT_EQ(viewer.get(desk.path("/order-requests")).status, 200);
    EXPECT_TRUE(isRefusal(viewer.post(desk.path("/order-requests/x/accept"), Json::object()), 403,
                          "missing-permission"));
    HttpClient seller = service.client(makeKey(service, {"sales:create"}));
    EXPECT_TRUE(isRefusal(seller.get(desk.path("/order-requests")), 403, "forbidden"));
    EXPECT_TRUE(isRefusal(desk.get("/order-requests?status=lost"), 400, "field-invalid:status"));
}

TEST_F(Storefront, AnInvoiceIsShownToWhoeverHasItsAddressAndNothingInternalWithIt) {
    const std::string partner =
        desk.make("/partners", js("{'name':'$1 <Co>'}", {unique("Hotel")})).textOr("id");
    const std::string internal = unique("internal");
    const Json sale = desk.make(
        "/sales",
        js("{'partnerId':'$1','externalId':'$2','note':'Thank you','lines':[{'label':'Work & <i>more</i>',"
           "'quantity':2,'unitPrice':60,'taxRate':20}]}",
           {partner, internal}));
    const std::string path = "/public/documents/" + tokenOf("sale", sale);
    const Answer page = guest.get(path, {{"Accept-Language", "de"}});
    ASSERT_EQ(page.status, 200);
    EXPECT_NE(page.body.find("Rechnung " + sale["number"].text()), std::string::npos);
    EXPECT_NE(page.body.find("120,00"), std::string::npos);
    EXPECT_NE(page.body.find("Work &amp; &lt;i&gt;more&lt;/i&gt;"), std::string::npos);
    EXPECT_NE(page.body.find("Thank you"), std::string::npos) << "as its paper does";
    EXPECT_EQ(page.body.find(internal), std::string::npos);
    EXPECT_EQ(page.body.find("<form"), std::string::npos);
    EXPECT_EQ(page.header("cache-control"), "no-store");
    const Answer json = guest.get(path, {{"Accept", "application/json"}});
    ASSERT_TRUE(hasStatus(json, 200));
    EXPECT_EQ(json.json["document"]["total"].integer(), 12000);
    EXPECT_EQ(json.json["document"]["balance"].integer(), 12000);
    EXPECT_EQ(json.json["seller"]["name"].text(), desk.read("").textOr("name"));
    EXPECT_EQ(json.json["actions"].size(), 0U);
    for (const char* move : {"/accept", "/decline"}) {
        EXPECT_TRUE(isRefusal(guest.post(path + move, Json::object()), 404, "document-not-found"));
    }
}

TEST_F(Storefront, AQuoteIsAcceptedOrDeclinedByItsReader) {
    const auto quote = [&] {
        return desk.make("/quotes", js("{'lines':[{'label':'Work','quantity':1,'unitPrice':100}]}"));
    };
    const Json first = quote();
    const std::string path = "/public/documents/" + tokenOf("quote", first);
    const Answer page = guest.get(path);
    EXPECT_NE(page.body.find("/accept\""), std::string::npos) << page.body;
    desk.events();
    const Answer accepted = form(path + "/accept", "name=Anne+Morel", {{"Accept", "text/html"}});
    ASSERT_EQ(accepted.status, 200);
    EXPECT_EQ(accepted.body.find("<form"), std::string::npos);
    std::vector<Json> events = desk.events();
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"quote.accepted"});
    EXPECT_EQ(events[0]["data"]["acceptedBy"].text(), "customer");
    EXPECT_TRUE(events[0]["data"]["actor"].isNull());
    EXPECT_EQ(desk.read("/quotes/" + first["id"].text())["acceptedName"].text(), "Anne Morel");
    EXPECT_TRUE(isRefusal(guest.post(path + "/accept", Json::object()), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(guest.post(path + "/decline", Json::object()), 400, "quote-not-open"));

    const std::string second = "/public/documents/" + tokenOf("quote", quote());
    const Answer declined = guest.post(second + "/decline", js("{'name':'Anne','reason':'Too late'}"));
    ASSERT_TRUE(hasStatus(declined, 200));
    EXPECT_EQ(declined.json["document"]["status"].text(), "declined");
    EXPECT_EQ(declined.json["actions"].size(), 0U);
    events = desk.events();
    EXPECT_EQ(events.back()["data"]["reason"].text(), "Too late");
}

TEST_F(Storefront, WhatIsRefusedIsAPageInTheLanguageOfItsReader) {
    const HeaderList french = {{"Accept", "text/html"}, {"Accept-Language", "fr"}};
    const auto expectPage = [](const Answer& answer, int status, const std::string& text) {
        EXPECT_EQ(answer.status, status);
        EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8");
        EXPECT_NE(answer.body.find(text), std::string::npos) << answer.body;
    };
    const Json quote = desk.make("/quotes", js("{'lines':[{'label':'Work','quantity':1,'unitPrice':100}]}"));
    const std::string path = "/public/documents/" + tokenOf("quote", quote);
    ASSERT_EQ(form(path + "/accept", "", french).status, 200);
    expectPage(form(path + "/accept", "", french), 400, "déjà reçu une réponse");
    expectPage(guest.get("/public/documents/guess", french), 404, "pas de document");
    expectPage(guest.get("/public/no-such-shop/menu", french), 404, "pas de boutique");
    expectPage(form(publicPath("/orders"), item() + "=-1", french), 400, "pas valable");
    expectPage(guest.get(path + "/pay", french), 404, "pas de document");
}

TEST_F(Storefront, AGuessedAddressShowsNothing) {
    EXPECT_TRUE(isRefusal(guest.get("/public/documents/guess"), 404, "document-not-found"));
    EXPECT_TRUE(
        isRefusal(guest.post("/public/documents/guess/accept", Json::object()), 404, "document-not-found"));
    EXPECT_TRUE(
        isRefusal(guest.post("/public/documents/guess/decline", Json::object()), 404, "document-not-found"));
}

} // namespace
} // namespace svc::test
