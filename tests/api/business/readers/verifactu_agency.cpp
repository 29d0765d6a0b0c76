#include "api/business/readers/verifactu_agency.hpp"

#include <array>
#include <cctype>

#include <openssl/sha.h>

#include <svc/encoding.hpp>

namespace svc::test::verifactu {

std::string textIn(const std::string& xml, const std::string& element, std::size_t from) {
    const std::size_t begin = xml.find('<' + element + '>', from);
    if (begin == std::string::npos) {
        return {};
    }
    const std::size_t at = begin + element.size() + 2;
    return xml.substr(at, xml.find("</", at) - at);
}

std::string GotRecord::computedHash() const {
    const std::string suffix = annulment ? "Anulada" : "";
    std::string text = "IDEmisorFactura" + suffix + '=' + this->text("IDEmisorFactura" + suffix) +
                       "&NumSerieFactura" + suffix + '=' + number() + "&FechaExpedicionFactura" + suffix +
                       '=' + this->text("FechaExpedicionFactura" + suffix);
    if (!annulment) {
        text += "&TipoFactura=" + this->text("TipoFactura") + "&CuotaTotal=" + this->text("CuotaTotal") +
                "&ImporteTotal=" + this->text("ImporteTotal");
    }
    text += "&Huella=" + previous() + "&FechaHoraHusoGenRegistro=" + this->text("FechaHoraHusoGenRegistro");
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
    std::string hex =
        hexEncode(std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
    for (char& c : hex) {
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return hex;
}

std::vector<GotRecord> recordsIn(const std::string& message) {
    constexpr std::string_view Begin = "<sum:RegistroFactura>";
    std::vector<GotRecord> records;
    for (std::size_t at = message.find(Begin); at != std::string::npos; at = message.find(Begin, at + 1)) {
        GotRecord record;
        record.xml = message.substr(at, message.find("</sum:RegistroFactura>", at) - at);
        record.annulment = record.xml.find("<RegistroAnulacion") != std::string::npos;
        records.push_back(std::move(record));
    }
    return records;
}

Reaction answerTo(const Received& message, const std::string& said, int wait) {
    std::string lines;
    for (const GotRecord& record : recordsIn(message.body)) {
        lines += "<R:RespuestaLinea><R:IDFactura><I:NumSerieFactura>" + record.number() +
                 "</I:NumSerieFactura></R:IDFactura><R:Operacion><I:TipoOperacion>" +
                 (record.annulment ? "Anulacion" : "Alta") + "</I:TipoOperacion></R:Operacion>" + said +
                 "</R:RespuestaLinea>";
    }
    return Reaction::status(200, "Content-Type: text/xml\r\n",
                            "<e:Envelope xmlns:e='urn:e' xmlns:R='urn:r' xmlns:I='urn:i'><e:Body>"
                            "<R:RespuestaRegFactuSistemaFacturacion><R:CSV>A-CSV</R:CSV>"
                            "<R:TiempoEsperaEnvio>" +
                                std::to_string(wait) + "</R:TiempoEsperaEnvio>" + lines +
                                "</R:RespuestaRegFactuSistemaFacturacion></e:Body></e:Envelope>");
}

} // namespace svc::test::verifactu
