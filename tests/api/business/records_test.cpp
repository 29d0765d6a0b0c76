// Partners, items, locations and stock: creation, change, filters, errors, events.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;

class Records : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    std::string made(const std::string& path, const std::string& body) {
        return desk.make(path, js(body)).textOr("id");
    }
    void refuses(const std::string& path, const std::string& body, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post(path, js(body)), status, code)) << body;
    }
    void refusesChange(const std::string& path, const std::string& body, int status, const std::string& code,
                       const HeaderList& headers = {}) {
        EXPECT_TRUE(isRefusal(desk.patch(path, js(body), headers), status, code)) << body;
    }
    std::vector<std::string> names(const std::string& query, const std::string& field = "name") {
        const Answer answer = desk.get(query);
        EXPECT_EQ(answer.status, 200) << query << answer.body;
        EXPECT_EQ(answer.header("x-total-count"), std::to_string(answer.json.size())) << query;
        return textsOf(answer.json, field);
    }
};

TEST_F(Records, APartnerIsReadBackAsWritten) {
    const std::string external = unique("crm");
    desk.events();
    const Json partner =
        desk.make("/partners",
                  js("{'name':' Hôtel des Quais "
                     "','kind':'both','company':true,'email':'compta@quais.example','phone':'+33320111111',"
                     "'country':'FR','vatNumber':'FR 32 "
                     "123456789','registrationNumber':'12345678900011','peppolId':'0002:123456789',"
                     "'address':{'line1':'12 quai du "
                     "Wault','postalCode':'59800','city':'Lille','country':'FR'},'contacts':[{'name':"
                     "'Anne "
                     "Morel','email':'anne@quais.example'}],'paymentTermsDays':30,'creditLimit':5000.00,'"
                     "currency':'EUR',"
                     "'language':'fr','externalId':'$1','tags':['hotel','vip','hotel'],'colour':'blue'}",
                     {external}));
    const Json wanted = js(
        "{'name':'Hôtel des Quais','kind':'both','company':true,'country':'FR','vatNumber':"
        "'FR32123456789','creditLimit':500000,'balance':0,'payable':0,'archived':false,'version':1,"
        "'deliveryAddress':null,'priceListId':null,'note':null,'tags':['hotel','vip'],"
        "'contacts':[{'name':'Anne Morel','email':'anne@quais.example','phone':null}],'address':{'line1':"
        "'12 quai du Wault','line2':null,'postalCode':'59800','city':'Lille','region':null,'country':'FR'}}");
    for (const Json::Member& member : wanted.members()) {
        EXPECT_TRUE(same(partner[member.name], member.value)) << member.name;
    }
    const std::string path = "/partners/" + partner.textOr("id");
    EXPECT_TRUE(same(desk.read(path), partner));
    EXPECT_EQ(desk.get(path).header("etag"), "\"1\"");

    const auto data = [&](const std::string& email) {
        return Json::object({{"id", partner["id"]},
                             {"name", "Hôtel des Quais"},
                             {"kind", "both"},
                             {"email", email},
                             {"country", "FR"},
                             {"vatNumber", "FR32123456789"},
                             {"externalId", external}});
    };
    std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("partner.created"));
    EXPECT_EQ(events[0].textOr("object"), "partner");
    Json created = data("compta@quais.example");
    created.set("actor", partner["createdBy"]);
    EXPECT_TRUE(same(events[0]["data"], created));

    const Answer changed =
        desk.patch(path, js("{'email':'achats@quais.example','kind':'both'}"), {{"If-Match", "\"1\""}});
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.header("etag"), "\"2\"");
    events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("partner.updated"));
    Json updated = data("achats@quais.example");
    updated.set("changed", js("['email']"));
    updated.set("actor", partner["createdBy"]);
    EXPECT_TRUE(same(events[0]["data"], updated));
    // No change, so no event.
    EXPECT_EQ(desk.change(path, js("{'kind':'both'}"))["version"].integer(), 2);
    EXPECT_TRUE(desk.events().empty());
    EXPECT_TRUE(desk.change(path, js("{'creditLimit':null}"))["creditLimit"].isNull());
}

TEST_F(Records, PartnersRefuseWhatIsWrong) {
    refuses("/partners", "{}", 400, "field-required:name");
    refuses("/partners", "{'name':''}", 400, "field-required:name");
    refuses("/partners", "{'name':'A','kind':'friend'}", 400, "field-invalid:kind");
    refuses("/partners", "{'name':'A','email':'nobody'}", 400, "field-invalid:email");
    refuses("/partners", "{'name':'A','country':'fr'}", 400, "field-invalid:country");
    refuses("/partners", "{'name':'A','country':'QQ'}", 400, "country-unsupported:QQ");
    for (const char* unknown : {"2:x", "EM:", "ZZ:x", "em:x", "EM x@example.com"}) {
        refuses("/partners", "{'name':'A','peppolId':'" + std::string(unknown) + "'}", 400,
                "field-invalid:peppolId");
    }
    for (const char* address : {"EM:books@quais.example", "AS:x", "0009:12345678200077"}) {
        const Json made = desk.make("/partners", js("{'name':'A','peppolId':'$1'}", {address}));
        EXPECT_EQ(made.textOr("peppolId"), address);
        EXPECT_EQ(made["company"].boolean(), address[0] == '0') << "an e-mail address is no number";
    }
    refuses("/partners", "{'name':'A','country':'FR','vatNumber':'DE123456789'}", 400,
            "field-invalid:vatNumber");
    refuses("/partners", "{'name':'A','currency':'QQQ'}", 400, "currency-unsupported:QQQ");
    refuses("/partners", "{'name':'A','creditLimit':1.001}", 400, "field-invalid:creditLimit");
    refuses("/partners", "{'name':'A','creditLimit':-1}", 400, "field-invalid:creditLimit");
    refuses("/partners", "{'name':'A','paymentTermsDays':1.5}", 400, "field-invalid:paymentTermsDays");
    refuses("/partners", "{'name':'A','contacts':[{'email':'a@b.example'}]}", 400,
            "field-required:contacts[0].name");
    refuses("/partners", "{'name':'A','tags':'x'}", 400, "field-invalid:tags");
    refuses("/partners", "{'name':'A','priceListId':'prl_01jd917ehm8vtfvkxjcsqjsvj8'}", 404,
            "price-list-not-found");
    refuses("/partners", "{'name':'" + std::string(256, 'x') + "'}", 400, "field-invalid:name");
    const std::string external = unique("crm");
    const std::string one = made("/partners", "{'name':'One','externalId':'" + external + "'}");
    refuses("/partners", "{'name':'Two','externalId':'" + external + "'}", 400, "already-exists:externalId");
    const std::string two = made("/partners", "{'name':'Two'}");
    refusesChange("/partners/" + two, "{'externalId':'" + external + "'}", 400, "already-exists:externalId");
    refusesChange("/partners/" + two, "{'name':null}", 400, "field-invalid:name");
    refusesChange("/partners/" + two, "{'note':'x'}", 412, "version-mismatch", {{"If-Match", "\"7\""}});
    for (const char* id : {"par_01jd917ehm8vtfvkxjcsqjsvj8", "x"}) {
        EXPECT_TRUE(isRefusal(desk.get(std::string("/partners/") + id), 404, "partner-not-found"));
        refusesChange(std::string("/partners/") + id, "{'note':'x'}", 404, "partner-not-found");
        refusesChange(std::string("/partners/") + id, "{'priceListId':'x'}", 404, "partner-not-found");
        refusesChange(std::string("/partners/") + id, "{'creditLimit':1.001}", 400,
                      "field-invalid:creditLimit");
    }
}

TEST_F(Records, PartnersAreFoundByEachFilter) {
    const std::string tag = unique("tag");
    const auto partner = [&](const std::string& name, const std::string& more) {
        return made("/partners", "{'name':'" + name + "','tags':['" + tag + "']" + more + "}");
    };
    partner("Zed", ",'kind':'supplier'");
    partner("Éclair", ",'kind':'both','vatNumber':'FR40303265045','country':'FR'");
    const std::string old = partner("Old", "");
    partner("abc", ",'externalId':'x-" + tag + "','email':'sales@abc.example'");
    desk.change("/partners/" + old, js("{'archived':true}"));
    const std::string base = "/partners?tag=" + tag;
    EXPECT_THAT(names(base), ElementsAre("abc", "Éclair", "Zed"));
    EXPECT_THAT(names(base + "&archived=true"), ElementsAre("Old"));
    EXPECT_THAT(names(base + "&kind=supplier"), ElementsAre("Éclair", "Zed"));
    EXPECT_THAT(names(base + "&kind=customer"), ElementsAre("abc", "Éclair"));
    EXPECT_THAT(names(base + "&q=ecl"), ElementsAre("Éclair"));
    EXPECT_THAT(names(base + "&q=sales%20abc"), ElementsAre("abc"));
    EXPECT_THAT(names(base + "&vatNumber=FR%2040303265045"), ElementsAre("Éclair"));
    EXPECT_THAT(names("/partners?externalId=x-" + tag), ElementsAre("abc"));
    EXPECT_THAT(names(base + "&to=2020-01-01"), ElementsAre());
    EXPECT_EQ(names(base + "&from=" + desk.today()).size(), 3U);
    EXPECT_TRUE(isRefusal(desk.get("/partners?kind=x"), 400, "field-invalid:kind"));
    EXPECT_TRUE(isRefusal(desk.get("/partners?limit=0"), 400, "field-invalid:limit"));
    EXPECT_EQ(desk.get(base + "&limit=1&offset=1").header("x-total-count"), "3");
}

TEST_F(Records, AnItemIsReadBackAsWritten) {
    const std::string sku = unique("BEAN");
    const Json item =
        desk.make("/items", js("{'name':'Arabica 1 kg','sku':'$1','barcode':'B$1','unit':'KGM','price':18.00,"
                               "'cost':10.0025,'taxRate':5.5,'taxCategory':'S','alertThreshold':5,"
                               "'category':'beans','attributes':{'roast':'dark'}}",
                               {sku}));
    const Json wanted =
        js("{'price':1800,'cost':1000.25,'averageCost':0,'currency':'EUR','quantity':0,'service':false,"
           "'trackStock':true,'trackLots':false,'archived':false,'version':1,'attributes':{'roast':'dark'},"
           "'externalId':null,'taxRate':5.5,'alertThreshold':5}");
    for (const Json::Member& member : wanted.members()) {
        EXPECT_TRUE(same(item[member.name], member.value)) << member.name;
    }
    const std::string path = "/items/" + item.textOr("id");
    EXPECT_TRUE(same(desk.read(path), item));
    const Json changed = desk.change(path, js("{'price':19.5,'category':null}"));
    EXPECT_EQ(changed["price"].integer(), 1950);
    EXPECT_TRUE(changed["category"].isNull());
    EXPECT_EQ(changed["version"].integer(), 2);
    refusesChange(path, "{'price':1}", 412, "version-mismatch", {{"If-Match", "\"1\""}});
    EXPECT_TRUE(hasStatus(desk.patch(path, js("{'price':1}"), {{"If-Match", "\"2\""}}), 200));
    EXPECT_FALSE(desk.make("/items", js("{'name':'Advice','service':true}"))["trackStock"].boolean());
}

TEST_F(Records, ItemsRefuseWhatIsWrong) {
    const std::string sku = unique("SKU");
    const std::string item = made("/items", "{'name':'One','sku':'" + sku + "','barcode':'" + sku +
                                                "','externalId':'" + sku + "'}");
    const std::string none = "itm_01jd9se49pj5tpbv97t342qked";
    refuses("/items", "{}", 400, "field-required:name");
    refuses("/items", "{'name':'A','sku':'" + sku + "'}", 400, "already-exists:sku");
    refuses("/items", "{'name':'A','barcode':'" + sku + "'}", 400, "already-exists:barcode");
    refuses("/items", "{'name':'A','externalId':'" + sku + "'}", 400, "already-exists:externalId");
    refuses("/items", "{'name':'A','parentId':'" + none + "'}", 404, "item-not-found:" + none);
    refuses("/items", "{'name':'A','price':-1}", 400, "field-invalid:price");
    refuses("/items", "{'name':'A','price':1.0000001}", 400, "field-invalid:price");
    refuses("/items", "{'name':'A','cost':'x'}", 400, "field-invalid:cost");
    refuses("/items", "{'name':'A','unit':'kilogram'}", 400, "field-invalid:unit");
    refuses("/items", "{'name':'A','taxCategory':'E','taxRate':20}", 400, "field-invalid:taxRate");
    refuses("/items", "{'name':'A','taxCategory':'Q'}", 400, "field-invalid:taxCategory");
    refuses("/items", "{'name':'A','alertThreshold':-1}", 400, "field-invalid:alertThreshold");
    refuses("/items", "{'name':'A','attributes':{'size':1}}", 400, "field-invalid:attributes.size");
    const std::string other = made("/items", "{'name':'Two'}");
    refusesChange("/items/" + other, "{'sku':'" + sku + "'}", 400, "already-exists:sku");
    refusesChange("/items/" + other, "{'parentId':'" + other + "'}", 400, "field-invalid:parentId");
    refusesChange("/items/" + none, "{'price':'x'}", 400, "field-invalid:price");
    refusesChange("/items/" + none, "{'price':1}", 404, "item-not-found:" + none);
    EXPECT_TRUE(isRefusal(desk.get("/items/" + none), 404, "item-not-found:" + none));
    EXPECT_TRUE(isRefusal(desk.get("/items/x"), 404, "item-not-found:x"));
}

TEST_F(Records, ItemsAreFoundByEachFilter) {
    const std::string mark = unique("cat");
    const auto item = [&](const std::string& name, const std::string& more) {
        return made("/items", "{'name':'" + name + "','category':'" + mark + "'" + more + "}");
    };
    item("banana", ",'sku':'s-" + mark + "'");
    item("Apple", ",'barcode':'b-" + mark + "','alertThreshold':1");
    item("Cleaning", ",'service':true");
    const std::string old = item("Old", "");
    desk.change("/items/" + old, js("{'archived':true}"));
    const std::string base = "/items?category=" + mark;
    EXPECT_THAT(names(base), ElementsAre("Apple", "banana", "Cleaning"));
    EXPECT_THAT(names(base + "&service=true"), ElementsAre("Cleaning"));
    EXPECT_THAT(names(base + "&service=false"), ElementsAre("Apple", "banana"));
    EXPECT_THAT(names(base + "&archived=true"), ElementsAre("Old"));
    EXPECT_THAT(names(base + "&low=true"), ElementsAre("Apple"));
    EXPECT_THAT(names("/items?sku=s-" + mark), ElementsAre("banana"));
    EXPECT_THAT(names("/items?barcode=b-" + mark), ElementsAre("Apple"));
    EXPECT_THAT(names(base + "&q=LEAN"), ElementsAre("Cleaning"));
    EXPECT_TRUE(isRefusal(desk.get("/items?service=perhaps"), 400, "field-invalid:service"));
}

TEST_F(Records, AdjustmentsMoveStockAndTellIt) {
    const std::string item =
        made("/items", "{'name':'Beans','sku':'" + unique("B") + "','alertThreshold':5,'cost':9}");
    const std::string here = desk.value("locationId");
    const auto adjust = [&](const std::string& reason, const std::string& quantity,
                            const std::string& more = {}) {
        return desk.make("/stock/adjustments",
                         js("{'locationId':'$1','reason':'$2','note':'Bag torn','lines':[{'itemId':"
                            "'$3','quantity':$4" +
                                more + "}]}",
                            {here, reason, item, quantity}));
    };
    desk.events();
    const Json first = adjust("adjustment", "6", ",'unitCost':10");
    adjust("return", "2", ",'unitCost':14"); // 8 at 11
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("stock.movement", "stock.movement"));
    const Json loss = adjust("loss", "-4");
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("stock.movement", "stock.low"));
    const Json& movement = loss["movements"][0];
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", movement["id"]},
                                                      {"itemId", item},
                                                      {"itemName", "Beans"},
                                                      {"locationId", here},
                                                      {"quantity", -4},
                                                      {"reason", "loss"},
                                                      {"quantityAfter", 4},
                                                      {"unitCost", money(1100)},
                                                      {"documentKind", "adjustment"},
                                                      {"documentId", loss["id"]},
                                                      {"note", "Bag torn"},
                                                      {"actor", loss["createdBy"]}})));
    EXPECT_EQ(events[0].textOr("object"), "stock_movement");
    EXPECT_EQ(movement["value"].integer(), -4400);
    EXPECT_EQ(movement["quantityAfter"].integer(), 4);
    EXPECT_EQ(first["movements"][0]["value"].integer(), 6000);
    const Json level = desk.read("/stock?itemId=" + item)[0];
    EXPECT_EQ(level["quantity"].integer(), 4);
    EXPECT_EQ(level["value"].integer(), 4400);
    EXPECT_EQ(level["averageCost"].integer(), 1100);
    EXPECT_TRUE(level["low"].boolean());
    EXPECT_THAT(names("/stock/movements?itemId=" + item, "reason"),
                ElementsAre("loss", "return", "adjustment"));
    EXPECT_THAT(names("/stock/movements?reason=return&itemId=" + item, "reason"), ElementsAre("return"));
    EXPECT_THAT(names("/stock/movements?to=2020-01-01&itemId=" + item, "reason"), ElementsAre());
    EXPECT_TRUE(isRefusal(desk.get("/stock/movements?reason=theft"), 400, "field-invalid:reason"));
    // No stock existed then.
    EXPECT_EQ(desk.read("/stock?at=2026-01-01T00:00:00Z&itemId=" + item).size(), 0U);
    EXPECT_EQ(desk.change("/items/" + item, js("{'alertThreshold':3}"))["version"].integer(), 2);
    EXPECT_TRUE(desk.events().empty());
    desk.change("/items/" + item, js("{'alertThreshold':9}"));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("stock.low"));
}

TEST_F(Records, AdjustmentsRefuseWhatIsWrong) {
    const std::string here = desk.value("locationId");
    const std::string item = made("/items", "{'name':'Beans'}");
    const std::string service = made("/items", "{'name':'Advice','service':true}");
    const std::string old = made("/items", "{'name':'Old'}");
    desk.change("/items/" + old, js("{'archived':true}"));
    const std::string none = "itm_01jd9se49pj5tpbv97t342qked";
    const auto body = [&](const std::string& reason, const std::string& what, const std::string& quantity) {
        return "{'locationId':'" + here + "','reason':'" + reason + "','lines':[{'itemId':'" + what +
               "','quantity':" + quantity + "}]}";
    };
    refuses("/stock/adjustments", "{}", 400, "field-required:locationId");
    refuses("/stock/adjustments", "{'locationId':'" + here + "','lines':[]}", 400, "field-required:reason");
    refuses("/stock/adjustments", "{'locationId':'" + here + "','reason':'loss'}", 400,
            "field-required:lines");
    refuses("/stock/adjustments", "{'locationId':'" + here + "','reason':'loss','lines':[{'itemId':'x'}]}",
            400, "field-required:lines[0].quantity");
    refuses("/stock/adjustments", body("theft", item, "-1"), 400, "field-invalid:reason");
    refuses("/stock/adjustments", body("loss", item, "1"), 400, "field-invalid:lines[0].quantity");
    refuses("/stock/adjustments", body("return", item, "-1"), 400, "field-invalid:lines[0].quantity");
    refuses("/stock/adjustments", body("adjustment", item, "0"), 400, "field-invalid:lines[0].quantity");
    refuses("/stock/adjustments", body("adjustment", none, "1"), 404, "item-not-found:" + none);
    refuses("/stock/adjustments", body("adjustment", "x", "1"), 404, "item-not-found:x");
    refuses("/stock/adjustments", body("adjustment", service, "1"), 400, "item-not-stocked:" + service);
    refuses("/stock/adjustments", body("adjustment", old, "1"), 400, "field-invalid:lines[0].itemId");
    refuses("/stock/adjustments", body("loss", item, "-1"), 400, "insufficient-stock:" + item + ":0");
    refuses("/stock/adjustments",
            "{'locationId':'loc_01jd9s36wy90dbym5w4prek8zd','reason':'loss','lines':[{'itemId':'" + none +
                "','quantity':-1}]}",
            404, "location-not-found");
}

TEST_F(Records, LocationsHoldTheirOwnStock) {
    refuses("/locations", "{}", 400, "field-required:name");
    refuses("/locations", "{'name':'X','kind':'moon'}", 400, "field-invalid:kind");
    refuses("/locations", "{'name':'X','businessUnitId':'bus_01jd9fs3wy29e8s2wzebd91q7g'}", 404,
            "business-unit-not-found");
    refusesChange("/locations/loc_01jd9s36wy90dbym5w4prek8zd", "{'name':'X'}", 404, "location-not-found");
    const Json van = desk.make("/locations", js("{'name':'Van','kind':'vehicle'}"));
    const std::string id = van.textOr("id");
    EXPECT_EQ(van.textOr("businessUnitId"), desk.value("businessUnitId"));
    const std::string item = made("/items", "{'name':'Tool','price':5}");
    desk.make("/stock/adjustments",
              js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':3,"
                 "'unitCost':1}]}",
                 {id, item}));
    const std::string line = "'lines':[{'itemId':'" + item + "','quantity':1}]";
    refuses("/sales", "{" + line + "}", 400, "insufficient-stock:" + item + ":0");
    desk.make("/sales", js("{'locationId':'$1'," + line + "}", {id}));
    EXPECT_EQ(desk.read("/stock?locationId=" + id)[0]["quantity"].integer(), 2);
    EXPECT_EQ(desk.read("/items/" + item)["quantity"].integer(), 2);
    EXPECT_EQ(desk.read("/stock/movements?locationId=" + id).size(), 2U);
    refusesChange("/locations/" + id, "{'name':'Y'}", 412, "version-mismatch", {{"If-Match", "\"4\""}});
    EXPECT_TRUE(desk.change("/locations/" + id, js("{'archived':true}"))["archived"].boolean());
    const std::vector<std::string> open = textsOf(desk.read("/locations"), "id");
    EXPECT_EQ(std::count(open.begin(), open.end(), id), 0);
    EXPECT_THAT(textsOf(desk.read("/locations?archived=true"), "id"), ::testing::Contains(id));
    refuses("/sales", "{'locationId':'" + id + "'," + line + "}", 400, "field-invalid:locationId");
    refuses("/stock/adjustments",
            "{'locationId':'" + id + "','reason':'loss','lines':[{'itemId':'" + item + "','quantity':-1}]}",
            400, "field-invalid:locationId");
}

TEST_F(Records, LotsAreKeptApart) {
    const std::string item = made("/items", "{'name':'Milk','price':2,'trackLots':true}");
    const std::string here = desk.value("locationId");
    refuses("/stock/adjustments",
            "{'locationId':'" + here + "','reason':'adjustment','lines':[{'itemId':'" + item +
                "','quantity':1}]}",
            400, "field-required:lines[0].lotNumber");
    desk.make("/stock/adjustments",
              js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':3,"
                 "'unitCost':1,'lotNumber':'L1'},{'itemId':'$2','quantity':2,'lotNumber':'L2'}]}",
                 {here, item}));
    refuses("/sales", "{'lines':[{'itemId':'" + item + "','quantity':3,'lotNumber':'L2'}]}", 400,
            "insufficient-stock:" + item + ":2");
    desk.make("/sales", js("{'lines':[{'itemId':'$1','quantity':3,'lotNumber':'L1'}]}", {item}));
    EXPECT_EQ(desk.read("/items/" + item)["quantity"].integer(), 2);
    expectInvariants(sharedService());
}

} // namespace
} // namespace svc::test
