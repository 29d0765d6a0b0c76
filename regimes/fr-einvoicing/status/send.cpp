#include "deposit/store.hpp"
#include "platform/flow_service.hpp"
#include "status/rules/statuses.hpp"
#include "status/store.hpp"

namespace svc::fr_einvoicing {
namespace {

/// Adds the status to the life cycle of the submission of our own invoice.
void showOnSubmission(Call& call, const OutgoingStatus& one) {
    const auto document = findDocument(call, one.about);
    if (document && document->submission) {
        calls::compliance::fiscalStatus(
            call, {.submissionId = FiscalSubmissionId::parse(*document->submission).value(),
                   .code = one.code,
                   .label = std::string(statusOf(one.code).label),
                   .direction = calls::compliance::FiscalDirection::Out});
    }
}

void keepEnd(Call& call, const Uuid& id, const Deposit& deposit) {
    auto one = lockStatus(call, id);
    if (!one || one->state != SendingState::Waiting) {
        return;
    }
    if (deposit.end == Deposit::End::Refused) {
        one->state = SendingState::Refused;
        updateStatus(call, *one, deposit.code + ": " + deposit.error);
        call.log(Call::Level::Warning, "the platform refuses status " + one->code + " of " + one->about +
                                           ": " + deposit.code + ' ' + deposit.error);
        return;
    }
    one->state = deposit.end == Deposit::End::Exists ? SendingState::Accepted : SendingState::Sent;
    one->flow = deposit.flowId.empty() ? std::nullopt : std::optional(deposit.flowId);
    updateStatus(call, *one);
    showOnSubmission(call, *one);
}

} // namespace

void jobs::sendStatus(Call& call, const jobs::SendStatusPayload& payload) {
    const Uuid id = Uuid::parse(payload.status).value();
    const auto [settings, one] =
        call.transaction([&] { return std::pair(enabledSettings(call), lockStatus(call, id)); });
    if (!one || one->state != SendingState::Waiting) {
        return;
    }
    if (!settings) {
        call.again(call.now() + DisabledPause, call.input(), "the regime is not enabled");
        return;
    }
    const Deposit deposit = tryDeposit(call, *settings,
                                       {.trackingId = id.toString(),
                                        .name = id.toString() + ".xml",
                                        .syntax = "CDAR",
                                        .processingRule = "B2B",
                                        .bytes = one->message});
    if (!deposit.isSettled()) {
        call.again(deposit.later.value_or(call.now() + DepositPause), call.input(), deposit.error);
        return;
    }
    call.transaction([&] { keepEnd(call, id, deposit); });
}

} // namespace svc::fr_einvoicing
