#include "rules/vectors.hpp"

#include "rules/record.hpp"

namespace svc::es_verifactu {
namespace {

/// 01-02-2024
Date dayOf(const std::string& text) {
    return Date::parse(text.substr(6, 4) + '-' + text.substr(3, 2) + '-' + text.substr(0, 2)).value();
}

std::string hashedOf(const Json& fields, bool annulment) {
    const std::string suffix = annulment ? "Anulada" : "";
    const InvoiceId id{fields["IDEmisorFactura" + suffix].text(), fields["NumSerieFactura" + suffix].text(),
                       dayOf(fields["FechaExpedicionFactura" + suffix].text())};
    const std::string previous = fields["Huella"].text();
    const std::string time = fields["FechaHoraHusoGenRegistro"].text();
    return annulment ? hashedAnnulment(id, previous, time)
                     : hashedRegistration(id, fields["TipoFactura"].text(), fields["CuotaTotal"].text(),
                                          fields["ImporteTotal"].text(), previous, time);
}

} // namespace

Json checkVector(const Json& given) {
    if (given.contains("fields")) {
        const std::string input = hashedOf(given["fields"], given["kind"].text() == "anulacion");
        return Json::object({{"input", input}, {"hash", hashOf(input)}});
    }
    const Json& asked = given["parameters"];
    const InvoiceId id{asked["nif"].text(), asked["numserie"].text(), dayOf(asked["fecha"].text())};
    return Json::object({{"url", lookUpAddress(given["production"].boolean(), id, asked["importe"].text())}});
}

} // namespace svc::es_verifactu
