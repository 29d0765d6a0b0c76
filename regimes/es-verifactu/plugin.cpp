#include <svc/plugin.hpp>

#include "describe.hpp"
#include "keep_certificate.hpp"
#include "prepare.hpp"
#include "rules/vectors.hpp"
#include "send.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.command("regime.es-verifactu.describe", svc::verifactu::describe);
    registry.command("regime.es-verifactu.check",
                     [](svc::Call&, const svc::Json& given) { return svc::verifactu::checkVector(given); });
    registry.command("regime.es-verifactu.keep_certificate", svc::verifactu::keepCertificate);
    registry.command("regime.es-verifactu.ask_ahead", svc::verifactu::askAhead);
    registry.command("regime.es-verifactu.prepare", svc::verifactu::prepare);
    registry.command("regime.es-verifactu.send", svc::verifactu::send);
}

} // namespace

SVC_PLUGIN("es-verifactu", "1.0.0", start)
