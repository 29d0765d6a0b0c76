// Italian electronic invoices through HTTP: what is sent, and what is refused before. xmllint validates the
// files against the schema of the tax agency.
#include <barrier>
#include <set>

#include <gmock/gmock.h>

#include "api/business/fatturapa_fixture.hpp"

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(FatturaPa, AnInvoiceIsAcceptedWhenItIsDelivered) {
    const Json sale = sell(buyer());
    const std::string id = sale.textOr("id");
    until("submitted", id);
    const std::string xml = sent(1);
    expectValid(xml);
    EXPECT_EQ(world([&] { return sdi.authorization; }), "Basic " + base64Encode("ik_test_1:"));
    EXPECT_EQ(textIn(xml, "FormatoTrasmissione"), "FPR12");
    EXPECT_EQ(textIn(xml, "ProgressivoInvio"), "00001");
    EXPECT_EQ(textIn(xml, "CodiceDestinatario"), "ABCDEF1");
    EXPECT_EQ(textIn(xml, "IdCodice", "CedentePrestatore"), vat);
    EXPECT_EQ(textIn(xml, "IdCodice", "CessionarioCommittente"), "09876543217");
    EXPECT_EQ(textIn(xml, "Numero"), sale.textOr("number"));
    EXPECT_EQ(textIn(xml, "PrezzoUnitario"), "33.333");
    EXPECT_EQ(textIn(xml, "PrezzoTotale"), "100.00");
    EXPECT_EQ(textIn(xml, "Imposta"), "22.00");
    EXPECT_EQ(textIn(xml, "ImportoTotaleDocumento"), "122.00");
    const Answer file = desk.get("/fiscal/it-fatturapa/files/" + name(1));
    ASSERT_TRUE(hasStatus(file, 200));
    EXPECT_EQ(file.body, xml) << "byte for byte";

    world([&] { sdi.say(name(1), "Inviato"); });
    advanceClock(70);
    EXPECT_TRUE(wait([&] { return world([&] { return sdi.asked > 0; }); }));
    EXPECT_EQ(latest(id).textOr("status"), "submitted") << "on its way";
    world([&] { sdi.say(name(1), "Consegnato"); });
    const Json accepted = laterUntil("accepted", id);
    EXPECT_TRUE(accepted.textOr("reference").starts_with("9"));
    EXPECT_EQ(codesOf(accepted), std::vector<std::string>{"RC"});
    EXPECT_EQ(desk.read("/sales/" + id).textOr("fiscalStatus"), "accepted");
    EXPECT_THAT(typesOf(desk.events()), Contains("fiscal.accepted"));
    EXPECT_EQ(world([&] { return sdi.calls; }), 1);
}

TEST_F(FatturaPa, WhatIsNotDeliveredIsIssuedAllTheSame) {
    const std::string id = sell(buyer("0202:libri@pec.example")).textOr("id");
    until("submitted", id);
    EXPECT_EQ(textIn(sent(1), "CodiceDestinatario"), "0000000");
    EXPECT_EQ(textIn(sent(1), "PECDestinatario"), "libri@pec.example");
    expectValid(sent(1));
    world([&] { sdi.say(name(1), "ImpossibilitaDiRecapito"); });
    EXPECT_EQ(codesOf(laterUntil("accepted", id)), std::vector<std::string>{"MC"});
}

TEST_F(FatturaPa, ARefusedInvoiceIsSentAgainUnderItsNumber) {
    const Json partner = buyer("0205:WRONG01");
    const Json sale = sell(partner);
    const std::string id = sale.textOr("id");
    until("submitted", id);
    world([&] {
        sdi.say(name(1), "Scartato", "2026-11-20T10:00:00Z",
                js("[{'code':'00311','description':'CodiceDestinatario non valido'}]"));
    });
    const Json rejected = laterUntil("rejected", id);
    EXPECT_EQ(rejected.textOr("errorCode"), "00311");
    EXPECT_EQ(rejected.textOr("error"),
              "00311 CodiceDestinatario non valido (to be sent again by 2026-11-25)");
    EXPECT_EQ(codesOf(rejected), std::vector<std::string>{"NS"});
    EXPECT_THAT(typesOf(desk.events()), Contains("fiscal.rejected"));

    desk.change("/partners/" + partner.textOr("id"), js("{'peppolId':'0205:RIGHT01'}"));
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, Json::object()), 202));
    until("submitted", id);
    EXPECT_EQ(textIn(sent(2), "CodiceDestinatario"), "RIGHT01") << "the buyer as he is now";
    EXPECT_EQ(textIn(sent(2), "Numero"), sale.textOr("number"));
    EXPECT_EQ(textIn(sent(2), "Data"), textIn(sent(1), "Data"));
    EXPECT_EQ(textIn(sent(2), "ProgressivoInvio"), "00002") << "a name is used once for ever";
    world([&] { sdi.say(name(2), "Consegnato"); });
    laterUntil("accepted", id);
    EXPECT_EQ(desk.read("/sales/" + id).textOr("fiscalStatus"), "accepted");
}

TEST_F(FatturaPa, NothingIsIssuedThatSdiWouldRefuse) {
    const auto refused = [&](const Json& partner, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post("/sales", saleTo(partner)), 400, code));
    };
    refused(buyer("0205:ABCDEF1", "IT09876543210"), "sdi-refusal:00305");
    refused(buyer("0205:ABCDEF"), "sdi-refusal:00427");
    refused(buyer("0205:ABC-EF1"), "sdi-refusal:00200");
    refused(desk.make("/partners",
                      js("{'name':'$1','country':'IT','vatNumber':'IT09876543217'}", {unique("Bare")})),
            "invoice-incomplete:partner.address.line1");
    refused(desk.make("/partners",
                      js("{'name':'$1','country':'IT','address':{'line1':'Via 1','postalCode':'50100',"
                         "'city':'Firenze','country':'IT'}}",
                         {unique("Nobody")})),
            "invoice-incomplete:partner.vatNumber");
    refused(buyer("0201:UFABC1"), "invoice-incomplete:settings.signatureKey");
    Json dollars = saleTo(buyer());
    dollars.set("currency", "USD").set("exchangeRate", Json::parse("1.1"));
    EXPECT_TRUE(isRefusal(desk.post("/sales", dollars), 400, "currency-unsupported:USD"));

    const Json person = desk.make(
        "/partners", js("{'name':'$1','country':'IT','registrationNumber':'RSSMRA80A01H501U','address':"
                        "{'line1':'Via 1','postalCode':'50100','city':'Firenze','country':'IT'}}",
                        {unique("Rossi")}));
    refused(person, "sdi-refusal:00426");
    EXPECT_TRUE(hasStatus(put(js("{'withoutAddress':'allow'}")), 200));
    until("submitted", sell(person).textOr("id"));
    EXPECT_EQ(textIn(sent(1), "CodiceFiscale"), "RSSMRA80A01H501U")
        << "numbers of refused files are given back";
    expectValid(sent(1));
}

TEST_F(FatturaPa, RefundsAndCancellationsAreCreditNotes) {
    const Json first = sell(buyer());
    until("submitted", first.textOr("id"));
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + first.textOr("id") + "/refund", js("{'amount':61}")), 201));
    const Json refunded = desk.read("/sales/" + first.textOr("id"));
    const Json note = refunded["refunds"].at(0)["creditNote"];
    EXPECT_EQ(until("submitted", note.textOr("id"), "credit_note").textOr("operation"), "credit");
    expectValid(sent(2));
    EXPECT_EQ(textIn(sent(2), "TipoDocumento"), "TD04");
    EXPECT_EQ(textIn(sent(2), "Numero"), note.textOr("number"));
    EXPECT_EQ(textIn(sent(2), "ImportoTotaleDocumento"), "61.00");
    EXPECT_EQ(textIn(sent(2), "IdDocumento", "DatiFattureCollegate"), first.textOr("number"));

    const Json second = sell(buyer());
    until("submitted", second.textOr("id"));
    const Answer cancelled = desk.post("/sales/" + second.textOr("id") + "/cancel", js("{'reason':'Twice'}"));
    ASSERT_TRUE(hasStatus(cancelled, 200));
    const std::string taken = cancelled.json["cancellation"].textOr("creditNoteId");
    EXPECT_EQ(until("submitted", taken, "credit_note").textOr("operation"), "cancel");
    expectValid(sent(4));
    EXPECT_EQ(textIn(sent(4), "TipoDocumento"), "TD04");
    EXPECT_EQ(textIn(sent(4), "ImportoTotaleDocumento"), "122.00");
    EXPECT_EQ(textIn(sent(4), "IdDocumento", "DatiFattureCollegate"), second.textOr("number"));
}

TEST_F(FatturaPa, ACancelledInvoiceThatSdiHasRefusedNeedsNoCreditNote) {
    const std::string id = sell(buyer()).textOr("id");
    until("submitted", id);
    world([&] { sdi.say(name(1), "Scartato"); });
    laterUntil("rejected", id);
    const Answer cancelled = desk.post("/sales/" + id + "/cancel", js("{'reason':'Refused'}"));
    ASSERT_TRUE(hasStatus(cancelled, 200));
    EXPECT_TRUE(latest(cancelled.json["cancellation"].textOr("creditNoteId"), "credit_note").isNull());
}

TEST_F(FatturaPa, TicketsAreNotConcerned) {
    const Json ticket =
        desk.make("/sales", js("{'lines':[{'label':'Te','quantity':1,'unitPrice':2,'taxRate':22}],"
                               "'paidInFull':true}"));
    EXPECT_TRUE(latest(ticket.textOr("id")).isNull());
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + ticket.textOr("id") + "/refund", js("{'reason':'Cold'}")), 201));
    const Json refunded = desk.read("/sales/" + ticket.textOr("id"));
    EXPECT_TRUE(latest(refunded["refunds"].at(0)["creditNote"].textOr("id"), "credit_note").isNull());
    EXPECT_EQ(world([&] { return sdi.calls; }), 0);
}

TEST_F(FatturaPa, ALostAnswerIsLookedUpAndNothingIsSentTwice) {
    world([&] { sdi.loseAnswers = 1; });
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_TRUE(wait([&] { return latest(id)["attempts"].integer() > 0; }));
    advanceClock(70);
    until("submitted", id);
    EXPECT_EQ(world([&] { return sdi.calls; }), 1) << "found by its name";
    world([&] { sdi.say(name(1), "Consegnato"); });
    laterUntil("accepted", id);
}

TEST_F(FatturaPa, WhatNeverArrivedIsSentAgainAsItWas) {
    world([&] { sdi.loseRequests = 1; });
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_TRUE(wait([&] { return latest(id)["attempts"].integer() > 0; }));
    advanceClock(70);
    until("submitted", id);
    EXPECT_EQ(world([&] { return sdi.calls; }), 2);
    EXPECT_NE(sent(1), "");
    EXPECT_EQ(world([&] { return sdi.files.size(); }), 1U);
}

TEST_F(FatturaPa, APauseIsKeptAndCountsAsNoTry) {
    world([&] { sdi.busy = 1; });
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_TRUE(wait([&] { return world([&] { return sdi.calls == 1; }); }));
    std::this_thread::sleep_for(milliseconds(500));
    EXPECT_EQ(latest(id).textOr("status"), "pending");
    EXPECT_EQ(latest(id)["attempts"].integer(), 0);
    advanceClock(610);
    until("submitted", id);
}

TEST_F(FatturaPa, ARefusalOfTheIntermediaryIsOneOfTheFile) {
    world([&] { sdi.refusal = "no such company"; });
    const std::string id = sell(buyer()).textOr("id");
    const Json rejected = until("rejected", id);
    EXPECT_EQ(rejected.textOr("errorCode"), "intermediary-refused");
    EXPECT_EQ(rejected.textOr("error"), "no such company");
    world([&] { sdi.refusal.clear(); });
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, Json::object()), 202));
    until("submitted", id);
}

TEST_F(FatturaPa, NoRealInvoiceIsSentInModeTest) {
    EXPECT_TRUE(hasStatus(put(js("{'apiKey':'ik_live_1'}")), 200));
    const std::string id = sell(buyer()).textOr("id");
    until("failed", id);
    EXPECT_EQ(world([&] { return sdi.calls; }), 0);
    EXPECT_TRUE(hasStatus(put(Json::object(), "production"), 200));
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, Json::object()), 202));
    until("submitted", id);
}

TEST_F(FatturaPa, ABuyerAbroadGetsTheCodeForIt) {
    const Json partner = desk.make(
        "/partners", js("{'name':'$1','country':'DE','vatNumber':'DE111111125','address':{'line1':'Allee 1',"
                        "'postalCode':'10117','city':'Berlin','country':'DE'}}",
                        {unique("Kunde")}));
    Json sale = js("{'lines':[{'label':'Goods','quantity':1,'unitPrice':100,'taxRate':0,'taxCategory':'K'},"
                   "{'label':'Work','quantity':2,'unitPrice':30,'taxRate':0,'taxCategory':'AE',"
                   "'taxExemptionReason':'N2.1 Art. 7-ter DPR 633/72'}],'pricesIncludeTax':false}");
    sale.set("partnerId", partner["id"]);
    until("submitted", desk.make("/sales", sale).textOr("id"));
    const std::string xml = sent(1);
    expectValid(xml);
    EXPECT_EQ(textIn(xml, "CodiceDestinatario"), "XXXXXXX");
    EXPECT_EQ(textIn(xml, "IdPaese", "CessionarioCommittente"), "DE");
    EXPECT_EQ(textIn(xml, "CAP", "CessionarioCommittente"), "00000");
    EXPECT_THAT(xml, HasSubstr("<Natura>N3.2</Natura>"));
    EXPECT_THAT(xml, HasSubstr("<RiferimentoNormativo>Art. 7-ter DPR 633/72</RiferimentoNormativo>"));
    EXPECT_THAT(xml, Not(HasSubstr("DatiBollo"))) << "60.00 of N2.1";
}

TEST_F(FatturaPa, ExemptInvoicesBearStampDuty) {
    Json sale = js("{'lines':[{'label':'Corso','quantity':1,'unitPrice':100,'taxRate':0,'taxCategory':'E','"
                   "taxExemptionReason':'Art. 10 n. 20 DPR 633/72'}],"
                   "'pricesIncludeTax':false}");
    sale.set("partnerId", buyer()["id"]);
    until("submitted", desk.make("/sales", sale).textOr("id"));
    expectValid(sent(1));
    EXPECT_EQ(textIn(sent(1), "ImportoBollo"), "2.00");
    EXPECT_EQ(textIn(sent(1), "Natura"), "N4");
    EXPECT_TRUE(hasStatus(put(js("{'stampDuty':'never','natureE':'N2.2','taxRegime':'RF19'}")), 200));
    until("submitted", desk.make("/sales", sale).textOr("id"));
    expectValid(sent(2));
    EXPECT_EQ(textIn(sent(2), "ImportoBollo"), "");
    EXPECT_EQ(textIn(sent(2), "Natura"), "N2.2");
    EXPECT_EQ(textIn(sent(2), "RegimeFiscale"), "RF19");
}

TEST_F(FatturaPa, FilesHaveNoGapWhenManySellAtOnce) {
    constexpr int Clients = 6;
    constexpr int Sales = 2;
    const Json partner = buyer();
    const std::string liveKey = desk.value("liveKey");
    std::barrier start(Clients);
    std::vector<std::thread> threads;
    for (int i = 0; i < Clients; ++i) {
        threads.emplace_back([&] {
            HttpClient client = service.client(liveKey);
            client.askAgain();
            start.arrive_and_wait();
            for (int sale = 0; sale < Sales; ++sale) {
                EXPECT_EQ(client.post(desk.path("/sales"), saleTo(partner)).status, 201);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_TRUE(
        wait([&] { return world([&] { return sdi.files.size() == Clients * Sales; }); }, seconds(120)));
    std::set<std::string> numbers;
    for (int i = 1; i <= Clients * Sales; ++i) {
        const std::string xml = sent(i);
        EXPECT_NE(xml, "") << name(i);
        numbers.insert(textIn(xml, "Numero"));
    }
    EXPECT_EQ(numbers.size(), Clients * Sales);
}

} // namespace
} // namespace svc::test
