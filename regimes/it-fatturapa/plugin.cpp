#include <svc/plugin.hpp>

#include "api/applying.hpp"
#include "api/checking.hpp"
#include "api/describing.hpp"
#include "api/making.hpp"
#include "api/routes.hpp"
#include "api/sending.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("takeSdiMessage", svc::fatturapa::takeMessage);
    registry.route("readSdiFile", svc::fatturapa::readFile);
    registry.command("regime.it-fatturapa.describe", svc::fatturapa::describe);
    registry.command("regime.it-fatturapa.check", svc::fatturapa::check);
    registry.command("regime.it-fatturapa.prepare", svc::fatturapa::prepare);
    registry.command("regime.it-fatturapa.send", svc::fatturapa::send);
    registry.command("regime.it-fatturapa.read", svc::fatturapa::read);
    registry.job("follow-answer", svc::fatturapa::followAnswer);
}

} // namespace

SVC_PLUGIN("it-fatturapa", "1.0.0", start)
