// Files made from sales, and the intermediary's messages, tested without the service.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/testing/plugin_test.hpp>

#include "testing/sales.hpp"

namespace svc::it_fatturapa {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* Sale = "sal_01jd9p4be1mfmxgscfzmzebnt7";
constexpr const char* Submission = "fsc_01jd9sz9f92gkq7egsr1b4nqg8";

/// JSON with ' for ".
Json js(std::string text) {
    for (char& c : text) {
        c = c == '\'' ? '"' : c;
    }
    return Json::parse(text);
}

/// The text of the first element of this name.
std::string textIn(const std::string& xml, const std::string& element) {
    const std::size_t begin = xml.find('<' + element + '>');
    const std::size_t at = begin + element.size() + 2;
    return begin == std::string::npos ? std::string() : xml.substr(at, xml.find("</", at) - at);
}

class Fattura : public ::testing::Test {
protected:
    Fattura() : test(SVC_PLUGIN_FOLDER) {
        test.settings(Json::object({{"baseUrl", "https://sdi.example/v1"}}));
        test.offer("sales.get", [this](const Json&) { return records::testing::sale(sale); });
        test.offer("sales.sealed", [this](const Json&) { return records::testing::sealed(sealed); });
        test.offer("partners.get",
                   [this](const Json&) { return records::testing::partner(sealed["buyer"]); });
        test.offer("fiscal.regime", [this](const Json&) {
            return Json::object({{"regime", "it-fatturapa"},
                                 {"state", "enabled"},
                                 {"mode", "test"},
                                 {"autoSubmit", true},
                                 {"settings", Json::object({{"apiKey", apiKey}})}});
        });
        test.offer("fiscal.sign", [](const Json&) {
            return Json::object({{"signature", nullptr}, {"certificate", nullptr}, {"chainPem", nullptr}});
        });
        sale = js(
            "{'id':'sal_01jd9p4be1mfmxgscfzmzebnt7','number':'INV-1','kind':'invoice','date':'2026-11-20',"
            "'dueDate':'2026-12-20','currency':'EUR','pricesIncludeTax':false,'partnerId':'par_01jd917ehm8vtfvkxjcsqjsvj8',"
            "'total':12200,'createdAt':'2026-11-20T09:00:00.000Z','payments':[],'deliveries':[]}");
        sale.set("lines", js("[{'label':'Work','quantity':1,'unit':'HUR','unitPrice':10000,'taxCategory':'S',"
                             "'taxRate':22}]"));
        sale.set("taxes", js("[{'taxCategory':'S','taxRate':22,'net':10000,'tax':2200}]"));
        sealed =
            js("{'lines':[],'corrects':null,'prepayment':false,'seller':{'name':'Bottega','vatNumber':"
               "'IT12345678903','iban':'IT60X0542811101000000123456','address':{'line1':'Via Roma 1',"
               "'postalCode':'00100','city':'Roma','country':'IT'}},'buyer':{'name':'Cliente','country':'IT',"
               "'vatNumber':'IT09876543217','peppolId':'0205:ABCDEF1','address':{'line1':'Corso 2',"
               "'postalCode':'50100','city':'Firenze','country':'IT'}}}");
        Json company = test.situation().facts;
        for (const Json::Member& member : sealed["seller"].members()) {
            company.set(member.name, member.value);
        }
        test.situation().facts = company.set("country", "IT");
    }
    Json prepared() {
        return test.command("regime.it-fatturapa.prepare",
                            Json::object({{"document", Json::object({{"kind", "sale"},
                                                                     {"id", Sale},
                                                                     {"number", "INV-1"},
                                                                     {"businessUnitId", nullptr},
                                                                     {"form", "invoice"}})},
                                          {"operation", "issue"},
                                          {"submissionId", Submission},
                                          {"mode", "test"},
                                          {"settings", settings}}));
    }
    std::string file() { return base64Decode(prepared()["payload"].text()).value(); }
    std::string refusal() {
        try {
            prepared();
        } catch (const ApiError& error) {
            return std::string(error.code());
        }
        return "none";
    }
    Json input(const std::string& payload = {}) {
        return Json::object({{"submission", Json::object({{"id", Submission},
                                                          {"kind", "sale"},
                                                          {"documentId", Sale},
                                                          {"documentNumber", "INV-1"},
                                                          {"operation", "issue"},
                                                          {"reference", nullptr}})},
                             {"payload", payload.empty() ? Json(nullptr) : Json(base64Encode(payload))},
                             {"attempt", 1},
                             {"key", "key-1"},
                             {"mode", "test"},
                             {"settings", settings}});
    }
    Json send(const std::string& payload = {}) {
        return test.command("regime.it-fatturapa.send", input(payload));
    }
    Json read() { return test.command("regime.it-fatturapa.read", input()); }

    Json sale;
    Json sealed;
    Json settings = Json::object();
    std::string apiKey = "ik_test_1";
    svc::testing::PluginTest test;
};

TEST_F(Fattura, SharesADiscountOfTheWholeAmongReasons) {
    sale.set("lines",
             js("[{'label':'Corso','quantity':1,'unitPrice':10000,'taxCategory':'E','taxRate':0,"
                "'taxExemptionReason':'N4 Art. 10 n. 20'},{'label':'Bolli','quantity':1,'unitPrice':1000,"
                "'taxCategory':'E','taxRate':0,'taxExemptionReason':'N1'},{'label':'Libro','quantity':1,"
                "'unitPrice':1000,'taxCategory':'S','taxRate':4}]"));
    sale.set("taxes", js("[{'taxCategory':'E','taxRate':0,'net':9900,'tax':0},"
                         "{'taxCategory':'S','taxRate':4,'net':900,'tax':36}]"));
    const std::string xml = file();
    EXPECT_EQ(textIn(xml, "ImportoTotaleDocumento"), "108.36");
    EXPECT_THAT(xml, HasSubstr("<ImponibileImporto>90.00</ImponibileImporto>"));
    EXPECT_THAT(xml, HasSubstr("<ImponibileImporto>9.00</ImponibileImporto>"));
    EXPECT_THAT(xml, HasSubstr("<RiferimentoNormativo>Art. 10 n. 20</RiferimentoNormativo>"));
    EXPECT_THAT(xml, HasSubstr("<RiferimentoNormativo>Escluse ex art. 15 DPR 633/72</RiferimentoNormativo>"));
    EXPECT_EQ(textIn(xml, "ImportoBollo"), "2.00") << "on 90.00 of N4";
}

TEST_F(Fattura, IsOfTheKindThatTheSaleIs) {
    EXPECT_EQ(textIn(file(), "TipoDocumento"), "TD01");
    settings.set("documentType", "TD06");
    EXPECT_EQ(textIn(file(), "TipoDocumento"), "TD06");
    sealed.set("prepayment", true);
    EXPECT_EQ(textIn(file(), "TipoDocumento"), "TD03") << "prepayment of a fee";
    settings.remove("documentType");
    EXPECT_EQ(textIn(file(), "TipoDocumento"), "TD02");
    sale.set("deliveries",
             js("[{'number':'DLV-1','date':'2026-11-18'},{'number':'DLV-2','date':'2026-11-20'}]"));
    const std::string xml = file();
    EXPECT_EQ(textIn(xml, "TipoDocumento"), "TD24");
    EXPECT_EQ(textIn(xml, "NumeroDDT"), "DLV-1");
    EXPECT_THAT(xml, Not(HasSubstr("DLV-2"))) << "of the same day";
    sealed.set("corrects", js("{'number':'INV-0','date':'2026-11-01'}"));
    EXPECT_EQ(textIn(file(), "IdDocumento"), "INV-0");
}

TEST_F(Fattura, TellsHowItIsPaid) {
    EXPECT_EQ(textIn(file(), "ModalitaPagamento"), "MP05");
    sale.set("payments", js("[{'amount':12200,'method':'card','createdAt':'2026-11-20T09:00:00.000Z'}]"));
    EXPECT_EQ(textIn(file(), "ModalitaPagamento"), "MP08");
    sale.set("payments", js("[{'amount':12200,'method':'card','createdAt':'2026-11-21T09:00:00.000Z'}]"));
    EXPECT_EQ(textIn(file(), "ModalitaPagamento"), "MP05") << "paid later";
    Json seller = sealed["seller"];
    seller.remove("iban");
    sealed.set("seller", seller);
    EXPECT_THAT(file(), Not(HasSubstr("DatiPagamento")));
}

TEST_F(Fattura, FollowsTheSettings) {
    settings =
        js("{'withholdingRate':'20','withholdingReason':'A','vatDue':'D','fiscalCode':'RSSMRA80A01H501U',"
           "'reaOffice':'RM','reaNumber':'123456','shareCapital':'10000.00','soleOwner':'SM',"
           "'inLiquidation':true,'transmitter':'IT09876543217','filePrefix':'B7'}");
    std::string xml = file();
    EXPECT_EQ(textIn(xml, "ImportoRitenuta"), "20.00");
    EXPECT_EQ(textIn(xml, "EsigibilitaIVA"), "D");
    EXPECT_EQ(textIn(xml, "CodiceFiscale"), "RSSMRA80A01H501U");
    EXPECT_EQ(textIn(xml, "StatoLiquidazione"), "LS");
    EXPECT_EQ(textIn(xml, "IdCodice"), "09876543217");
    EXPECT_EQ(textIn(xml, "ProgressivoInvio"), "B7001");
    settings = js("{'splitPaymentBuyers':['IT09876543217']}");
    xml = file();
    EXPECT_EQ(textIn(xml, "EsigibilitaIVA"), "S");
    EXPECT_EQ(textIn(xml, "ImportoPagamento"), "100.00");
    settings = js("{'fiscalCode':'RSSMRA80A01H501A'}");
    EXPECT_EQ(refusal(), "sdi-refusal:00302");
    settings = js("{'transmitter':'IT09876543210'}");
    EXPECT_EQ(refusal(), "sdi-refusal:00300");
}

TEST_F(Fattura, IsNotMadeOfWhatIsMissing) {
    const Json whole = sealed["buyer"];
    const auto without = [&](const char* name, const Json& value) {
        Json buyer = whole;
        sealed.set("buyer", buyer.set(name, value));
        return refusal();
    };
    EXPECT_EQ(without("address", js("{'line1':'Corso 2','postalCode':'501','city':'Firenze'}")),
              "invoice-incomplete:partner.address.postalCode");
    EXPECT_EQ(without("address", js("{'line1':'Corso 2','postalCode':'50100'}")),
              "invoice-incomplete:partner.address.city");
    EXPECT_EQ(without("peppolId", "0201:UFABC1"), "invoice-incomplete:settings.signatureKey");
    EXPECT_EQ(without("vatNumber", nullptr), "invoice-incomplete:partner.vatNumber");
    sealed.set("buyer", whole);
    sale.set("taxes", js("[{'taxCategory':'Z','taxRate':0,'net':10000,'tax':0}]"));
    sale.set("lines", js("[{'label':'Work','quantity':1,'unitPrice':10000,'taxCategory':'Z','taxRate':0}]"));
    EXPECT_EQ(refusal(), "invoice-incomplete:lines.taxCategory") << "Italy has no zero rate";
    settings.set("natureZ", "N3.6");
    EXPECT_EQ(textIn(file(), "Natura"), "N3.6");
    sale.set("kind", "ticket");
    EXPECT_TRUE(prepared().isNull());
}

TEST_F(Fattura, IsSentAsItWasMade) {
    const std::string xml = file();
    test.http("POST", "/v1/send").answers(201, R"({"id":4711})");
    const Json told = send(xml);
    EXPECT_EQ(told.textOr("outcome"), "submitted") << told.dump();
    const Json body = test.requests().at(0).json();
    EXPECT_EQ(body.textOr("file_name"), "IT12345678903_00001.xml");
    EXPECT_EQ(base64Decode(body.textOr("payload")), xml);
    EXPECT_EQ(base64Decode(told.textOr("request")), xml);
    EXPECT_EQ(test.requests().at(0).header("Authorization"), "Basic " + base64Encode("ik_test_1:"));
}

TEST_F(Fattura, TellsWhatTheIntermediaryMakesOfIt) {
    test.http("POST", "/v1/send")
        .answers(401)
        .answers(429, "", {{"Retry-After", "60"}})
        .answers(422, R"({"title":"Unprocessable Content","detail":"unknown company"})");
    EXPECT_EQ(send().textOr("outcome"), "retry");
    const Json later = send();
    EXPECT_EQ(later.textOr("outcome"), "later");
    EXPECT_EQ(later.textOr("nextAttemptAt"), "2026-11-20T09:01:00.000Z");
    const Json refused = send();
    EXPECT_EQ(refused.textOr("outcome"), "rejected");
    EXPECT_EQ(refused.textOr("error"), "unknown company");
    EXPECT_EQ(test.requests().at(0).json().textOr("file_name"),
              test.requests().at(2).json().textOr("file_name"))
        << "one file for a submission";
}

TEST_F(Fattura, MayHaveArrivedWhenTheAnswerIsNone) {
    test.http("POST", "/v1/send").answers(500).fails("timeout").answers(201, "{}").answers(200, "no JSON");
    for (int i = 0; i < 4; ++i) {
        EXPECT_ANY_THROW(send()) << i;
    }
    test.http("GET", "/v1/send")
        .answers(200, "[]")
        .answers(404)
        .answers(
            200,
            R"([{"id":1,"file_name":"IT12345678903_0000.xml"},{"id":7,"file_name":"IT12345678903_00001.xml"}])");
    test.http("GET", "/v1/update").answers(200, "[]");
    EXPECT_EQ(read().textOr("outcome"), "absent");
    EXPECT_EQ(read().textOr("outcome"), "absent");
    EXPECT_EQ(read().textOr("outcome"), "submitted");
    EXPECT_THAT(test.requests().back().url, HasSubstr("send_id=7"));
}

TEST_F(Fattura, IsLookedUpBeforeItIsSentAnotherTime) {
    Json again = input();
    again.set("attempt", 2);
    const auto sendAgain = [&] { return test.command("regime.it-fatturapa.send", again); };
    test.http("GET", "/v1/send")
        .answers(200, "[]")
        .answers(200, R"([{"id":7,"file_name":"IT12345678903_00001.xml"}])");
    test.http("POST", "/v1/send").fails("timeout");
    test.http("GET", "/v1/update")
        .answers(200, R"([{"id":1,"state":"Consegnato","send":{"identifier":"97"}}])");
    EXPECT_ANY_THROW(sendAgain()) << "it is not there, and nobody answers";
    const Json told = sendAgain();
    EXPECT_EQ(told.textOr("outcome"), "accepted") << told.dump();
    EXPECT_EQ(told.textOr("reference"), "97");
    const auto isPost = [](const testing::SentRequest& one) { return one.method == "POST"; };
    const auto requests = test.requests();
    EXPECT_EQ(std::count_if(requests.begin(), requests.end(), isPost), 1);
}

TEST_F(Fattura, KnowsEveryStateOfTheIntermediary) {
    struct State {
        const char* name;
        const char* outcome;
        const char* code;
    };
    test.http("POST", "/v1/send").answers(201, R"({"id":7})");
    auto& updates = test.http("GET", "/v1/update");
    const std::vector<State> states = {{"Inviato", "submitted", ""},
                                       {"Consegnato", "accepted", "RC"},
                                       {"NonConsegnato", "accepted", "MC"},
                                       {"ImpossibilitaDiRecapito", "accepted", "MC"},
                                       {"AccettatoDalDestinatario", "accepted", "NE"},
                                       {"DecorrenzaTermini", "accepted", "DT"},
                                       {"AttestazioneTrasmissioneFattura", "accepted", "AT"},
                                       {"RifiutatoDalDestinatario", "rejected", "NE"},
                                       {"Scartato", "rejected", "NS"}};
    send();
    int minute = 10;
    for (const State& state : states) {
        const std::string number = std::to_string(++minute);
        updates.answers(200, "[{\"id\":" + number + ",\"state\":\"" + state.name + "\",\"message_id\":\"m" +
                                 number + "\",\"last_update\":\"2026-11-20T09:" + number +
                                 ":00Z\",\"send\":{\"identifier\":\"111\"}}]");
    }
    read(); // `answers` repeats a stubbed answer until the next one is queued
    for (std::size_t i = 1; i < states.size(); ++i) {
        const Json told = read();
        EXPECT_EQ(told.textOr("outcome"), states[i].outcome) << states[i].name;
        EXPECT_EQ(told.textOr("reference"), "111");
        EXPECT_EQ(told["status"].textOr("code"), i < 8 ? states[i].code : "NS") << states[i].name;
    }
}

TEST_F(Fattura, NamesAForeignBuyerByTheWholeNumber) {
    const auto buyerId = [&](const std::string& country, const std::string& number) {
        Json buyer = sealed["buyer"];
        Json address = buyer["address"];
        buyer.set("country", country)
            .set("vatNumber", number)
            .set("address", address.set("country", country));
        sealed.set("buyer", buyer);
        const std::string xml = file();
        const std::string of = xml.substr(xml.find("<CessionarioCommittente>"));
        return textIn(of, "IdPaese") + ' ' + textIn(of, "IdCodice");
    };
    EXPECT_EQ(buyerId("CH", "CHE-109.322.551 MWST"), "CH CHE109322551");
    EXPECT_EQ(buyerId("NO", "NO 974 760 673 MVA"), "NO 974760673MVA");
    EXPECT_EQ(buyerId("DE", "DE123456789"), "DE 123456789");
    EXPECT_EQ(buyerId("DE", "123456789"), "DE 123456789");
    EXPECT_EQ(buyerId("BR", "AB123456"), "BR AB123456") << "no letters of a country";
}

TEST_F(Fattura, IsRejectedWhenItIsSubmittedWithWhatSdiRefuses) {
    Json buyer = sealed["buyer"];
    sealed.set("buyer", buyer.set("vatNumber", "IT09876543210"));
    const Json told = send();
    EXPECT_EQ(told.textOr("outcome"), "rejected");
    EXPECT_EQ(told.textOr("errorCode"), "00305");
    EXPECT_EQ(told.textOr("error"), "00305 1.4.1.1.2 IdCodice of the buyer is not valid");
    sealed.set("buyer", buyer.set("address", nullptr));
    EXPECT_EQ(send().textOr("errorCode"), "invoice-incomplete:partner.address.line1");
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(Fattura, IsNotSentForRealInATest) {
    apiKey = "ik_live_1";
    EXPECT_EQ(send().textOr("outcome"), "failed");
    EXPECT_TRUE(test.requests().empty());
}

} // namespace
} // namespace svc::it_fatturapa
