#include "platform/flow_service.hpp"
#include "report/store.hpp"

namespace svc::fr_einvoicing {
namespace {

/// The platform's identifier of a flow that it has already; empty when the platform does not give it.
std::string knownFlow(Call& call, const Settings& settings, const std::string& trackingId) {
    try {
        const Json flow = FlowService(call, settings).flowTracked(trackingId);
        return flow.isObject() ? flow.textOr("flowId") : std::string();
    } catch (const std::runtime_error&) {
        return {}; // no answer, but the platform has the report
    }
}

void keepEnd(Call& call, StoredReport report, const Deposit& deposit) {
    if (deposit.end == Deposit::End::Refused) {
        report.state = SendingState::Refused;
        report.error = deposit.code + ": " + deposit.error;
        call.history(
            "regime", RegimeId, "report.refused",
            Json::array({Json::object({{"field", report.id}, {"from", nullptr}, {"to", *report.error}})}));
    } else {
        report.state = deposit.end == Deposit::End::Exists ? SendingState::Accepted : SendingState::Sent;
        report.flow = deposit.flowId.empty() ? std::nullopt : std::optional(deposit.flowId);
    }
    updateReport(call, report);
}

} // namespace

/// Deposits one report.
void jobs::sendReport(Call& call, const jobs::SendReportPayload& payload) {
    const std::string& id = payload.report;
    const auto [settings, report] =
        call.transaction([&] { return std::pair(enabledSettings(call), findReport(call, id)); });
    if (!report || report->state != SendingState::Waiting) {
        return;
    }
    if (!settings) {
        call.again(call.now() + DisabledPause, call.input(), "the regime is not enabled");
        return;
    }
    const std::string trackingId = settings->siren + '-' + id;
    Deposit deposit = tryDeposit(
        call, *settings,
        {.trackingId = trackingId, .name = id + ".xml", .syntax = "FRR", .bytes = report->xml.value_or("")});
    if (deposit.end == Deposit::End::Exists && deposit.flowId.empty()) {
        deposit.flowId = knownFlow(call, *settings, trackingId);
    }
    if (!deposit.isSettled()) {
        call.again(deposit.later.value_or(call.now() + DepositPause), call.input(), deposit.error);
        return;
    }
    call.transaction([&] { keepEnd(call, *report, deposit); });
}

} // namespace svc::fr_einvoicing
