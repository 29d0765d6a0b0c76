#include <svc/plugin.hpp>

#include "check.hpp"
#include "describe.hpp"
#include "file/prepare.hpp"
#include "file/send.hpp"
#include "receipt/fetch.hpp"
#include "session/close.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.command("regime.pl-ksef.describe", svc::ksef::describe);
    registry.command("regime.pl-ksef.check", svc::ksef::check);
    registry.command("regime.pl-ksef.prepare", svc::ksef::prepare);
    registry.command("regime.pl-ksef.send", svc::ksef::send);
    registry.command("regime.pl-ksef.read", svc::ksef::read);
    registry.job("close-session", svc::ksef::closeSessionJob);
    registry.job("fetch-receipt", svc::ksef::fetchReceiptJob);
}

} // namespace

SVC_PLUGIN("pl-ksef", "1.0.0", start)
