// French e-invoicing through HTTP, with a fake platform that follows the contract.
#include "api/business/french_einvoicing.hpp"

namespace svc::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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
    EXPECT_EQ(sale.textOr("fiscalStatus"), "pending") << "the answer of the sale is what a reader is given";
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")), sale);
    accept();
    advanceClock(70);
    until("accepted", sale.textOr("id"));
    EXPECT_EQ(lifeOf(sale.textOr("id")), "200 ");
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("fiscalStatus"), "accepted");
    EXPECT_THAT(typesOf(desk.events()), Contains("fiscal.accepted"));
    EXPECT_EQ(platform.tokens(), 1) << "it is kept, and of two who need one at once one asks";
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
    const std::string file = platform.deposits("UBL").at(0).file;
    EXPECT_THAT(file, HasSubstr("<cbc:ProfileID>M2</cbc:ProfileID>"));
    EXPECT_THAT(file, HasSubstr("<cbc:DueDate>" + sale.textOr("date") + "</cbc:DueDate>"))
        << "paid on that day";
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

} // namespace
} // namespace svc::test
