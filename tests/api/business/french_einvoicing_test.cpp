// French e-invoicing through HTTP, with a stand-in of the platform that holds to the contract.
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/french_platform.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr int Quarter = 901; // seconds: the schedule that fetches is due

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
    return text;
}

class FrenchEinvoicing : public ::testing::Test {
protected:
    FrenchEinvoicing() {
        desk.change("", js("{'legalName':'Boulangerie SARL','vatNumber':'FR40123456782',"
                           "'registrationNumber':'123456782','address':{'line1':'1 rue','postalCode':'59800',"
                           "'city':'Lille','country':'FR'}}"));
        platform.enlist("303265045");
        enable();
        desk.events();
    }
    ~FrenchEinvoicing() override {
        EXPECT_EQ(desk.put("/fiscal/fr-einvoicing", js("{'enabled':false}")).status, 200);
        EXPECT_THAT(platform.mistakes(), IsEmpty()) << "requests that the contract does not know";
        expectSums(desk.service());
    }

    Answer put(const Json& more) {
        Json settings = js("{'siren':'123456782','platformId':'1234','platformName':'PLATEFORME',"
                           "'clientId':'$1','clientSecret':'s3cret'}",
                           {client});
        for (const Json::Member& member : more.members()) {
            settings.set(member.name, member.value);
        }
        return desk.put("/fiscal/fr-einvoicing",
                        Json::object({{"enabled", true}, {"autoSubmit", true}, {"settings", settings}}));
    }
    void enable(const Json& more = Json::object()) { ASSERT_TRUE(hasStatus(put(more), 200)); }
    void accept() { platform.acknowledge(js("{'status':'Ok'}")); }

    std::string partner(const std::string& members) {
        return desk
            .make("/partners",
                  js("{'name':'$1','address':{'line1':'12 quai','postalCode':'59800','city':'Lille'}" +
                         members + "}",
                     {unique("Client")}))
            .textOr("id");
    }
    std::string business() {
        return partner(",'country':'FR','company':true,'vatNumber':'FR40303265045',"
                       "'registrationNumber':'303265045'");
    }
    /// Goods of 100.00 at 20 % and a service of 50.00 at 10 %: 175.00.
    Json saleTo(const std::string& to, const std::string& more = {}) {
        return desk.make("/sales",
                         js("{'partnerId':'$1','pricesIncludeTax':false,'lines':[{'label':'Four',"
                            "'quantity':1,'unitPrice':100,'taxRate':20},{'label':'Pose','quantity':1,"
                            "'unitPrice':50,'taxRate':10,'service':true}]" +
                                more + "}",
                            {to}));
    }
    Json latest(const std::string& id, const std::string& kind = "sale") {
        const Json all = desk.read("/fiscal/submissions/" + kind + '/' + id);
        return all.size() > 0 ? all[0] : Json(nullptr);
    }
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale") {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        Json one = latest(id, kind);
        while (one.isObject() && one.textOr("status") != status && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            one = latest(id, kind);
        }
        EXPECT_EQ(one.isObject() ? one.textOr("status") : "none", status) << one.dump();
        return one;
    }
    /// `200<212>`: codes in their order, those that we told in angle brackets.
    std::string lifeOf(const std::string& id) {
        std::string codes;
        const Json one = latest(id);
        for (const Json& line : one["statuses"].items()) {
            const bool out = line.textOr("direction") == "out";
            codes += out ? '<' + line.textOr("code") + '>' : line.textOr("code") + ' ';
        }
        return codes;
    }
    std::string lifeUntil(const std::string& wanted, const std::string& id) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        std::string life = lifeOf(id);
        while (life != wanted && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            life = lifeOf(id);
        }
        return life;
    }
    Json accepted(const std::string& to) {
        accept();
        Json sale = saleTo(to);
        until("submitted", sale.textOr("id"));
        advanceClock(70);
        until("accepted", sale.textOr("id"));
        return sale;
    }
    /// Supplier invoices, once there are so many.
    Json received(std::size_t count) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        Json all = desk.read("/supplier-invoices");
        while (all.size() < count && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            all = desk.read("/supplier-invoices");
        }
        EXPECT_EQ(all.size(), count);
        return all;
    }
    /// An invoice of 336.90 EUR of a French supplier.
    static std::string supplierFile(const std::string& number) {
        std::ifstream in(SVC_SOURCE_TREE "/tests/data/einvoice/examples/01.01a-INVOICE_ubl.xml");
        const std::string text(std::istreambuf_iterator<char>(in), {});
        return replaced(replaced(text, "123456XX", number), "DE 123456789", "FR40303265045");
    }
    static std::string schemaComplaint(const std::string& xml) {
        const auto path = std::filesystem::temp_directory_path() / (unique("report") + ".xml");
        std::ofstream(path, std::ios::binary) << xml;
        const Outcome outcome = runProgram(
            {"/usr/bin/xmllint", "--noout", "--nonet", "--schema",
             SVC_SOURCE_TREE "/tests/data/regimes/fr-einvoicing/ereporting/ereporting.xsd", path.string()});
        std::filesystem::remove(path);
        return outcome.code == 0 ? std::string() : outcome.output + outcome.errors;
    }

    std::string client = unique("client");
    Desk desk{serviceWithProvider(), unique("Firme"), "FR"};
    FrenchPlatform platform{client};
};

TEST_F(FrenchEinvoicing, AnInvoiceIsDepositedAndAcceptedOnceThePlatformHasChecked) {
    const Json sale = saleTo(business());
    const Json sent = until("submitted", sale.textOr("id"));
    const auto flows = platform.deposits();
    ASSERT_EQ(flows.size(), 1U);
    EXPECT_EQ(sent.textOr("reference"), flows[0].id);
    EXPECT_EQ(flows[0].syntax(), "UBL");
    EXPECT_EQ(flows[0].info.textOr("processingRule"), "B2B");
    EXPECT_EQ(flows[0].info.textOr("flowProfile"), "CIUS");
    EXPECT_THAT(flows[0].file, HasSubstr("<cbc:ProfileID>M1</cbc:ProfileID>"));
    EXPECT_THAT(flows[0].file, HasSubstr("<cbc:EndpointID schemeID=\"0225\">123456782</cbc:EndpointID>"));
    EXPECT_THAT(flows[0].file, HasSubstr("<cbc:EndpointID schemeID=\"0225\">303265045</cbc:EndpointID>"));
    EXPECT_THAT(flows[0].file, HasSubstr(sale.textOr("number")));
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("fiscalStatus"), "pending");
    accept();
    advanceClock(70);
    until("accepted", sale.textOr("id"));
    EXPECT_EQ(lifeOf(sale.textOr("id")), "200 ");
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("fiscalStatus"), "accepted");
    EXPECT_THAT(typesOf(desk.events()), Contains("fiscal.accepted"));
    EXPECT_LE(platform.tokens(), 2) << "the token is kept; two who ask at once may both have asked for one";
}

TEST_F(FrenchEinvoicing, RefundsAndCancellationsAreCreditNotes) {
    const std::string buyer = business();
    const Json refunded = accepted(buyer);
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + refunded.textOr("id") + "/refund", js("{'reason':'Cold'}")), 201));
    const Json cancelled = accepted(buyer);
    const Answer answer = desk.post("/sales/" + cancelled.textOr("id") + "/cancel", js("{'reason':'Error'}"));
    ASSERT_TRUE(hasStatus(answer, 200));
    const auto flows = platform.waitFor("UBL", 4);
    EXPECT_THAT(flows[1].file, HasSubstr("<CreditNote"));
    EXPECT_THAT(flows[1].file, HasSubstr(refunded.textOr("number"))) << "the invoice that it corrects";
    EXPECT_THAT(flows[3].file, HasSubstr("<CreditNote"));
    EXPECT_THAT(flows[3].file, HasSubstr(cancelled.textOr("number")));
    const std::string note = answer.json["cancellation"].textOr("creditNoteId");
    until("submitted", note, "credit_note");
    advanceClock(70);
    EXPECT_EQ(until("accepted", note, "credit_note").textOr("operation"), "cancel");
}

TEST_F(FrenchEinvoicing, CiiAndFacturXAreDepositedToo) {
    const std::string buyer = business();
    enable(js("{'syntax':'CII'}"));
    saleTo(buyer);
    const auto cii = platform.waitFor("CII", 1);
    EXPECT_THAT(cii.at(0).file, HasSubstr("<rsm:CrossIndustryInvoice"));
    EXPECT_THAT(cii.at(0).file, HasSubstr("<ram:ID>M1</ram:ID>"));
    enable(js("{'syntax':'Factur-X'}"));
    saleTo(buyer);
    const DepositedFlow pdf = platform.waitFor("Factur-X", 1).at(0);
    EXPECT_TRUE(pdf.file.starts_with("%PDF"));
    EXPECT_THAT(pdf.info.textOr("name"), HasSubstr(".pdf"));
    EXPECT_THAT(pdf.file, HasSubstr("factur-x.xml"));
}

TEST_F(FrenchEinvoicing, TicketsConsumersAndForeignersAreNotConcerned) {
    const Json ticket = desk.make("/sales", js("{'lines':[{'label':'Pain','quantity':1,'unitPrice':1,"
                                               "'taxRate':5.5}],'paidInFull':true}"));
    const Json consumer = saleTo(partner(",'country':'FR'"));
    const Json abroad = saleTo(partner(",'country':'DE','company':true,'vatNumber':'DE123456789'"));
    for (const Json& sale : {ticket, consumer, abroad}) {
        EXPECT_TRUE(latest(sale.textOr("id")).isNull());
    }
    ASSERT_TRUE(hasStatus(
        desk.post("/fiscal/submit/sale/" + abroad.textOr("id"), js("{'regime':'fr-einvoicing'}")), 202));
    EXPECT_EQ(until("rejected", abroad.textOr("id")).textOr("errorCode"), "receiver-missing");
    EXPECT_THAT(platform.deposits(), IsEmpty());
}

TEST_F(FrenchEinvoicing, NothingIsIssuedThatBreaksTheRules) {
    const std::string bare =
        desk.make("/partners", js("{'name':'$1','registrationNumber':'303265045'}", {unique("Bare")}))
            .textOr("id");
    const Answer answer = desk.post(
        "/sales", js("{'partnerId':'$1','lines':[{'label':'Four','quantity':1,'unitPrice':1,'unit':'PCS',"
                     "'taxRate':20}]}",
                     {bare}));
    EXPECT_EQ(answer.status, 400);
    EXPECT_TRUE(answer.json.textOr("message").starts_with("invoice-incomplete:")) << answer.body;
    const Json given = js("{'siren':'123456782','platformId':'1','clientId':'c'}");
    Desk other{serviceWithProvider(), unique("Autre"), "FR"};
    EXPECT_TRUE(
        isRefusal(other.put("/fiscal/fr-einvoicing", Json::object({{"enabled", true}, {"settings", given}})),
                  400, "regime-settings-missing:clientSecret"));
    EXPECT_TRUE(isRefusal(put(js("{'vatRegime':'yearly'}")), 400, "field-invalid:settings.vatRegime"));
}

TEST_F(FrenchEinvoicing, ALostAnswerIsNoSecondFlow) {
    accept();
    platform.answerNext(Reaction{.text = "no HTTP\r\n\r\n"}, true);
    const Json sale = saleTo(business());
    platform.waitFor("UBL", 1);
    for (int i = 0; i < 50 && latest(sale.textOr("id"))["attempts"].integer() < 1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    advanceClock(70);
    const Json one = until("accepted", sale.textOr("id"));
    EXPECT_EQ(one.textOr("reference"), platform.deposits().at(0).id)
        << "looked for by its tracking identifier";
    EXPECT_EQ(platform.deposits().size(), 1U);
}

TEST_F(FrenchEinvoicing, ErrorsOfThePlatformAreToldApart) {
    const std::string buyer = business();
    platform.answerNext(Reaction::status(429, "Retry-After: 120\r\n"));
    const Json paused = saleTo(buyer);
    std::this_thread::sleep_for(std::chrono::seconds(3));
    EXPECT_EQ(latest(paused.textOr("id"))["attempts"].integer(), 0) << "a pause is no failure";
    advanceClock(130);
    until("submitted", paused.textOr("id"));
    platform.answerNext(
        Reaction::status(413, "Content-Type: application/json\r\n", R"({"message":"too large"})"));
    const Json large = until("rejected", saleTo(buyer).textOr("id"));
    EXPECT_EQ(large.textOr("errorCode"), "FileSizeExceeded");
    EXPECT_EQ(large.textOr("error"), "too large");
    const Json wrong = saleTo(buyer);
    until("submitted", wrong.textOr("id"));
    platform.acknowledge(js("{'status':'Error','details':[{'level':'Warning','item':'a','reasonCode':"
                            "'OtherTechnicalError','reasonMessage':'w'},{'level':'Error','item':'/Invoice',"
                            "'reasonCode':'InvalidSchema','reasonMessage':'wrong'}]}"));
    advanceClock(70);
    const Json rejected = until("rejected", wrong.textOr("id"));
    EXPECT_EQ(rejected.textOr("errorCode"), "InvalidSchema");
    EXPECT_EQ(rejected.textOr("error"), "wrong (/Invoice)");
    EXPECT_EQ(lifeOf(wrong.textOr("id")), "213 ");
}

TEST_F(FrenchEinvoicing, TheDirectoryIsAskedFirst) {
    const std::string unknown = partner(",'country':'FR','company':true,'registrationNumber':'732829320'");
    const Json one = until("rejected", saleTo(unknown).textOr("id"));
    EXPECT_EQ(one.textOr("errorCode"), "receiver-unknown");
    EXPECT_THAT(platform.deposits(), IsEmpty());
    EXPECT_EQ(desk.read("/fiscal/fr-einvoicing/directory?siren=303265045").dump(),
              R"([{"address":"303265045","siren":"303265045","siret":null,"name":"Hôtel des Quais",)"
              R"("platform":"WK","status":"Enabled"}])");
    EXPECT_EQ(desk.read("/fiscal/fr-einvoicing/directory?siren=732829320").size(), 0U);
    EXPECT_TRUE(isRefusal(desk.get("/fiscal/fr-einvoicing/directory?siren=1"), 400, "field-invalid:siren"));
}

TEST_F(FrenchEinvoicing, PaymentsAreToldInPartsAndByRate) {
    const Json sale = accepted(business());
    const std::string at = "/sales/" + sale.textOr("id") + "/payments";
    ASSERT_TRUE(hasStatus(desk.post(at, js("{'amount':35}")), 201));
    const auto first = platform.waitFor("CDAR", 1);
    EXPECT_THAT(first.at(0).file, HasSubstr("<ram:ProcessConditionCode>212</ram:ProcessConditionCode>"));
    EXPECT_THAT(first.at(0).file, HasSubstr(sale.textOr("number")));
    EXPECT_THAT(first.at(0).file, HasSubstr("<ram:ValueAmount currencyID=\"EUR\">24.00</ram:ValueAmount>"));
    EXPECT_THAT(first.at(0).file, HasSubstr("<ram:ValueAmount currencyID=\"EUR\">11.00</ram:ValueAmount>"));
    EXPECT_EQ(lifeUntil("200 <212>", sale.textOr("id")), "200 <212>");
    ASSERT_TRUE(hasStatus(desk.post(at, js("{'amount':140}")), 201));
    const auto all = platform.waitFor("CDAR", 2);
    EXPECT_THAT(all.at(1).file, HasSubstr(">96.00<"));
    EXPECT_EQ(lifeUntil("200 <212><212>", sale.textOr("id")), "200 <212><212>");
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("fiscalStatus"), "accepted");
}

TEST_F(FrenchEinvoicing, APaymentThatIsTakenBackIsToldAsNegative) {
    const Json sale = accepted(business());
    const std::string bank = desk.make("/wallets", js("{'name':'Banque','kind':'bank'}")).textOr("id");
    const Answer imported = desk.post(
        "/wallets/" + bank + "/statements",
        js("{'format':'csv','content':'Date;Text;Amount\\n$1;VIR;175.00\\n','csv':{'delimiter':';','decimal':"
           "'.','dateFormat':'YYYY-MM-DD','columns':{'bookingDate':0,'remittance':1,'amount':2}}}",
           {desk.today()}));
    ASSERT_TRUE(hasStatus(imported, 201));
    const std::string line = "/bank-transactions/" + imported.json["bankTransactionIds"][0].text();
    ASSERT_TRUE(hasStatus(
        desk.post(line + "/match", js("{'matches':[{'kind':'sale','id':'$1'}]}", {sale.textOr("id")})), 200));
    EXPECT_THAT(platform.waitFor("CDAR", 1).at(0).file, HasSubstr(">120.00<"));
    ASSERT_EQ(lifeUntil("200 <212>", sale.textOr("id")), "200 <212>");
    ASSERT_TRUE(hasStatus(desk.post(line + "/reopen", Json::object()), 200));
    const auto all = platform.waitFor("CDAR", 2);
    EXPECT_THAT(all.at(1).file, HasSubstr(">-120.00<"));
    EXPECT_THAT(all.at(1).file, HasSubstr("<ram:Content>Encaissement annulé</ram:Content>"));
}

TEST_F(FrenchEinvoicing, APaymentAtOnceIsToldAfterTheInvoice) {
    const Json sale = saleTo(business(), ",'paidInFull':true");
    until("submitted", sale.textOr("id"));
    EXPECT_THAT(platform.deposits("UBL").at(0).file, HasSubstr("<cbc:ProfileID>M2</cbc:ProfileID>"));
    EXPECT_THAT(platform.deposits("CDAR"), IsEmpty()) << "nobody knows the invoice yet";
    accept();
    advanceClock(70);
    EXPECT_THAT(platform.waitFor("CDAR", 1).at(0).file, HasSubstr(">120.00<"));
}

TEST_F(FrenchEinvoicing, PaymentsOfGoodsAloneAreNotTold) {
    accept();
    const Json sale =
        desk.make("/sales", js("{'partnerId':'$1','lines':[{'label':'Four','quantity':1,'unitPrice':100,"
                               "'taxRate':20}]}",
                               {business()}));
    until("submitted", sale.textOr("id"));
    advanceClock(70);
    until("accepted", sale.textOr("id"));
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + sale.textOr("id") + "/payments", js("{'amount':10}")), 201));
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_THAT(platform.deposits("CDAR"), IsEmpty());
    enable(js("{'paymentStatus':'all'}"));
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + sale.textOr("id") + "/payments", js("{'amount':20}")), 201));
    platform.waitFor("CDAR", 2);
}

TEST_F(FrenchEinvoicing, StatusesOfPlatformAndBuyerAreKept) {
    const Json sale = accepted(business());
    const std::string number = sale.textOr("number");
    platform.bring("CustomerInvoiceLC", statusMessage("200", number));
    platform.bring("CustomerInvoiceLC", statusMessage("203", number));
    platform.bring("CustomerInvoiceLC", statusMessage("207", number));
    advanceClock(Quarter);
    EXPECT_EQ(lifeUntil("200 203 207 ", sale.textOr("id")), "200 203 207 ");
    EXPECT_EQ(latest(sale.textOr("id"))["statuses"][1].textOr("label"), "Mise à disposition");
    EXPECT_EQ(latest(sale.textOr("id")).textOr("status"), "accepted");
    desk.events();
    platform.bring("CustomerInvoiceLC", statusMessage("210", number, "Taux erroné"));
    advanceClock(Quarter);
    const Json refused = until("rejected", sale.textOr("id"));
    EXPECT_EQ(refused.textOr("error"), "Taux erroné");
    EXPECT_EQ(refused.textOr("errorCode"), "TX_TVA_ERR");
    EXPECT_EQ(lifeOf(sale.textOr("id")), "200 203 207 210 ");
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("fiscalStatus"), "rejected");
    EXPECT_THAT(typesOf(desk.events()), Contains("fiscal.rejected"));
}

TEST_F(FrenchEinvoicing, APlatformMayRefuseBeforeItHasAcknowledged) {
    const Json sale = saleTo(business());
    until("submitted", sale.textOr("id"));
    platform.bring("CustomerInvoiceLC", statusMessage("213", sale.textOr("number"), "Doublon"));
    advanceClock(Quarter);
    EXPECT_EQ(until("rejected", sale.textOr("id")).textOr("error"), "Doublon");
}

TEST_F(FrenchEinvoicing, SupplierInvoicesAreReceivedAndDecided) {
    const std::string number = unique("BN");
    platform.bring("SupplierInvoice", "");
    platform.bring("SupplierInvoice", supplierFile(number), js("{'name':'bn.xml'}"));
    platform.bring("SupplierInvoice", "%PDF-1.7 nothing");
    platform.bring("SupplierInvoice", supplierFile(number + "-2"));
    advanceClock(Quarter);
    const Json all = received(2);
    advanceClock(Quarter);
    EXPECT_EQ(received(2).size(), 2U) << "each once; what cannot be read keeps nothing waiting";
    const auto unreadable = [&] {
        const std::string history = desk.get("/history/regime/fr-einvoicing").body;
        return std::pair(history.find("file-unreadable") != std::string::npos,
                         history.find("does not give its file") != std::string::npos);
    };
    EXPECT_EQ(unreadable(), std::pair(true, false));
    const bool isFirst = all[0].textOr("number") == number;
    const Json first = all[isFirst ? 0 : 1];
    const Json second = all[isFirst ? 1 : 0];
    EXPECT_EQ(first.textOr("source"), "fr-einvoicing");
    EXPECT_EQ(first.textOr("status"), "received");
    EXPECT_EQ(first["payable"].integer(), 33690);
    const std::string supplier =
        desk.make("/partners", js("{'name':'$1','kind':'supplier'}", {unique("Seller")})).textOr("id");
    const Answer taken = desk.post("/supplier-invoices/" + first.textOr("id") + "/accept",
                                   js("{'as':'purchase','partnerId':'$1'}", {supplier}));
    ASSERT_TRUE(hasStatus(taken, 200));
    const auto approved = platform.waitFor("CDAR", 1);
    EXPECT_THAT(approved.at(0).file, HasSubstr(">205<"));
    EXPECT_THAT(approved.at(0).file, HasSubstr(">" + number + "<"));
    EXPECT_THAT(approved.at(0).file, HasSubstr(">303265045<"));
    ASSERT_TRUE(hasStatus(desk.post("/supplier-invoices/" + second.textOr("id") + "/refuse",
                                    js("{'reason':'Commande inconnue','reasonCode':'CMD_ERR'}")),
                          200));
    const auto refused = platform.waitFor("CDAR", 2);
    EXPECT_THAT(refused.at(1).file, HasSubstr(">210<"));
    EXPECT_THAT(refused.at(1).file, HasSubstr("<ram:ReasonCode>CMD_ERR</ram:ReasonCode>"));
    EXPECT_THAT(refused.at(1).file, HasSubstr("<ram:Reason>Commande inconnue</ram:Reason>"));
    ASSERT_TRUE(hasStatus(
        desk.post("/purchases/" + taken.json["purchase"].textOr("id") + "/payments", js("{'amount':336.90}")),
        201));
    EXPECT_THAT(platform.waitFor("CDAR", 3).at(2).file, HasSubstr(">211<"));
    advanceClock(90000);
    advanceClock(Quarter);
    EXPECT_EQ(unreadable(), std::pair(true, true)) << "it was asked for, for a day";
}

TEST_F(FrenchEinvoicing, ReportsOfThePeriodAreSentAndCorrected) {
    accept();
    const std::string consumer = partner(",'country':'FR'");
    const std::string abroad = partner(",'country':'DE','company':true,'vatNumber':'DE123456789'");
    const std::string day = desk.today();
    enable(js("{'vatRegime':'quarterly','reportFrom':'$1'}", {day}));
    for (int i = 0; i < 2; ++i) {
        desk.make("/sales", js("{'lines':[{'label':'Pain','quantity':10,'unitPrice':1.055,'taxRate':5.5},"
                               "{'label':'Pose','quantity':1,'unitPrice':12,'taxRate':20,'service':true}],"
                               "'pricesIncludeTax':true,'paidInFull':true}"));
    }
    const Json invoice = saleTo(consumer);
    desk.make("/sales", js("{'partnerId':'$1','pricesIncludeTax':false,'lines':[{'label':'Conseil',"
                           "'quantity':1,'unitPrice':500,'taxRate':0,'taxCategory':'AE','service':true}],"
                           "'paidInFull':true}",
                           {abroad}));
    saleTo(business()); // told by its own file, not by a report
    const Date last = Date::parse(day).value().lastOfMonth();
    const auto days = last.addDays(4).daysSince(Date::parse(day).value());
    advanceClock(days * 86400LL);
    advanceClock(3700);
    const auto reports = platform.waitFor("FRR", 2);
    for (const DepositedFlow& report : reports) {
        EXPECT_EQ(schemaComplaint(report.file), "");
        EXPECT_THAT(report.file, HasSubstr("<TypeCode>IN</TypeCode>"));
        EXPECT_THAT(report.file, HasSubstr("<Id schemeId=\"0238\">1234</Id>"));
    }
    const bool swapped = reports.at(0).file.find("<PaymentsReport>") != std::string::npos;
    const std::string& sold = reports.at(swapped ? 1 : 0).file;
    const std::string& paid = reports.at(swapped ? 0 : 1).file;
    EXPECT_THAT(sold, HasSubstr("<StartDate>" + replaced(day.substr(0, 8) + "01", "-", "") + "</StartDate>"));
    EXPECT_THAT(sold, HasSubstr("<CompanyId schemeId=\"0223\">DE123456789</CompanyId>"));
    EXPECT_THAT(sold, HasSubstr("<TaxExemptionReasonCode>VATEX-EU-AE</TaxExemptionReasonCode>"));
    EXPECT_THAT(sold, HasSubstr("<CategoryCode>TLB1</CategoryCode>"));
    EXPECT_THAT(sold, HasSubstr("<CategoryCode>TPS1</CategoryCode>"));
    EXPECT_THAT(sold, HasSubstr("<TransactionsCount>3</TransactionsCount>"));
    EXPECT_THAT(sold, HasSubstr("<TaxableAmount>20.00</TaxableAmount>")) << "two tickets of bread";
    EXPECT_THAT(sold, Not(HasSubstr("303265045")));
    EXPECT_THAT(paid, HasSubstr("<Amount>24.00</Amount>")) << "the services of two tickets";
    EXPECT_THAT(paid, HasSubstr("<Amount>500.00</Amount>")) << "the invoice abroad";
    EXPECT_THAT(paid, Not(HasSubstr("5.50"))) << "goods are not told";

    const Json list = desk.read("/fiscal/fr-einvoicing/reports");
    ASSERT_EQ(list.size(), 2U);
    const std::string id =
        list[1].textOr("kind") == "transactions" ? list[1].textOr("id") : list[0].textOr("id");
    EXPECT_EQ(desk.get("/fiscal/fr-einvoicing/reports/" + id + "/file").body, sold);
    EXPECT_TRUE(isRefusal(desk.get("/fiscal/fr-einvoicing/reports/T1/file"), 404, "report-not-found"));
    advanceClock(Quarter);
    EXPECT_EQ(desk.read("/fiscal/fr-einvoicing/reports")[0].textOr("state"), "accepted");

    Answer late =
        desk.post("/sales", js("{'date':'$1','lines':[{'label':'Pain','quantity':1,'unitPrice':10.55,"
                               "'taxRate':5.5}],'pricesIncludeTax':true,'paidInFull':true}",
                               {day}));
    ASSERT_TRUE(hasStatus(late, 201));
    advanceClock(86400 + 3700);
    const auto all = platform.waitFor("FRR", 3);
    EXPECT_THAT(all.at(2).file, HasSubstr("<TypeCode>RE</TypeCode>"));
    EXPECT_THAT(all.at(2).file, HasSubstr("<TaxableAmount>30.00</TaxableAmount>"));
    EXPECT_EQ(schemaComplaint(all.at(2).file), "");
    enable(js("{'vatRegime':'monthly'}"));
    advanceClock(86400 + 3700);
    EXPECT_EQ(platform.deposits("FRR").size(), 3U) << "no day is reported twice when the periods change";
    EXPECT_EQ(invoice.textOr("fiscalStatus"), "none");
}

} // namespace
} // namespace svc::test
