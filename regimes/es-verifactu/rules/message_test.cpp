#include <gtest/gtest.h>

#include "rules/message.hpp"

namespace svc::es_verifactu {
namespace {

std::string answerWith(const std::string& body) {
    return "<env:Envelope xmlns:env='http://schemas.xmlsoap.org/soap/envelope/' xmlns:tikR='urn:answer'"
           " xmlns:tik='urn:information'><env:Header/><env:Body>" +
           body + "</env:Body></env:Envelope>";
}

std::string line(const std::string& number, const std::string& operation, const std::string& rest) {
    return "<tikR:RespuestaLinea><tikR:IDFactura><tik:IDEmisorFactura>89890001K</tik:IDEmisorFactura>"
           "<tik:NumSerieFactura>" +
           number + "</tik:NumSerieFactura></tikR:IDFactura><tikR:Operacion><tik:TipoOperacion>" + operation +
           "</tik:TipoOperacion></tikR:Operacion>" + rest + "</tikR:RespuestaLinea>";
}

std::string state(const std::string& text) {
    return "<tikR:EstadoRegistro>" + text + "</tikR:EstadoRegistro>";
}

std::string duplicate(const std::string& text) {
    return state("Incorrecto") +
           "<tikR:CodigoErrorRegistro>3000</tikR:CodigoErrorRegistro><tikR:RegistroDuplicado>"
           "<tik:EstadoRegistroDuplicado>" +
           text + "</tik:EstadoRegistroDuplicado></tikR:RegistroDuplicado>";
}

TEST(Answers, TellOfEachRecord) {
    const auto answer = readAnswer(
        answerWith("<tikR:RespuestaRegFactuSistemaFacturacion><tikR:CSV>A-1</tikR:CSV>"
                   "<tikR:TiempoEsperaEnvio>60</tikR:TiempoEsperaEnvio>" +
                   line("1", "Alta", state("Correcto")) + line("2", "Alta", state("AceptadoConErrores")) +
                   line("3", "Alta",
                        state("Incorrecto") + "<tikR:CodigoErrorRegistro>1100</tikR:CodigoErrorRegistro>"
                                              "<tikR:DescripcionErrorRegistro>Valor incorrecto"
                                              "</tikR:DescripcionErrorRegistro>") +
                   line("4", "Alta", duplicate("Correcta")) + line("4", "Anulacion", duplicate("Anulada")) +
                   line("5", "Alta", duplicate("Anulada")) + line("6", "Anulacion", duplicate("Correcta")) +
                   "</tikR:RespuestaRegFactuSistemaFacturacion>"));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->csv, "A-1");
    EXPECT_EQ(answer->waitSeconds, 60);
    ASSERT_EQ(answer->records.size(), 7U);
    std::string accepted;
    for (const RecordAnswer& one : answer->records) {
        accepted += one.accepted ? '1' : '0';
    }
    EXPECT_EQ(accepted, "1101100") << "what is there already as it was sent is accepted";
    EXPECT_TRUE(answer->records[1].withErrors);
    EXPECT_EQ(answer->records[2].code, "1100");
    EXPECT_EQ(answer->records[2].text, "Valor incorrecto");
    EXPECT_TRUE(answer->records[4].annulment);
}

TEST(Answers, MayRefuseTheWholeMessage) {
    const auto answer = readAnswer(
        answerWith("<env:Fault><faultcode>env:Client</faultcode><faultstring>Codigo[4102].El XML no cumple"
                   "</faultstring></env:Fault>"));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->fault, "Codigo[4102].El XML no cumple");
}

TEST(Answers, OfAnotherKindAreNone) {
    for (const char* text : {"", "<html><body>Portal</body></html>", "{}", "<a/>",
                             "<Envelope><Body><Other/></Body></Envelope>"}) {
        EXPECT_FALSE(readAnswer(text)) << text;
    }
}

} // namespace
} // namespace svc::es_verifactu
