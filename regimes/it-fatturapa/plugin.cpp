#include <svc/plugin.hpp>

#include "check.hpp"
#include "describe.hpp"
#include "file/prepare.hpp"
#include "file/read.hpp"
#include "file/send.hpp"
#include "message/follow.hpp"
#include "message/take.hpp"

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
