#include "rules/record.hpp"

#include <svc/http_client.hpp>
#include <svc/text.hpp>

#include "sealing/sha256.hpp"
#include "xml/xml_writer.hpp"

namespace svc::es_verifactu {
namespace {

using xml::Element;
using xml::XmlWriter;

constexpr std::string_view Namespace =
    "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/"
    "aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd";
constexpr std::size_t LongestDescription = 500;

/// Writes a record.
class RecordWriter {
public:
    explicit RecordWriter(const char* name) : xml_(name, {{"xmlns", Namespace}}) { text("IDVersion", "1.0"); }

    void text(const char* name, std::string_view value) { xml_.text(name, value); }
    XmlWriter& xml() { return xml_; }

    void invoice(const InvoiceId& one) {
        text("IDEmisorFactura", one.issuer);
        text("NumSerieFactura", one.number);
        text("FechaExpedicionFactura", dateText(one.date));
    }
    /// Writes the part that ends every record.
    Sealed seal(const std::optional<Previous>& previous, const System& system, const std::string& time,
                const std::string& hash) {
        {
            const Element chain(xml_, "Encadenamiento");
            if (previous) {
                const Element before(xml_, "RegistroAnterior");
                invoice(previous->invoice);
                text("Huella", previous->hash);
            } else {
                text("PrimerRegistro", "S");
            }
        }
        program(system);
        text("FechaHoraHusoGenRegistro", time);
        text("TipoHuella", "01");
        text("Huella", hash);
        const std::string document = xml_.finish();
        return {document.substr(document.find("?>\n") + 3), hash};
    }

private:
    void program(const System& system) {
        const Element element(xml_, "SistemaInformatico");
        text("NombreRazon", utf8Prefix(system.producer, LongestName));
        text("NIF", system.producerNif);
        text("NombreSistemaInformatico", system.name);
        text("IdSistemaInformatico", system.id);
        text("Version", system.version);
        text("NumeroInstalacion", system.installation);
        text("TipoUsoPosibleSoloVerifactu", "S");
        text("TipoUsoPosibleMultiOT", "S");
        text("IndicadorMultiplesOT", "S");
    }

    XmlWriter xml_;
};

void writeRecipient(RecordWriter& out, const Recipient& recipient) {
    const Element all(out.xml(), "Destinatarios");
    const Element one(out.xml(), "IDDestinatario");
    out.text("NombreRazon", utf8Prefix(recipient.name, LongestName));
    if (!recipient.nif.empty()) {
        out.text("NIF", recipient.nif);
        return;
    }
    const Element other(out.xml(), "IDOtro");
    out.text("CodigoPais", recipient.country);
    out.text("IDType", recipient.idType);
    out.text("ID", recipient.id);
}

void writeTaxes(RecordWriter& out, const Registration& invoice) {
    const Element all(out.xml(), "Desglose");
    for (const TaxLine& line : invoice.taxes) {
        const Element one(out.xml(), "DetalleDesglose");
        out.text("Impuesto", invoice.tax);
        out.text("ClaveRegimen", line.scheme);
        if (line.exemption.empty()) {
            out.text("CalificacionOperacion", line.qualification);
        } else {
            out.text("OperacionExenta", line.exemption);
        }
        out.text("TipoImpositivo", line.rate);
        out.text("BaseImponibleOimporteNoSujeto", amountText(line.base));
        if (!line.rate.empty()) {
            out.text("CuotaRepercutida", amountText(line.tax));
        }
    }
}

} // namespace

std::string amountText(std::int64_t cents) {
    const std::uint64_t size =
        cents < 0 ? ~static_cast<std::uint64_t>(cents) + 1 : static_cast<std::uint64_t>(cents);
    std::string part = std::to_string(size % 100);
    part.insert(0, 2 - part.size(), '0');
    return (cents < 0 ? "-" : "") + std::to_string(size / 100) + '.' + part;
}

std::string dateText(Date date) {
    const std::string iso = date.toString();
    return iso.substr(8, 2) + '-' + iso.substr(5, 2) + '-' + iso.substr(0, 4);
}

std::string hashOf(std::string_view text) {
    std::string hash = sealing::sha256({text});
    for (char& c : hash) {
        c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return hash;
}

std::string hashedRegistration(const InvoiceId& invoice, std::string_view type, std::string_view taxTotal,
                               std::string_view total, std::string_view previousHash, std::string_view time) {
    std::string text = "IDEmisorFactura=";
    text.append(trim(invoice.issuer)).append("&NumSerieFactura=").append(trim(invoice.number));
    text.append("&FechaExpedicionFactura=").append(dateText(invoice.date));
    text.append("&TipoFactura=").append(type).append("&CuotaTotal=").append(taxTotal);
    text.append("&ImporteTotal=").append(total).append("&Huella=").append(previousHash);
    return text.append("&FechaHoraHusoGenRegistro=").append(time);
}

std::string hashedAnnulment(const InvoiceId& invoice, std::string_view previousHash, std::string_view time) {
    std::string text = "IDEmisorFacturaAnulada=";
    text.append(trim(invoice.issuer)).append("&NumSerieFacturaAnulada=").append(trim(invoice.number));
    text.append("&FechaExpedicionFacturaAnulada=").append(dateText(invoice.date));
    text.append("&Huella=").append(previousHash);
    return text.append("&FechaHoraHusoGenRegistro=").append(time);
}

Sealed sealRegistration(const Registration& invoice, const std::optional<Previous>& previous,
                        const System& system, const std::string& time) {
    RecordWriter out("RegistroAlta");
    {
        const Element id(out.xml(), "IDFactura");
        out.invoice(invoice.invoice);
    }
    out.text("NombreRazonEmisor", utf8Prefix(invoice.issuerName, LongestName));
    if (invoice.again) {
        // The corrected record is one that the authority has refused and does not have.
        out.text("Subsanacion", "S");
        out.text("RechazoPrevio", "X");
    }
    out.text("TipoFactura", invoice.type);
    if (invoice.corrected) {
        out.text("TipoRectificativa", "I");
        const Element all(out.xml(), "FacturasRectificadas");
        const Element one(out.xml(), "IDFacturaRectificada");
        out.invoice(*invoice.corrected);
    }
    out.text("DescripcionOperacion", utf8Prefix(invoice.description, LongestDescription));
    if (invoice.unidentified) {
        out.text("FacturaSinIdentifDestinatarioArt61d", "S");
    }
    if (invoice.recipient) {
        writeRecipient(out, *invoice.recipient);
    }
    writeTaxes(out, invoice);
    const std::string taxTotal = amountText(invoice.taxTotal);
    const std::string total = amountText(invoice.total);
    out.text("CuotaTotal", taxTotal);
    out.text("ImporteTotal", total);
    return out.seal(previous, system, time,
                    hashOf(hashedRegistration(invoice.invoice, invoice.type, taxTotal, total,
                                              previous ? previous->hash : "", time)));
}

Sealed sealAnnulment(const InvoiceId& invoice, const std::optional<Previous>& previous, const System& system,
                     const std::string& time) {
    RecordWriter out("RegistroAnulacion");
    {
        const Element id(out.xml(), "IDFactura");
        out.text("IDEmisorFacturaAnulada", invoice.issuer);
        out.text("NumSerieFacturaAnulada", invoice.number);
        out.text("FechaExpedicionFacturaAnulada", dateText(invoice.date));
    }
    return out.seal(previous, system, time,
                    hashOf(hashedAnnulment(invoice, previous ? previous->hash : "", time)));
}

std::string lookUpAddress(bool production, const InvoiceId& invoice, std::string_view total) {
    return std::string(production ? "https://www2.agenciatributaria.gob.es" : "https://prewww2.aeat.es") +
           "/wlpl/TIKE-CONT/ValidarQR?nif=" + percentEncode(invoice.issuer) +
           "&numserie=" + percentEncode(invoice.number) + "&fecha=" + dateText(invoice.date) +
           "&importe=" + percentEncode(total);
}

} // namespace svc::es_verifactu
