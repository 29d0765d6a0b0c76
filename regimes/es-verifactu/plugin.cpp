#include <svc/plugin.hpp>

#include "api/records.hpp"
#include "api/sending.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.command("regime.es-verifactu.describe", svc::verifactu::describe);
    registry.command("regime.es-verifactu.keep_certificate", svc::verifactu::keepCertificate);
    registry.command("regime.es-verifactu.prepare", svc::verifactu::prepare);
    registry.command("regime.es-verifactu.send", svc::verifactu::send);
}

} // namespace

SVC_PLUGIN("es-verifactu", "1.0.0", start)
