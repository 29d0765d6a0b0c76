#include <algorithm>
#include <stdexcept>

#include <svc/encoding.hpp>

#include "deposit/paper.hpp"
#include "deposit/store.hpp"
#include "platform/flow_service.hpp"
#include "rules/parties.hpp"
#include "status/rules/statuses.hpp"

namespace svc::fr_einvoicing {
namespace {

using namespace calls::compliance;

FlowFile flowFileOf(const Paper& paper, const Settings& settings, const std::string& tracking,
                    std::string bytes) {
    return {.trackingId = tracking,
            .name = paper.document.number + (settings.syntax == "Factur-X" ? ".pdf" : ".xml"),
            .syntax = settings.syntax,
            .profile = settings.flowProfile,
            .processingRule = "B2B",
            .bytes = std::move(bytes)};
}

/// The file to deposit: sealed with the document, or made now.
struct Parcel {
    Paper paper = {};
    std::optional<Settings> settings = {};
    Made made = {};
};

Parcel pack(Call& call, const RegimeSending& input) {
    const SubmissionToSend& submission = input.submission;
    Parcel parcel{.paper = paperOf(call, submission.kind, submission.documentId),
                  .settings = enabledSettings(call),
                  .made = {}};
    if (!parcel.settings || buyerOf(parcel.paper.buyer) != Buyer::Domestic) {
        return parcel;
    }
    if (input.payload) {
        parcel.made.content = *input.payload;
    } else {
        parcel.made = fileOf(call, parcel.paper, *parcel.settings);
    }
    if (parcel.made.field.empty()) {
        keepDocument(call, parcel.paper.document);
        beginDeposit(call, parcel.paper.document.id, submission.id.toString(), input.key);
    }
    return parcel;
}

bool isEnabled(const DirectoryLine& line) {
    return line.status.empty() || line.status == "Enabled";
}

/// Can the buyer be reached through a platform? True when no directory is configured or the buyer has no
/// SIREN. Throws NoToken when the directory gives no answer.
bool isReachable(FlowService& platform, const Settings& settings, const std::string& siren) {
    if (settings.directoryUrl.empty() || siren.empty()) {
        return true;
    }
    const auto lines = platform.lines(siren);
    if (!lines) {
        throw NoToken("the directory gives no answer");
    }
    return std::any_of(lines->begin(), lines->end(), isEnabled);
}

RegimeAnswer rejected(const std::string& error, const std::string& code) {
    return {.outcome = AnswerOutcome::Rejected,
            .error = error.empty() ? std::nullopt : std::optional(error),
            .errorCode = code.empty() ? std::nullopt : std::optional(code)};
}

RegimeStatus lineOf(std::string_view code) {
    return {.code = std::string(code), .label = std::string(statusOf(code).label)};
}

/// The platform's acknowledgement, as the outcome of a submission.
RegimeAnswer outcomeOf(const Json& flow) {
    const Acknowledgement ack = acknowledgementOf(flow);
    RegimeAnswer told;
    switch (ack.state) {
    case AckState::Pending:
        told.outcome = AnswerOutcome::Submitted;
        break;
    case AckState::Ok:
        told.outcome = AnswerOutcome::Accepted;
        told.status = lineOf(status::Deposited);
        break;
    case AckState::Error:
        told = rejected(ack.reason.empty() ? ack.reasonCode : ack.reason, ack.reasonCode);
        told.status = lineOf(status::Rejected);
        break;
    }
    told.reference = flow.optionalText("flowId");
    return told;
}

RegimeAnswer outcomeOf(FlowService& platform, const FlowFile& file, const Deposit& deposit) {
    switch (deposit.end) {
    case Deposit::End::Taken:
        return {.outcome = AnswerOutcome::Submitted, .reference = deposit.flowId};
    case Deposit::End::Exists: {
        const Json flow = platform.flowTracked(file.trackingId);
        return flow.isNull() ? rejected("another flow of the platform has this file", "AlreadyExistingFlow")
                             : outcomeOf(flow);
    }
    case Deposit::End::Refused:
        return rejected(deposit.error, deposit.code);
    case Deposit::End::Later:
        return {.outcome = AnswerOutcome::Later, .nextAttemptAt = deposit.later};
    case Deposit::End::NotDone:
        return {.outcome = AnswerOutcome::Retry, .error = deposit.error};
    case Deposit::End::Lost:
        break;
    }
    throw std::runtime_error("the answer is lost: " + deposit.error);
}

RegimeAnswer sendParcel(Call& call, const Parcel& parcel, const std::string& tracking) {
    FlowService platform(call, *parcel.settings);
    if (!isReachable(platform, *parcel.settings, parcel.paper.document.buyerSiren)) {
        return rejected("the directory has no address of " + parcel.paper.document.buyerSiren,
                        "receiver-unknown");
    }
    const FlowFile file =
        flowFileOf(parcel.paper, *parcel.settings, tracking, base64Decode(parcel.made.content).value_or(""));
    const Deposit deposit = platform.deposit(file);
    RegimeAnswer told = outcomeOf(platform, file, deposit);
    told.request = parcel.made.content;
    told.answer = base64Encode(deposit.answer);
    return told;
}

} // namespace

/// Deposits the file.
RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    const Parcel parcel = call.transaction([&] { return pack(call, input); });
    if (!parcel.settings) {
        return {.outcome = AnswerOutcome::Retry, .error = "the regime is not enabled"};
    }
    if (buyerOf(parcel.paper.buyer) != Buyer::Domestic) {
        return rejected("the buyer is no French business", "receiver-missing");
    }
    if (!parcel.made.field.empty()) {
        return rejected(parcel.made.reason, "invoice-incomplete:" + parcel.made.field);
    }
    try {
        return sendParcel(call, parcel, input.key);
    } catch (const NoToken& none) {
        return {.outcome = AnswerOutcome::Retry, .error = none.what()};
    }
}

/// Reads the platform's acknowledgement of the file.
RegimeAnswer commands::read(Call& call, const RegimeSending& input) {
    const auto [settings, document] = call.transaction(
        [&] { return std::pair(enabledSettings(call), findDocument(call, input.submission.documentId)); });
    const auto& flowId = input.submission.reference;
    if (!settings || !flowId) {
        return {.outcome = AnswerOutcome::Submitted};
    }
    FlowService platform(call, *settings);
    const Json flow = platform.flow(*flowId);
    if (flow.isNull()) {
        return {.outcome = AnswerOutcome::Submitted};
    }
    const auto heard = [](const Json& about) {
        RegimeAnswer told = outcomeOf(about);
        told.answer = base64Encode(about.dump());
        return told;
    };
    if (acknowledgementOf(flow).reasonCode == "AlreadyExistingFlow" && document && document->tracking) {
        if (const Json first = platform.flowTracked(*document->tracking); !first.isNull()) {
            return heard(first);
        }
    }
    return heard(flow);
}

} // namespace svc::fr_einvoicing
