// Every type of the catalogue is emitted by some operation, with exactly the data of the API definitions
// (section 19).
#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <svc/date.hpp>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

Json tables() {
    std::ifstream in(std::string(SVC_TEST_DATA) + "/api-tables.json");
    std::ostringstream text;
    text << in.rdbuf();
    return Json::parse(text.str(), 64);
}

/// The form of a text in an example: an identifier with its prefix, an instant, a date, or any text.
std::string formOf(const std::string& text) {
    static const std::regex Id("([a-z]{3}_)[0-9a-z]{26}");
    static const std::regex InstantForm("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    static const std::regex DateForm("\\d{4}-\\d\\d-\\d\\d");
    std::smatch found;
    if (std::regex_match(text, found, Id)) {
        return found[1].str();
    }
    return std::regex_match(text, InstantForm) ? "instant"
           : std::regex_match(text, DateForm)  ? "date"
                                               : "text";
}

/// The first path where `data` differs from the example in members or types; empty when it matches. A member
/// that is null in the example may have any value; the actor may be null.
std::string difference(const Json& example, const Json& data, const std::string& path) {
    if (example.isNull() || (path == ".actor" && data.isNull())) {
        return {};
    }
    if (example.isObject()) {
        if (!data.isObject()) {
            return path + " is " + data.dump();
        }
        for (const Json::Member& member : example.members()) {
            const Json* found = data.find(member.name);
            if (found == nullptr) {
                return path + '.' + member.name + " is missing";
            }
            const std::string below = difference(member.value, *found, path + '.' + member.name);
            if (!below.empty()) {
                return below;
            }
        }
        for (const Json::Member& member : data.members()) {
            if (!example.contains(member.name)) {
                return path + '.' + member.name + " is not in the definition";
            }
        }
        return {};
    }
    if (example.isArray()) {
        if (!data.isArray() || data.size() == 0) {
            return path + " is " + data.dump();
        }
        // Each entry must match one of the example's entries.
        for (const Json& entry : data.items()) {
            std::string below;
            for (const Json& form : example.items()) {
                below = difference(form, entry, path + "[]");
                if (below.empty()) {
                    break;
                }
            }
            if (!below.empty()) {
                return below;
            }
        }
        return {};
    }
    if (example.isString()) {
        if (path == ".actor.id" && data.isString()) {
            return formOf(data.text()) == "key_" || formOf(data.text()) == "usr_" ? "" : path;
        }
        if (!data.isString()) {
            return path + " is " + data.dump();
        }
        const std::string wanted = formOf(example.text());
        return wanted == "text" || formOf(data.text()) == wanted ? "" : path + " is " + data.text();
    }
    const bool same = example.isNumber() ? data.isNumber() : data.isBoolean();
    return same ? "" : path + " is " + data.dump();
}

/// A company in which every event happens once.
class Walk {
public:
    explicit Walk(RunningService& service) : service_(service), desk_(service) {
        desk_.make("/webhooks", js("{'url':'https://hooks.example.com/svc','events':['*']}"));
        for (const Json& type : rowsOf(desk_.read("/events/catalogue"))) {
            known_.insert(type["type"].text());
        }
    }

    const std::set<std::string>& known() const { return known_; }

    std::map<std::string, std::vector<Json>> events() {
        std::map<std::string, std::vector<Json>> byType;
        for (const Json& event : desk_.events()) {
            byType[event.textOr("type")].push_back(event);
        }
        return byType;
    }

    void run() {
        step("partners", [this] { partners(); });
        step("sales", [this] { sales(); });
        step("quotes", [this] { quotes(); });
        step("purchases", [this] { purchases(); });
        step("stock", [this] { stock(); });
        step("treasury", [this] { treasury(); });
        step("orders", [this] { orders(); });
        step("fiscal", [this] { fiscal(); });
        step("integrations", [this] { integrations(); });
        if (known_.count("stay.checked_in") == 1) {
            step("stays", [this] { stays(); });
        }
        if (known_.count("time_entry.created") == 1) {
            step("time", [this] { time(); });
        }
        if (known_.count("bank_transaction.imported") == 1) {
            step("bank", [this] { bank(); });
        }
        step("overdue", [this] { overdue(); });
    }

private:
    static void step(const std::string& name, const std::function<void()>& work) {
        try {
            work();
        } catch (const std::exception& error) {
            ADD_FAILURE() << name << ": " << error.what();
        }
    }

    /// Runs a command as a connector does when its provider calls.
    Json command(const std::string& name, const Json& input) {
        const Answer answer = desk_.post("/provider/" + name, input);
        if (answer.status != 200) {
            throw std::runtime_error(name + " answers " + answer.body);
        }
        return answer.json["answer"];
    }
    Json invoice(const std::string& more = {}) {
        return desk_.make("/sales",
                          js("{'partnerId':'$1','lines':[{'itemId':'$2','quantity':2,'unitPrice':120},"
                             "{'label':'Installation','quantity':1,'unitPrice':36,'service':true}]" +
                                 more + "}",
                             {customer_, item_}));
    }
    Json pay(const Json& sale, const std::string& amount) {
        return desk_.make("/sales/" + sale["id"].text() + "/payments",
                          js("{'amount':$1,'method':'bank_transfer','walletId':'$2','reference':'VIR'}",
                             {amount, desk_.value("bankWalletId")}));
    }

    void partners() {
        customer_ = desk_
                        .make("/partners", js("{'name':'Hotel','email':'a@quais.example','country':'FR',"
                                              "'vatNumber':'FR32123456789','externalId':'$1'}",
                                              {unique("crm")}))
                        .textOr("id");
        desk_.change("/partners/" + customer_, js("{'email':'b@quais.example'}"));
        supplier_ = desk_.make("/partners", js("{'name':'Roaster','kind':'supplier'}")).textOr("id");
        item_ = desk_
                    .make("/items", js("{'name':'Beans','sku':'$1','price':18,'cost':10,'alertThreshold':5}",
                                       {unique("BEAN")}))
                    .textOr("id");
        desk_.make("/stock/adjustments",
                   js("{'locationId':'$1','reason':'adjustment','note':'First','lines':["
                      "{'itemId':'$2','quantity':100,'unitCost':10}]}",
                      {desk_.value("locationId"), item_}));
    }

    void sales() {
        const Json sale = invoice();
        pay(sale, "100");
        pay(sale, "176");
        desk_.make("/sales/" + sale["id"].text() + "/refund",
                   js("{'lines':[{'lineId':'$1','quantity':1}],'reason':'Returned'}",
                      {sale["lines"].items()[0]["id"].text()}));
        const Json later = invoice(",'deliverLater':true");
        desk_.make("/sales/" + later["id"].text() + "/deliveries",
                   js("{'lines':[{'lineId':'$1','quantity':1}],'carrier':'DPD','trackingNumber':'1'}",
                      {later["lines"].items()[0]["id"].text()}));
        command("sales.payment_failed", js("{'saleId':'$1','amount':17600,'method':'mobile_money','origin':'"
                                           "mobile_money','provider':'testpay',"
                                           "'status':'expired','error':'Not confirmed in time'}",
                                           {later["id"].text()}));
        const Json wrong = invoice();
        if (desk_.post("/sales/" + wrong["id"].text() + "/cancel", js("{'reason':'Ordered twice'}")).status !=
            200) {
            throw std::runtime_error("a sale cannot be cancelled");
        }
    }

    Json quote() {
        return desk_.make("/quotes",
                          js("{'partnerId':'$1','lines':[{'itemId':'$2','quantity':2,'unitPrice':120},"
                             "{'label':'Installation','quantity':1,'unitPrice':36,'service':true}]}",
                             {customer_, item_}));
    }

    void quotes() {
        HttpClient guest = service_.anonymous();
        const auto answer = [&](const Json& quote, const std::string& move) {
            const std::string url = quote.textOr("publicUrl");
            const Answer done = guest.post(url.substr(url.find("/public/")) + move,
                                           js("{'name':'Anne','reason':'Too late'}"));
            if (done.status != 200) {
                throw std::runtime_error("the public page answers " + done.body);
            }
        };
        const Json accepted = quote();
        answer(accepted, "/accept");
        answer(quote(), "/decline");
        desk_.make("/quotes/" + accepted["id"].text() + "/convert", Json::object());
        command("quotes.sign",
                js("{'id':'$1','provider':'testsign','signedAt':'2026-11-21T10:05:13.000Z','signers':["
                   "{'name':'Anne Morel','email':'anne@quais.example'}],'documentSha256':'$2'}",
                   {quote()["id"].text(), std::string(64, 'a')}));
    }

    Json purchase() {
        return desk_.make("/purchases",
                          js("{'partnerId':'$1','supplierReference':'$2','expectedAt':'2027-11-28','lines':["
                             "{'itemId':'$3','quantity':4,'unitPrice':12}]}",
                             {supplier_, unique("BN"), item_}));
    }

    void purchases() {
        const Json bought = purchase();
        const std::string path = "/purchases/" + bought["id"].text();
        desk_.make(path + "/receipts",
                   js("{'lines':[{'lineId':'$1','quantity':1}]}", {bought["lines"].items()[0]["id"].text()}));
        desk_.make(path + "/payments", js("{'amount':48,'walletId':'$1'}", {desk_.value("bankWalletId")}));
        if (desk_.post("/purchases/" + purchase()["id"].text() + "/cancel", js("{'reason':'Out of stock'}"))
                .status != 200) {
            throw std::runtime_error("a purchase cannot be cancelled");
        }
        desk_.make("/expenses",
                   js("{'label':'Window cleaning','category':'maintenance','amount':45,'taxRate':20,"
                      "'walletId':'$1'}",
                      {desk_.value("bankWalletId")}));
    }

    void stock() {
        const Json level = desk_.read("/stock?itemId=" + item_).items()[0];
        desk_.make(
            "/stock/adjustments",
            js("{'locationId':'$1','reason':'loss','note':'Torn','lines':[{'itemId':'$2','quantity':-$3}]}",
               {desk_.value("locationId"), item_, std::to_string(level["available"].integer() - 1)}));
    }

    void treasury() {
        const std::string till = desk_.value("cashWalletId");
        const Json free = desk_.make("/transactions", js("{'walletId':'$1','direction':'in','amount':200,"
                                                         "'category':'owner_contribution','label':'Float'}",
                                                         {till}));
        if (desk_.post("/transactions/" + free["id"].text() + "/void", js("{'reason':'Typed twice'}"))
                .status != 200) {
            throw std::runtime_error("a movement cannot be voided");
        }
        desk_.make("/transactions",
                   js("{'walletId':'$1','direction':'in','amount':500,'label':'Float'}", {till}));
        desk_.make("/wallets/transfer",
                   js("{'fromWalletId':'$1','toWalletId':'$2','amount':50,'label':'Deposit'}",
                      {till, desk_.value("bankWalletId")}));
        const Json session =
            desk_.make("/cash-sessions", js("{'walletId':'$1','openingAmount':150}", {till}));
        desk_.make("/cash-sessions/" + session["id"].text() + "/drawer-openings", js("{'reason':'Change'}"));
        if (desk_
                .post("/cash-sessions/" + session["id"].text() + "/close",
                      js("{'count':[{'denomination':50,'quantity':3}]}"))
                .status != 200) {
            throw std::runtime_error("a till cannot be closed");
        }
        if (desk_.put("/rates/USD", js("{'rate':1.0842,'date':'$1'}", {desk_.today()})).status != 200) {
            throw std::runtime_error("a rate cannot be set");
        }
    }

    void orders() {
        HttpClient guest = service_.anonymous();
        const std::string slug = desk_.read("").textOr("slug");
        const Answer made =
            guest.post("/public/" + slug + "/orders",
                       js("{'table':'4','lines':[{'itemId':'$1','quantity':1}],'note':'No nuts'}", {item_}));
        if (made.status != 201) {
            throw std::runtime_error("an order is refused: " + made.body);
        }
    }

    void fiscal() {
        if (desk_.put("/fiscal/test-fr", js("{'enabled':true,'settings':{'platformId':'PA-12','token':'t'}}"))
                .status != 200) {
            throw std::runtime_error("a regime cannot be enabled");
        }
        for (const char* outcome : {"accepted", "rejected"}) {
            const Json sale = desk_.make(
                "/sales",
                js("{'partnerId':'$1','lines':[{'label':'Work','quantity':1,'unitPrice':60}]}", {customer_}));
            const Answer sent = desk_.post("/fiscal/submit/sale/" + sale["id"].text(), Json::object());
            const std::string id = sent.json.textOr("id");
            command("fiscal.sent", js("{'submissionId':'$1'}", {id}));
            command("fiscal.outcome",
                    js("{'submissionId':'$1','outcome':'$2','reference':'PA-1','error':'BR-CO-10: sum',"
                       "'errorCode':'BR-CO-10'}",
                       {id, outcome}));
        }
    }

    void integrations() {
        desk_.make("/integrations/testpay/connect", js("{'credentials':{'secretKey':'secret'}}"));
        for (int i = 0; i < 5; ++i) {
            command("integrations.call_failed", js("{'provider':'testpay','error':'HTTP 503'}"));
        }
        command("integrations.disconnected", js("{'provider':'testpay','reason':'revoked'}"));
    }

    void stays() {
        const std::string today = desk_.today();
        const std::string tomorrow = Date::parse(today)->addDays(1).toString();
        const Json stay =
            desk_.make("/stays", js("{'partnerId':'$1','unit':'Walk 1','arrival':'$2','departure':'$3',"
                                    "'guests':2,'unitPrice':95}",
                                    {customer_, today, tomorrow}));
        for (const char* move : {"/check-in", "/check-out"}) {
            const Answer moved = desk_.post("/stays/" + stay["id"].text() + move, Json::object());
            if (moved.status != 200) {
                throw std::runtime_error(move + (" answers " + moved.body));
            }
        }
    }

    void time() {
        const Answer put = desk_.put(
            "/time-entries", js("{'externalId':'toggl-1','source':'toggl','partnerId':'$1','person':'Anne',"
                                "'description':'Workshop','date':'$2','minutes':90,'hourlyRate':80}",
                                {customer_, desk_.today()}));
        if (put.status != 200) {
            throw std::runtime_error("time cannot be kept: " + put.body);
        }
    }

    void bank() {
        command("bank.import_lines",
                js("{'walletId':'$1','lines':[{'bookedAt':'$2','valueDate':'$2','amount':17600,'label':'VIR "
                   "QUAIS',"
                   "'counterparty':{'name':'QUAIS','iban':'FR7630006000011234567890189'},'reference':'INV-1',"
                   "'endToEndId':'E1','bankReference':'B1'}]}",
                   {desk_.value("bankWalletId"), desk_.today()}));
    }

    /// Moves the clock by months, in steps of an hour.
    void overdue() {
        for (const char* pass : {"PT1000H", "PT2H", "PT2H"}) {
            service_.anonymous().post("/testing/clock", js("{'advance':'$1'}", {pass}));
        }
    }

    RunningService& service_;
    Desk desk_;
    std::set<std::string> known_; ///< event types of the enabled modules
    std::string customer_;
    std::string supplier_;
    std::string item_;
};

class CatalogueWalk : public ::testing::Test {
protected:
    static ServiceOptions options() {
        ServiceOptions options;
        options.plugins.emplace_back("provider");
        options.pluginFolders = {SVC_TEST_PLUGINS};
        return options;
    }
    RunningService service{options()};
};

TEST_F(CatalogueWalk, EveryTypeIsEmittedWithTheDataOfItsDefinition) {
    const Json definitions = tables();
    std::set<std::string> defined;
    Walk walk(service);
    walk.run();
    const auto events = walk.events();
    for (const Json& definition : definitions["events"].items()) {
        const std::string type = definition["type"].text();
        defined.insert(type);
        if (walk.known().count(type) == 0) {
            continue; // its module is not enabled
        }
        const auto found = events.find(type);
        if (found == events.end()) {
            ADD_FAILURE() << type << " is emitted by no operation";
            continue;
        }
        const Json& event = found->second.front();
        EXPECT_EQ(event["object"].text(), definition["object"].text()) << type;
        if (event["data"].contains("id") && type != "rate.updated") {
            EXPECT_EQ(event["objectId"], event["data"]["id"]) << type;
        }
        EXPECT_EQ(difference(definition["example"], event["data"], ""), "")
            << type << ' ' << event["data"].dump();
    }
    std::set<std::string> reserved;
    for (const Json& type : definitions["reservedEvents"].items()) {
        reserved.insert(type.text());
        EXPECT_EQ(events.count(type.text()), 0U) << type.text() << " is reserved";
    }
    HttpClient client = service.live();
    for (const Json& type : rowsOf(client.get(service.company("/events/catalogue")).json)) {
        const std::string name = type["type"].text();
        EXPECT_EQ(type["reserved"].boolean(), reserved.count(name) == 1) << name;
        EXPECT_TRUE(defined.count(name) + reserved.count(name) == 1) << name << " is not in the definitions";
    }
    for (const std::string& type : reserved) {
        EXPECT_TRUE(
            hasStatus(client.post(service.company("/webhooks"),
                                  js("{'url':'https://hooks.example.com/r','events':['$1']}", {type})),
                      201))
            << type;
    }
}

} // namespace
} // namespace svc::test
