#include "deposit/send.hpp"

#include <algorithm>
#include <stdexcept>

#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "deposit/paper.hpp"
#include "deposit/store.hpp"
#include "platform/flow_service.hpp"
#include "rules/parties.hpp"
#include "status/rules/statuses.hpp"

namespace svc::fr_einvoicing {
namespace {

using authority::outcome;

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

Parcel pack(Call& call, const Json& input) {
    const Json& submission = input["submission"];
    Parcel parcel{.paper = paperOf(call, submission.textOr("kind"), submission.textOr("documentId")),
                  .settings = enabledSettings(call),
                  .made = {}};
    if (!parcel.settings || buyerOf(parcel.paper.buyer) != Buyer::Domestic) {
        return parcel;
    }
    if (const auto sealed = input.optionalText("payload")) {
        parcel.made.content = *sealed;
    } else {
        parcel.made = fileOf(call, parcel.paper, *parcel.settings);
    }
    if (parcel.made.field.empty()) {
        keepDocument(call, parcel.paper.document);
        beginDeposit(call, parcel.paper.document.id, submission.textOr("id"), input.textOr("key"));
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

/// The platform's acknowledgement, as the outcome of a submission.
Json outcomeOf(const Json& flow) {
    const Acknowledgement ack = acknowledgementOf(flow);
    Json told;
    switch (ack.state) {
    case AckState::Pending:
        told = outcome("submitted");
        break;
    case AckState::Ok:
        told = outcome("accepted");
        told.set("status",
                 Json::object({{"code", status::Deposited}, {"label", statusOf(status::Deposited).label}}));
        break;
    case AckState::Error:
        told = outcome("rejected", ack.reason.empty() ? ack.reasonCode : ack.reason, ack.reasonCode);
        told.set("status",
                 Json::object({{"code", status::Rejected}, {"label", statusOf(status::Rejected).label}}));
        break;
    }
    return told.set("reference", flow.optionalText("flowId"));
}

Json outcomeOf(FlowService& platform, const FlowFile& file, const Deposit& deposit) {
    switch (deposit.end) {
    case Deposit::End::Taken:
        return outcome("submitted").set("reference", deposit.flowId);
    case Deposit::End::Exists: {
        const Json flow = platform.flowTracked(file.trackingId);
        return flow.isNull()
                   ? outcome("rejected", "another flow of the platform has this file", "AlreadyExistingFlow")
                   : outcomeOf(flow);
    }
    case Deposit::End::Refused:
        return outcome("rejected", deposit.error, deposit.code);
    case Deposit::End::Later:
        return outcome("later").set("nextAttemptAt", deposit.later ? Json(*deposit.later) : Json(nullptr));
    case Deposit::End::NotDone:
        return outcome("retry", deposit.error);
    case Deposit::End::Lost:
        break;
    }
    throw std::runtime_error("the answer is lost: " + deposit.error);
}

Json sendParcel(Call& call, const Parcel& parcel, const std::string& tracking) {
    FlowService platform(call, *parcel.settings);
    if (!isReachable(platform, *parcel.settings, parcel.paper.document.buyerSiren)) {
        return outcome("rejected", "the directory has no address of " + parcel.paper.document.buyerSiren,
                       "receiver-unknown");
    }
    const FlowFile file =
        flowFileOf(parcel.paper, *parcel.settings, tracking, base64Decode(parcel.made.content).value_or(""));
    const Deposit deposit = platform.deposit(file);
    return outcomeOf(platform, file, deposit)
        .set("request", parcel.made.content)
        .set("answer", base64Encode(deposit.answer));
}

} // namespace

Json send(Call& call, const Json& input) {
    const Parcel parcel = call.transaction([&] { return pack(call, input); });
    if (!parcel.settings) {
        return outcome("retry", "the regime is not enabled");
    }
    if (buyerOf(parcel.paper.buyer) != Buyer::Domestic) {
        return outcome("rejected", "the buyer is no French business", "receiver-missing");
    }
    if (!parcel.made.field.empty()) {
        return outcome("rejected", parcel.made.reason, "invoice-incomplete:" + parcel.made.field);
    }
    try {
        return sendParcel(call, parcel, input.textOr("key"));
    } catch (const NoToken& none) {
        return outcome("retry", none.what());
    }
}

Json read(Call& call, const Json& input) {
    const Json& submission = input["submission"];
    const auto [settings, document] = call.transaction([&] {
        return std::pair(enabledSettings(call), findDocument(call, submission.textOr("documentId")));
    });
    const auto flowId = submission.optionalText("reference");
    if (!settings || !flowId) {
        return outcome("submitted");
    }
    FlowService platform(call, *settings);
    const Json flow = platform.flow(*flowId);
    if (flow.isNull()) {
        return outcome("submitted");
    }
    if (acknowledgementOf(flow).reasonCode == "AlreadyExistingFlow" && document && document->tracking) {
        if (const Json first = platform.flowTracked(*document->tracking); !first.isNull()) {
            return outcomeOf(first).set("answer", base64Encode(first.dump()));
        }
    }
    return outcomeOf(flow).set("answer", base64Encode(flow.dump()));
}

} // namespace svc::fr_einvoicing
