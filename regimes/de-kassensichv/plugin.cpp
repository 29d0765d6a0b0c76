#include <svc/plugin.hpp>

#include "cash/record.hpp"
#include "closing/close_day.hpp"
#include "describe.hpp"
#include "export/dsfinvk.hpp"
#include "outage/list.hpp"
#include "payment/record.hpp"
#include "receipt/check.hpp"
#include "receipt/prepare.hpp"
#include "receipt/verify.hpp"
#include "tse/sign.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("exportDsfinvk", svc::kassensichv::exportDsfinvk);
    registry.route("listTseOutages", svc::kassensichv::listOutages);
    registry.route("verifyTillReceipt", svc::kassensichv::verifyReceipt);
    registry.command("regime.de-kassensichv.describe", svc::kassensichv::describe);
    registry.command("regime.de-kassensichv.ask_ahead", svc::kassensichv::askAhead);
    registry.command("regime.de-kassensichv.check", svc::kassensichv::check);
    registry.command("regime.de-kassensichv.prepare", svc::kassensichv::prepare);
    registry.command("regime.de-kassensichv.send", svc::kassensichv::send);
    registry.command("regime.de-kassensichv.read", svc::kassensichv::read);
    registry.hook("file_recording", svc::kassensichv::fileRecording);
    registry.hook("payment_received", svc::kassensichv::paymentReceived);
    registry.job("close-day", svc::kassensichv::closeDay);
    registry.job("record", svc::kassensichv::recordCashEvent);
    registry.job("release-unsigned", svc::kassensichv::releaseUnsigned);
    registry.job("sign", svc::kassensichv::sign);
}

} // namespace

SVC_PLUGIN("de-kassensichv", "1.0.0", start)
