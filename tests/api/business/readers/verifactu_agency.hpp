// A fake Spanish tax agency: it parses and verifies received records without code of the service, and builds
// its answers.
#pragma once

#include <string>
#include <vector>

#include "support/https_receiver.hpp"

namespace svc::test::verifactu {

inline constexpr const char* Address = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP";

/// The text of the first element with this name after `from`.
std::string textIn(const std::string& xml, const std::string& element, std::size_t from = 0);

/// A record as the agency receives it.
struct GotRecord {
    std::string xml;
    bool annulment = false;

    std::string text(const std::string& element) const { return textIn(xml, element); }
    std::string number() const { return text(annulment ? "NumSerieFacturaAnulada" : "NumSerieFactura"); }
    /// The record's own hash, which is the last one in it.
    std::string hash() const { return textIn(xml, "Huella", xml.find("TipoHuella")); }
    std::string previous() const {
        const std::size_t before = xml.find("<RegistroAnterior>");
        return before == std::string::npos ? std::string() : textIn(xml, "Huella", before);
    }
    /// The hash computed independently from the content of the record.
    std::string computedHash() const;
};

/// The records of a message, in order.
std::vector<GotRecord> recordsIn(const std::string& message);

// The agency's results for a record.
inline constexpr const char* Right = "<R:EstadoRegistro>Correcto</R:EstadoRegistro>";
inline constexpr const char* Wrong =
    "<R:EstadoRegistro>Incorrecto</R:EstadoRegistro><R:CodigoErrorRegistro>1100"
    "</R:CodigoErrorRegistro><R:DescripcionErrorRegistro>Valor incorrecto"
    "</R:DescripcionErrorRegistro>";
inline constexpr const char* Duplicate =
    "<R:EstadoRegistro>Incorrecto</R:EstadoRegistro><R:RegistroDuplicado><I:EstadoRegistroDuplicado>Correcta"
    "</I:EstadoRegistroDuplicado></R:RegistroDuplicado>";

/// An answer with the same result for each record of the message; `wait`: seconds until the next message.
Reaction answerTo(const Received& message, const std::string& said, int wait);

} // namespace svc::test::verifactu
