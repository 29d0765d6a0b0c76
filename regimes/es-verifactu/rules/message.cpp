#include "rules/message.hpp"

#include <svc/text.hpp>

#include "rules/record.hpp"
#include "xml/xml_document.hpp"
#include "xml/xml_writer.hpp"

namespace svc::es_verifactu {
namespace {

constexpr std::string_view Schemas = "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/"
                                     "aplicaciones/es/aeat/tike/cont/ws/";
constexpr std::int64_t LongestWait = 9999; // four digits in the schema

/// Does the authority have the record? It refuses a known record as a duplicate, and gives its state there.
bool isThere(const xml::XmlNode& line, bool annulment) {
    const auto duplicate = line.child("RegistroDuplicado");
    const std::string state = duplicate ? duplicate->textOf("EstadoRegistroDuplicado") : std::string();
    return annulment ? state == "Anulada" : state == "Correcta" || state == "AceptadaConErrores";
}

RecordAnswer recordOf(const xml::XmlNode& line) {
    RecordAnswer answer;
    const auto invoice = line.child("IDFactura");
    const auto operation = line.child("Operacion");
    answer.number = invoice ? invoice->textOf("NumSerieFactura") : std::string();
    answer.annulment = operation && operation->textOf("TipoOperacion") == "Anulacion";
    const std::string state = line.textOf("EstadoRegistro");
    answer.withErrors = state == "AceptadoConErrores";
    answer.accepted = state == "Correcto" || answer.withErrors || isThere(line, answer.annulment);
    answer.code = line.textOf("CodigoErrorRegistro");
    answer.text = line.textOf("DescripcionErrorRegistro");
    return answer;
}

} // namespace

std::string messageOf(std::string_view issuerName, std::string_view nif,
                      const std::vector<std::string>& records) {
    const auto escaped = [](std::string_view text) {
        std::string safe;
        for (const char c : xml::xmlText(text)) {
            safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
        }
        return safe;
    };
    std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>)"
                       "\n"
                       R"(<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/")";
    text.append(R"( xmlns:sum=")").append(Schemas).append(R"(SuministroLR.xsd")");
    text.append(R"( xmlns:sum1=")").append(Schemas).append(R"(SuministroInformacion.xsd">)");
    text += "<soapenv:Header/><soapenv:Body><sum:RegFactuSistemaFacturacion><sum:Cabecera>"
            "<sum1:ObligadoEmision><sum1:NombreRazon>" +
            escaped(utf8Prefix(issuerName, LongestName)) + "</sum1:NombreRazon><sum1:NIF>" + escaped(nif) +
            "</sum1:NIF></sum1:ObligadoEmision></sum:Cabecera>";
    for (const std::string& record : records) {
        text.append("<sum:RegistroFactura>").append(record).append("</sum:RegistroFactura>");
    }
    return text + "</sum:RegFactuSistemaFacturacion></soapenv:Body></soapenv:Envelope>";
}

std::optional<MessageAnswer> readAnswer(std::string_view text) {
    const auto document = xml::XmlDocument::parse(text);
    const auto body = document ? document->root().child("Body") : std::nullopt;
    if (!body) {
        return std::nullopt;
    }
    MessageAnswer answer;
    if (const auto fault = body->child("Fault")) {
        answer.fault = fault->textOf("faultstring");
        answer.fault = answer.fault.empty() ? "SOAP fault" : answer.fault;
        return answer;
    }
    const auto told = body->child("RespuestaRegFactuSistemaFacturacion");
    if (!told) {
        return std::nullopt;
    }
    answer.csv = told->textOf("CSV");
    const auto wait = parseInt64(told->textOf("TiempoEsperaEnvio"));
    answer.waitSeconds = wait && *wait > 0 && *wait <= LongestWait ? *wait : 0;
    told->eachChild("RespuestaLinea",
                    [&](const xml::XmlNode& line) { answer.records.push_back(recordOf(line)); });
    return answer;
}

} // namespace svc::es_verifactu
