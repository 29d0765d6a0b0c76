// The Spanish tax agency of a test: what it got, read and computed without any code of the service, and what
// it answers.
#pragma once

#include <string>
#include <vector>

#include "support/https_receiver.hpp"

namespace svc::test::verifactu {

inline constexpr const char* Address = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP";

/// The text of the first element of this name behind `from`.
std::string textIn(const std::string& xml, const std::string& element, std::size_t from = 0);

/// A record as the agency gets it.
struct GotRecord {
    std::string xml;
    bool annulment = false;

    std::string text(const std::string& element) const { return textIn(xml, element); }
    std::string number() const { return text(annulment ? "NumSerieFacturaAnulada" : "NumSerieFactura"); }
    /// Its own hash, the last one in it.
    std::string hash() const { return textIn(xml, "Huella", xml.find("TipoHuella")); }
    std::string previous() const {
        const std::size_t before = xml.find("<RegistroAnterior>");
        return before == std::string::npos ? std::string() : textIn(xml, "Huella", before);
    }
    /// By this reader alone, from what the record says.
    std::string computedHash() const;
};

/// The records of a message, in their order.
std::vector<GotRecord> recordsIn(const std::string& message);

// What the agency says of a record.
inline constexpr const char* Right = "<R:EstadoRegistro>Correcto</R:EstadoRegistro>";
inline constexpr const char* Wrong =
    "<R:EstadoRegistro>Incorrecto</R:EstadoRegistro><R:CodigoErrorRegistro>1100"
    "</R:CodigoErrorRegistro><R:DescripcionErrorRegistro>Valor incorrecto"
    "</R:DescripcionErrorRegistro>";
inline constexpr const char* Duplicate =
    "<R:EstadoRegistro>Incorrecto</R:EstadoRegistro><R:RegistroDuplicado><I:EstadoRegistroDuplicado>Correcta"
    "</I:EstadoRegistroDuplicado></R:RegistroDuplicado>";

/// An answer that says the same of each record of the message; `wait`: seconds until the next message.
Reaction answerTo(const Received& message, const std::string& said, int wait);

} // namespace svc::test::verifactu
