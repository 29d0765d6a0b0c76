// Quotes: each state and each refused action, with the events in order and their exact data.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class QuoteStates : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");

    void SetUp() override {
        desk.change("", js("{'quotesRequireAcceptance':false}"));
        desk.events();
    }

    Json quote(const std::string& more = {}) {
        return desk.make("/quotes", js("{'partnerId':'$1','lines':[{'label':'Machine','quantity':2,"
                                       "'unitPrice':120,'taxRate':20},{'label':'Work','quantity':1,"
                                       "'unitPrice':60,'service':true,'taxRate':20}]" +
                                           (more.empty() ? "" : "," + more) + "}",
                                       {partner}));
    }
    Answer move(const Json& quote, const std::string& verb, const std::string& body = "{}") {
        return desk.post("/quotes/" + quote.textOr("id") + '/' + verb, js(body));
    }
    Json moved(const Json& quote, const std::string& verb, const std::string& body = "{}") {
        const Answer answer = move(quote, verb, body);
        EXPECT_TRUE(hasStatus(answer, 200));
        return answer.json;
    }
    Json read(const Json& quote) { return desk.read("/quotes/" + quote.textOr("id")); }

    /// The common members of the data of quote events, plus `more`.
    static Json data(const Json& quote, std::initializer_list<Json::Field> more, const Json& actor) {
        Json made = Json::object({{"id", quote["id"]},
                                  {"number", quote["number"]},
                                  {"partner", quote["partner"]},
                                  {"total", money(quote["total"].integer(), quote.textOr("currency"))}});
        for (const Json::Field& field : more) {
            made.set(field.name, field.value);
        }
        made.set("actor", actor);
        return made;
    }
    void expectEvent(const Json& event, const std::string& type, const Json& wanted) {
        EXPECT_EQ(event.textOr("type"), type);
        EXPECT_EQ(event.textOr("object"), "quote");
        EXPECT_EQ(event["objectId"], wanted["id"]);
        EXPECT_TRUE(same(event["data"], wanted)) << type;
    }
};

TEST_F(QuoteStates, ANewOneIsOpenAndReadsBackTheSame) {
    const Json made = quote("'validUntil':'2099-12-31','note':'Special'");
    EXPECT_TRUE(same(read(made), made));
    EXPECT_EQ(made.textOr("status"), "open");
    EXPECT_EQ(made.textOr("number").substr(0, 4), "QUO-");
    EXPECT_EQ(made["total"].integer(), 30000);
    EXPECT_EQ(made["taxTotal"].integer(), 5000);
    EXPECT_EQ(made.textOr("publicUrl").find("http"), 0U);
    Json lines = Json::array();
    for (const Json& line : made["lines"].items()) {
        lines.push(Json::object({{"id", line["id"]},
                                 {"itemId", line["itemId"]},
                                 {"label", line["label"]},
                                 {"quantity", line["quantity"]},
                                 {"unitPrice", money(line["unitPrice"].integer())},
                                 {"total", money(line["total"].integer())}}));
    }
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("quote.created"));
    expectEvent(events[0], "quote.created",
                data(made, {{"validUntil", "2099-12-31"}, {"lines", lines}}, made["createdBy"]));
    EXPECT_THAT(desk.postings(made.textOr("id")), IsEmpty()) << "a quote posts nothing";
}

TEST_F(QuoteStates, IsAcceptedByTheCompany) {
    const Json made = quote();
    desk.events();
    const Json accepted = moved(made, "accept", "{'acceptedBy':'company','note':'By telephone'}");
    EXPECT_EQ(accepted.textOr("status"), "accepted");
    EXPECT_EQ(accepted.textOr("acceptedBy"), "company");
    EXPECT_TRUE(same(read(made), accepted));
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("quote.accepted"));
    expectEvent(
        events[0], "quote.accepted",
        data(made, {{"acceptedAt", accepted["acceptedAt"]}, {"acceptedBy", "company"}}, made["createdBy"]));
    EXPECT_TRUE(isRefusal(move(made, "accept"), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(move(made, "decline"), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(move(made, "cancel"), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(move(made, "send"), 400, "quote-not-open"));
    EXPECT_TRUE(
        isRefusal(desk.patch("/quotes/" + made.textOr("id"), js("{'note':'x'}")), 400, "quote-not-open"));
    EXPECT_TRUE(
        isRefusal(move(made, "accept", "{'acceptedBy':'customer'}"), 400, "field-invalid:acceptedBy"));
}

TEST_F(QuoteStates, IsDeclinedForGood) {
    const Json made = quote();
    desk.events();
    const Json declined = moved(made, "decline", "{'reason':'Too late'}");
    EXPECT_EQ(declined.textOr("status"), "declined");
    EXPECT_EQ(declined.textOr("declinedReason"), "Too late");
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("quote.declined"));
    expectEvent(events[0], "quote.declined",
                data(made, {{"reason", "Too late"}, {"declinedBy", "company"}}, made["createdBy"]));
    EXPECT_TRUE(isRefusal(move(made, "accept"), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(move(made, "convert"), 400, "quote-not-accepted"));
}

TEST_F(QuoteStates, IsCancelledForGoodAndSilently) {
    const Json made = quote();
    desk.events();
    const Json cancelled = moved(made, "cancel", "{'reason':null}");
    EXPECT_EQ(cancelled.textOr("status"), "cancelled");
    EXPECT_THAT(desk.events(), IsEmpty());
    EXPECT_TRUE(isRefusal(move(made, "cancel"), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(move(made, "convert"), 400, "quote-not-accepted"));
}

TEST_F(QuoteStates, BecomesASaleFromOpenInOneCall) {
    const Json made = quote();
    desk.events();
    const Answer answer = move(made, "convert", "{'paidInFull':true}");
    ASSERT_TRUE(hasStatus(answer, 201));
    const Json sale = answer.json;
    EXPECT_EQ(sale["quoteId"], made["id"]);
    EXPECT_EQ(sale["total"], made["total"]);
    const Json after = read(made);
    EXPECT_EQ(after.textOr("status"), "converted");
    EXPECT_EQ(after["saleId"], sale["id"]);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("quote.accepted", "quote.converted", "sale.created",
                                             "invoice.issued", "payment.received", "invoice.paid"));
    expectEvent(
        events[0], "quote.accepted",
        data(made, {{"acceptedAt", after["acceptedAt"]}, {"acceptedBy", "company"}}, made["createdBy"]));
    expectEvent(events[1], "quote.converted",
                data(made, {{"saleId", sale["id"]}, {"saleNumber", sale["number"]}}, made["createdBy"]));
    EXPECT_TRUE(isRefusal(move(made, "convert"), 400, "quote-already-converted"));
}

TEST_F(QuoteStates, AnAcceptedOneConvertsWithoutASecondAcceptance) {
    desk.change("", js("{'quotesRequireAcceptance':true}"));
    const Json made = quote();
    EXPECT_TRUE(isRefusal(move(made, "convert"), 400, "quote-not-accepted"));
    moved(made, "accept");
    desk.events();
    ASSERT_TRUE(hasStatus(move(made, "convert"), 201));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("quote.converted", "sale.created", "invoice.issued"));
}

TEST_F(QuoteStates, APartIsSoldAndTheRestLater) {
    const Json made = quote("'discountPercent':10");
    const std::string line = made["lines"][0].textOr("id");
    EXPECT_TRUE(isRefusal(move(made, "convert", "{'lines':[{'lineId':'" + line + "','quantity':3}]}"), 400,
                          "quantity-above-remaining:" + line + ":2"));
    EXPECT_TRUE(
        isRefusal(move(made, "convert", "{'lines':[{'lineId':'lin_1'}]}"), 404, "line-not-found:lin_1"));
    EXPECT_TRUE(isRefusal(move(made, "convert", "{'lines':[{'quantity':1}]}"), 400,
                          "field-required:lines[0].lineId"));
    const Answer answer = move(made, "convert", "{'lines':[{'lineId':'" + line + "','quantity':1}]}");
    ASSERT_TRUE(hasStatus(answer, 201));
    EXPECT_EQ(answer.json["total"].integer(), 10800);
    EXPECT_EQ(read(made).textOr("status"), "partially_converted");
    const Answer listed = desk.get("/quotes?status=open,partially_converted&partnerId=" + partner);
    ASSERT_TRUE(hasStatus(listed, 200));
    ASSERT_EQ(listed.json.size(), 1U);
    EXPECT_EQ(listed.json[0]["id"], made["id"]);
    EXPECT_TRUE(isRefusal(move(made, "accept"), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(move(made, "convert", "{'lines':[{'lineId':'" + line + "','quantity':2}]}"), 400,
                          "quantity-above-remaining:" + line + ":1"));

    desk.events();
    const Answer rest = move(made, "convert");
    ASSERT_TRUE(hasStatus(rest, 201));
    EXPECT_EQ(rest.json["total"].integer(), 16200);
    EXPECT_EQ(rest.json["quoteId"], made["id"]);
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("quote.converted", "sale.created", "invoice.issued"));
    EXPECT_EQ(read(made).textOr("status"), "converted");
    EXPECT_EQ(read(made)["saleId"], rest.json["id"]);
    EXPECT_TRUE(isRefusal(move(made, "convert"), 400, "quote-already-converted"));
}

TEST_F(QuoteStates, IsChangedWhileItIsOpenOneAfterTheOther) {
    const Json made = quote();
    const std::string path = "/quotes/" + made.textOr("id");
    const Answer changed = desk.patch(path, js("{'discountAmount':50,'note':'x'}"), {{"If-Match", "\"1\""}});
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.json["total"].integer(), 25000);
    EXPECT_EQ(changed.header("etag"), "\"2\"");
    EXPECT_TRUE(
        isRefusal(desk.patch(path, js("{'note':'y'}"), {{"If-Match", "\"1\""}}), 412, "version-mismatch"));
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'partnerId':'par_1'}")), 404, "partner-not-found"));
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'lines':[{'itemId':'itm_1','quantity':1}]}")), 404,
                          "item-not-found:itm_1"));
    EXPECT_TRUE(same(read(made), changed.json));
}

TEST_F(QuoteStates, UnknownRecordsAndWrongFieldsHaveTheirCodes) {
    for (const char* verb : {"accept", "decline", "cancel", "convert", "send"}) {
        EXPECT_TRUE(
            isRefusal(desk.post("/quotes/quo_1/" + std::string(verb), js("{}")), 404, "quote-not-found"));
    }
    EXPECT_TRUE(isRefusal(desk.get("/quotes/quo_1"), 404, "quote-not-found"));
    EXPECT_TRUE(isRefusal(desk.patch("/quotes/quo_1", js("{}")), 404, "quote-not-found"));
    const auto refused = [&](const std::string& body, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post("/quotes", js(body)), status, code)) << body;
    };
    refused("{}", 400, "field-required:lines");
    refused("{'lines':[{'label':'x','unitPrice':1}]}", 400, "field-required:lines[0].quantity");
    refused("{'businessUnitId':'bus_1','lines':[{'label':'x','quantity':1,'unitPrice':1}]}", 404,
            "business-unit-not-found");
    refused("{'partnerId':'par_1','lines':[{'label':'x','quantity':1,'unitPrice':1}]}", 404,
            "partner-not-found");
    refused("{'currency':'XXQ','lines':[{'label':'x','quantity':1,'unitPrice':1}]}", 400,
            "currency-unsupported:XXQ");
    refused("{'date':'2020-01-31','validUntil':'2020-01-30','lines':[{'label':'x','quantity':1,"
            "'unitPrice':1}]}",
            400, "field-invalid:validUntil");
    refused("{'currency':'USD','lines':[{'label':'x','quantity':1,'unitPrice':1}]}", 400,
            "rate-not-found:USD:EUR");
}

TEST_F(QuoteStates, ADryRunTellsEverythingAndKeepsNothing) {
    const Json made = quote();
    desk.events();
    const Answer answer =
        desk.post("/quotes/" + made.textOr("id") + "/convert", js("{}"), {{"Svc-Dry-Run", "true"}});
    ASSERT_TRUE(hasStatus(answer, 200));
    std::vector<std::string> types;
    for (const Json& event : answer.json["events"].items()) {
        types.push_back(event.textOr("type"));
    }
    EXPECT_THAT(types, ElementsAre("quote.accepted", "quote.converted", "sale.created", "invoice.issued"));
    EXPECT_EQ(answer.json["result"].textOr("number"), "DRAFT");
    EXPECT_TRUE(same(read(made), made));
    EXPECT_THAT(desk.events(), IsEmpty());
    EXPECT_TRUE(isRefusal(desk.post("/quotes/" + made.textOr("id") + "/send", js("{'to':'a@b.example'}"),
                                    {{"Svc-Dry-Run", "true"}}),
                          400, "field-invalid:Svc-Dry-Run"));
}

TEST_F(QuoteStates, TheSameKeyConvertsOnce) {
    const Json made = quote();
    const HeaderList key{{"Idempotency-Key", unique("convert-quote")}};
    const std::string path = "/quotes/" + made.textOr("id") + "/convert";
    const Answer first = desk.post(path, js("{}"), key);
    const Answer second = desk.post(path, js("{}"), key);
    ASSERT_TRUE(hasStatus(first, 201));
    ASSERT_TRUE(hasStatus(second, 201));
    EXPECT_EQ(second.header("idempotent-replay"), "true");
    EXPECT_EQ(first.json["id"], second.json["id"]);
}

TEST_F(QuoteStates, EachMoveStandsInTheHistory) {
    const Json made = quote();
    moved(made, "accept");
    ASSERT_TRUE(hasStatus(move(made, "convert"), 201));
    std::vector<std::string> actions;
    const Json history = desk.read("/history/quote/" + made.textOr("id"));
    for (const Json& line : history["data"].items()) {
        actions.push_back(line.textOr("action"));
    }
    EXPECT_THAT(actions, ElementsAre("quote.converted", "quote.accepted", "quote.created"));
}

TEST_F(QuoteStates, KeysNeedTheirScopes) {
    const Json made = quote();
    const std::string path = desk.path("/quotes/" + made.textOr("id"));
    HttpClient viewer = sharedService().client(makeKey(sharedService(), {"sales:view"}));
    EXPECT_TRUE(hasStatus(viewer.get(path), 200));
    EXPECT_TRUE(isRefusal(viewer.post(path + "/accept", js("{}")), 403, "missing-permission"));
    EXPECT_TRUE(isRefusal(viewer.post(path + "/cancel", js("{}")), 403, "missing-permission"));
    EXPECT_TRUE(isRefusal(viewer.post(path + "/convert", js("{}")), 403, "missing-permission"));
    HttpClient stranger = sharedService().client(makeKey(sharedService(), {"partners:view"}));
    EXPECT_TRUE(isRefusal(stranger.get(path), 403, "forbidden"));
    HttpClient test = sharedService().readOnly();
    EXPECT_TRUE(hasStatus(test.get(path), 200));
    EXPECT_TRUE(isRefusal(test.post(path + "/accept", js("{}")), 403, "forbidden"));
}

TEST_F(QuoteStates, AmountsFollowTheCurrencyOfTheCompany) {
    Desk abidjan(sharedService(), "Maquis", "CI");
    const Json francs =
        abidjan.make("/quotes", js("{'lines':[{'label':'Repas','quantity':3,'unitPrice':1250}]}"));
    EXPECT_EQ(francs.textOr("currency"), "XOF");
    EXPECT_EQ(francs["total"].integer(), 3750);
    EXPECT_TRUE(isRefusal(abidjan.post("/quotes", js("{'discountAmount':0.5,'lines':[{'label':'Repas',"
                                                     "'quantity':3,'unitPrice':1250}]}")),
                          400, "field-invalid:discountAmount"));
    Desk tunis(sharedService(), "Salon", "TN");
    const Json dinars =
        tunis.make("/quotes", js("{'lines':[{'label':'Service','quantity':1,'unitPrice':12.345}]}"));
    EXPECT_EQ(dinars.textOr("currency"), "TND");
    EXPECT_EQ(dinars["total"].integer(), 12345);
    EXPECT_TRUE(isRefusal(tunis.get("/quotes/" + francs.textOr("id")), 404, "quote-not-found"));
}

} // namespace
} // namespace svc::test
