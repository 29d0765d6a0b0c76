// Records of sales and the messages that carry them, tested without the service.
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/testing/plugin_test.hpp>
#include <svc/text.hpp>

#include "testing/sales.hpp"

namespace svc::es_verifactu {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* Soap = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP";
constexpr const char* Fault = "<e:Envelope xmlns:e='urn:e'><e:Body><e:Fault><faultstring>Codigo[4102]"
                              "</faultstring></e:Fault></e:Body></e:Envelope>";

/// The agency's answer that accepts these invoices.
std::string accepting(const std::vector<std::string>& numbers) {
    std::string lines;
    for (const std::string& number : numbers) {
        lines += "<RespuestaLinea><IDFactura><NumSerieFactura>" + number +
                 "</NumSerieFactura></IDFactura><Operacion><TipoOperacion>Alta</TipoOperacion></Operacion>"
                 "<EstadoRegistro>Correcto</EstadoRegistro></RespuestaLinea>";
    }
    return "<e:Envelope xmlns:e='urn:e'><e:Body><RespuestaRegFactuSistemaFacturacion><CSV>A-1</CSV>" + lines +
           "</RespuestaRegFactuSistemaFacturacion></e:Body></e:Envelope>";
}

/// The XML without line breaks and what they begin with.
std::string flat(const std::string& xml) {
    std::string text;
    for (const std::string_view line : split(xml, '\n')) {
        text += trim(line);
    }
    return text;
}

Json submission(const Json& id, const Json& status) {
    return Json::parse(
               R"({"regime":"es-verifactu","kind":"sale","documentId":"sal_01jd9p4be1mfmxgscfzmzebnt1",
        "documentNumber":"INV-1","operation":"issue","attempts":0,"reference":null,"qrCode":null,"error":null,
        "errorCode":null,"payloadSha256":null,"submittedAt":null,"answeredAt":null,"nextAttemptAt":null,
        "statuses":[]})")
        .set("id", id)
        .set("status", status);
}

class Records : public ::testing::Test {
protected:
    Records() : test(SVC_PLUGIN_FOLDER) {
        test.secret("certificate", "PEM");
        test.offer("sales.get", [this](const Json& input) {
            Json told = sale;
            told.set("id", input["id"]);
            told.set("number", numberOf(input["id"].text()));
            return records::testing::sale(told);
        });
        test.offer("sales.sealed", [this](const Json&) {
            return records::testing::sealed(Json::object({{"buyer", buyer}}));
        });
        test.offer("fiscal.submission",
                   [](const Json& input) { return submission(input["id"], Json("pending")); });
        test.offer("fiscal.outcome", [this](const Json& input) {
            outcomes[input.textOr("submissionId").back()] = input.textOr("outcome");
            return submission(input["submissionId"], input["outcome"]);
        });
        sale = Json::parse(R"({"total":12100,"taxTotal":2100,"lines":[{"label":"Tea"}],
            "taxes":[{"taxCategory":"S","taxRate":21,"net":10000,"tax":2100}]})");
        buyer = Json::parse(R"({"name":"Kunde","country":"DE","vatNumber":"DE123456789"})");
    }
    /// `sal_…1` has the number INV-1.
    static std::string numberOf(const std::string& id) { return std::string("INV-") + id.back(); }
    static std::string saleId(char last) { return std::string("sal_01jd9p4be1mfmxgscfzmzebnt") + last; }
    static std::string submissionId(char last) { return std::string("fsc_01jd9sz9f92gkq7egsr1b4nqg") + last; }

    Json prepare(char last = '1') {
        return test.command("regime.es-verifactu.prepare",
                            Json::object({{"document", Json::object({{"kind", "sale"},
                                                                     {"id", saleId(last)},
                                                                     {"number", numberOf(saleId(last))},
                                                                     {"businessUnitId", nullptr},
                                                                     {"form", "invoice"}})},
                                          {"operation", "issue"},
                                          {"submissionId", submissionId(last)},
                                          {"mode", "test"},
                                          {"settings", settings()}}));
    }
    std::string record() { return flat(base64Decode(prepare()["payload"].text()).value()); }
    std::string refusal() {
        try {
            prepare();
        } catch (const ApiError& error) {
            return std::string(error.code());
        }
        return "none";
    }
    Json send(char last) {
        return test.command(
            "regime.es-verifactu.send",
            Json::object({{"submission", Json::object({{"id", submissionId(last)},
                                                       {"kind", "sale"},
                                                       {"documentId", saleId(last)},
                                                       {"documentNumber", numberOf(saleId(last))},
                                                       {"operation", "issue"},
                                                       {"reference", nullptr}})},
                          {"payload", nullptr},
                          {"attempt", 1},
                          {"key", "key-1"},
                          {"mode", "test"},
                          {"settings", settings()}}));
    }
    static Json settings() {
        return Json::object({{"nif", "B12345674"}, {"producerName", "Maker"}, {"producerNif", "B12345674"}});
    }
    /// The last digits of the invoices in each message.
    std::vector<std::string> messages() const {
        std::vector<std::string> all;
        for (const testing::SentRequest& one : test.requests()) {
            const std::string body = flat(one.body);
            std::string digits;
            for (const char last : {'1', '2', '3', '4'}) {
                const std::string id =
                    std::string("<IDFactura><IDEmisorFactura>B12345674</IDEmisorFactura>") +
                    "<NumSerieFactura>INV-" + last;
                digits += body.find(id) == std::string::npos ? std::string() : std::string(1, last);
            }
            all.push_back(digits);
        }
        return all;
    }

    Json sale;
    Json buyer;
    std::map<char, std::string> outcomes; ///< of other submissions, by the last digit of their invoice
    testing::PluginTest test;
};

TEST_F(Records, NameABuyerOfTheUnionByTheVatNumber) {
    EXPECT_THAT(record(), HasSubstr("<IDOtro><IDType>02</IDType><ID>DE123456789</ID></IDOtro>"));
}

TEST_F(Records, NameABuyerFromElsewhereByTheCountryAndItsNumber) {
    buyer = Json::parse(R"({"name":"Kunde","country":"CH","vatNumber":"CHE123456788"})");
    EXPECT_THAT(record(),
                HasSubstr("<IDOtro><CodigoPais>CH</CodigoPais><IDType>04</IDType><ID>CHE123456788</ID>"));
}

TEST_F(Records, NameABuyerOfNorthernIrelandByTheVatNumber) {
    buyer = Json::parse(R"({"name":"Shop","country":"GB","vatNumber":"XI123456789"})");
    EXPECT_THAT(record(), HasSubstr("<IDOtro><IDType>02</IDType><ID>XI123456789</ID></IDOtro>"));
}

TEST_F(Records, QualifyAReverseChargeByTheCountryOfTheBuyer) {
    sale.set("taxes", Json::parse(R"([{"taxCategory":"AE","taxRate":0,"net":10000,"tax":0}])"));
    EXPECT_THAT(record(), HasSubstr("<CalificacionOperacion>N2</CalificacionOperacion>"
                                    "<BaseImponibleOimporteNoSujeto>100.00<"));
    buyer = Json::parse(R"({"name":"Cliente","country":"ES","vatNumber":"ESB12345674"})");
    EXPECT_THAT(record(), HasSubstr("<CalificacionOperacion>S2</CalificacionOperacion>"
                                    "<TipoImpositivo>0</TipoImpositivo>"));
}

TEST_F(Records, AreNotMadeOfWhatTheyCannotHold) {
    buyer = Json::parse(R"({"name":"Buyer","country":"US","registrationNumber":"123456789012345678901"})");
    EXPECT_EQ(refusal(), "invoice-incomplete:partner.registrationNumber");
    const Json told = send('1');
    EXPECT_EQ(told.textOr("outcome"), "rejected") << "submitted by hand";
    EXPECT_EQ(told.textOr("errorCode"), "invoice-incomplete:partner.registrationNumber");
    buyer = Json(nullptr);
    sale.set("taxes", Json::parse(R"([{"taxCategory":"S","taxRate":5.125,"net":10000,"tax":513}])"));
    EXPECT_EQ(refusal(), "invoice-incomplete:lines.taxRate");
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(Records, AreNotRejectedWhenAModuleIsAway) {
    test.offer("sales.sealed", [](const Json&) -> Json { throw ApiError(503, "module-disabled"); });
    EXPECT_ANY_THROW(send('1'));
}

TEST_F(Records, ThatAreWrongDoNotHoldUpOthers) {
    for (const char last : {'1', '2', '3', '4'}) {
        prepare(last);
    }
    test.http("POST", Soap)
        .answers(500, Fault)
        .answers(500, Fault)
        .answers(500, Fault)
        .answers(200, accepting({"INV-2"}));
    const Json wrong = send('1');
    EXPECT_EQ(wrong.textOr("outcome"), "rejected") << wrong.dump();
    EXPECT_EQ(wrong.textOr("error"), "Codigo[4102]");
    EXPECT_EQ(outcomes, (std::map<char, std::string>{{'2', "accepted"}}));
    EXPECT_THAT(messages(), ElementsAre("1234", "12", "1", "2"));
    test.http("POST", Soap) = {};
    test.http("POST", Soap).answers(200, accepting({"INV-3", "INV-4"}));
    EXPECT_EQ(send('3').textOr("outcome"), "accepted");
    EXPECT_EQ(outcomes['4'], "accepted");
    EXPECT_EQ(messages().back(), "34");
}

TEST_F(Records, AreNotWrongBecauseTheAgencyRefusesEverything) {
    prepare('1');
    prepare('2');
    test.http("POST", Soap).answers(500, Fault);
    const Json told = send('1');
    EXPECT_EQ(told.textOr("outcome"), "retry");
    EXPECT_EQ(told.textOr("error"), "Codigo[4102]");
    EXPECT_THAT(messages(), ElementsAre("12", "1", "2"));
    test.http("POST", Soap) = {};
    test.http("POST", Soap).answers(200, accepting({"INV-1", "INV-2"}));
    EXPECT_EQ(send('1').textOr("outcome"), "accepted");
}

TEST_F(Records, WaitAsLongAsTheAgencySays) {
    prepare('1');
    test.http("POST", Soap).answers(503, "", {{"Retry-After", "90"}});
    for (int i = 0; i < 2; ++i) {
        const Json later = send('1');
        EXPECT_EQ(later.textOr("outcome"), "later");
        EXPECT_EQ(later.textOr("nextAttemptAt"), (test.situation().now + 90 * Instant::Second).toString());
    }
    EXPECT_EQ(test.requests().size(), 1U) << "the second one did not ask";
}

} // namespace
} // namespace svc::es_verifactu
