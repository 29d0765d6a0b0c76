#include <svc/plugin.hpp>

#include "close_month.hpp"
#include "describe.hpp"
#include "export_dep.hpp"
#include "prepare.hpp"
#include "read_registration.hpp"
#include "ready.hpp"
#include "rules/vectors.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("exportRksvDep", svc::rksv::exportDep);
    registry.route("readRksvRegistration", svc::rksv::readRegistration);
    registry.command("regime.at-rksv.describe", svc::rksv::describe);
    registry.command("regime.at-rksv.check",
                     [](svc::Call&, const svc::Json& given) { return svc::rksv::checkVector(given); });
    registry.command("regime.at-rksv.ready", svc::rksv::ready);
    registry.command("regime.at-rksv.ask_ahead", svc::rksv::askAhead);
    registry.command("regime.at-rksv.prepare", svc::rksv::prepare);
    registry.job("close-month", svc::rksv::closeMonth);
}

} // namespace

SVC_PLUGIN("at-rksv", "1.0.0", start)
