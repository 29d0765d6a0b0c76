#include <algorithm>
#include <exception>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "deposit/store.hpp"
#include "einvoice/file_reader.hpp"
#include "flow/store.hpp"
#include "local_time.hpp"
#include "platform/flow_service.hpp"
#include "report/store.hpp"
#include "rules/parties.hpp"
#include "status/rules/status_message.hpp"
#include "status/rules/statuses.hpp"
#include "status/store.hpp"
#include "supplier_invoice/store.hpp"

namespace svc::fr_einvoicing {
namespace {

using namespace calls::compliance;
using State = FiscalSubmissionStatus;

constexpr int PageSize = 100;
/// Flows may become visible late: this span is read again, and known flows are skipped by their identifier.
constexpr std::int64_t Overlap = 10 * Instant::Minute;
/// How long a missing file of a flow is retried; other flows do not wait for it.
constexpr std::int64_t LongestWait = Instant::Day;
/// The span of the first run.
constexpr std::int64_t FirstSpan = 30 * Instant::Day;

constexpr std::string_view SupplierInvoiceType = "SupplierInvoice";
constexpr std::string_view CustomerLife = "CustomerInvoiceLC";

Json typesFor(const Settings& settings) {
    Json types = Json::array({CustomerLife});
    if (settings.receives) {
        types.push(SupplierInvoiceType);
    }
    return types;
}

/// Applies a received status to the submission of the document.
void applyStatus(Call& call, const Document& document, const ToldStatus& told) {
    if (!document.submission) {
        return;
    }
    const auto id = FiscalSubmissionId::parse(*document.submission).value();
    const FiscalSubmission submission = fiscalSubmission(call, {.id = id}).value();
    const LifeStatus known = statusOf(told.code);
    for (const auto& line : submission.statuses) {
        // The acknowledgement of the deposit has reported the same status already.
        if (known.effect == Effect::Accepted && line.code == told.code) {
            return;
        }
    }
    const std::string label = known.label.empty() ? told.label : std::string(known.label);
    const auto at = told.localTime.empty() ? std::nullopt : std::optional(instantOf(call, told.localTime));
    const State state = submission.status;
    const bool isOpen = state == State::Pending || state == State::Submitted || state == State::Held;
    const bool accepts = known.effect == Effect::Accepted && isOpen;
    const bool rejects = known.effect == Effect::Rejected && (isOpen || state == State::Accepted);
    if (!accepts && !rejects) {
        fiscalStatus(call, {.submissionId = id,
                            .code = told.code,
                            .label = label,
                            .at = at,
                            .direction = FiscalDirection::In});
        return;
    }
    FiscalOutcomeInput outcome{.submissionId = id,
                               .outcome = accepts ? FiscalOutcomeInputOutcome::Accepted
                                                  : FiscalOutcomeInputOutcome::Rejected,
                               .status = RegimeStatus{.code = told.code, .label = label, .at = at}};
    if (rejects) {
        outcome.error = told.reason.empty() ? label : told.reason;
        outcome.errorCode = told.reasonCode.empty() ? told.code : told.reasonCode;
    }
    fiscalOutcome(call, outcome);
}

/// Processes incoming flows, one transaction each.
class Intake {
public:
    Intake(Call& call, const Settings& settings)
        : call_(call), settings_(settings), platform_(call, settings) {}

    /// Fetches all flows since the last run, and stores after each page up to where it came.
    void run() {
        const auto known = call_.transaction([&] { return fetchedUntil(call_); });
        Instant after = known ? *known - Overlap : call_.now() - FirstSpan;
        for (;;) {
            const Json where = Json::object({{"updatedAfter", after},
                                             {"flowType", typesFor(settings_)},
                                             {"flowDirection", Json::array({settings_.incomingDirection})}});
            const std::vector<Json> page = platform_.search(where, PageSize);
            Instant last = after;
            for (const Json& flow : page) {
                take(flow);
                const auto updated = updatedAt(flow);
                last = updated ? std::max(last, *updated) : last;
            }
            const Instant until = known ? std::max(*known, last) : last;
            call_.transaction([&] { saveFetchedUntil(call_, missed_ ? std::min(until, *missed_) : until); });
            if (page.size() < PageSize || last == after) {
                return;
            }
            after = last;
        }
    }

private:
    void take(const Json& flow) {
        const std::string id = flow.textOr("flowId");
        const std::string type = flow.textOr("flowType");
        const bool isRefused = acknowledgementOf(flow).state == AckState::Error;
        if (id.empty() || isRefused || call_.transaction([&] { return isTaken(call_, id); })) {
            return;
        }
        const auto file = platform_.original(id);
        if (!file) {
            miss(id, type, updatedAt(flow));
            return;
        }
        std::string error;
        try {
            call_.transaction([&] {
                if (takeFlow(call_, id, type)) {
                    type == SupplierInvoiceType ? takeInvoice(id, flow, *file) : takeStatuses(id, *file);
                }
            });
            return;
        } catch (const ApiError& refusal) {
            error = refusal.what();
        }
        giveUp(id, type, error);
    }

    std::optional<Instant> updatedAt(const Json& flow) const {
        return Instant::parse(flow.textOr("updatedAt", flow.textOr("submittedAt")));
    }
    /// Leaves the flow to the next run, which starts again from its time.
    void miss(const std::string& id, const std::string& type, const std::optional<Instant>& at) {
        if (!at || *at + LongestWait < call_.now()) {
            giveUp(id, type, "the platform does not give its file");
            return;
        }
        missed_ = missed_ ? std::min(*missed_, *at) : *at;
    }
    /// Marks a flow as unreadable for good, and tells a person in the history.
    void giveUp(const std::string& id, const std::string& type, const std::string& error) {
        call_.log(Call::Level::Warning, "flow " + id + " of the platform cannot be taken in: " + error);
        call_.transaction([&] {
            takeFlow(call_, id, type);
            noteFlow(call_, id, std::nullopt, error);
            call_.history("regime", RegimeId, "flow.unreadable",
                          Json::array({Json::object({{"field", id}, {"from", nullptr}, {"to", error}})}));
        });
    }

    void takeInvoice(const std::string& id, const Json& flow, const std::string& file) {
        const einvoice::ReceivedInvoice received = read(file);
        const std::string extension = received.inPdf ? ".pdf" : ".xml";
        const auto stored = calls::receiving::receive(
            call_, {.source = std::string(RegimeId),
                    .fileName = flow.textOr("name", id + extension),
                    .contentType = received.inPdf ? "application/pdf" : "application/xml",
                    .content = base64Encode(file)});
        const einvoice::Party& seller = received.invoice.seller;
        const Party party{.registrationNumber = seller.registration,
                          .vatNumber = seller.vatNumber,
                          .peppolId = seller.electronicAddress};
        const std::string invoice = stored.id.toString();
        keepSupplierInvoice(call_, {.id = invoice,
                                    .flow = id,
                                    .number = received.invoice.number,
                                    .typeCode = received.invoice.typeCode,
                                    .date = received.invoice.date,
                                    .sellerSiren = sirenOf(party),
                                    .sellerName = seller.name});
        noteFlow(call_, id, invoice, std::nullopt);
    }
    /// Throws the same refusals as the module receiving.
    static einvoice::ReceivedInvoice read(const std::string& file) {
        try {
            return einvoice::readInvoiceFile(file);
        } catch (const einvoice::FileFault& fault) {
            throw ApiError(400, "file-unreadable", {fault.reason()});
        }
    }

    void takeStatuses(const std::string& id, const std::string& file) {
        const auto statuses = readStatuses(file);
        if (!statuses) {
            throw ApiError(400, "file-unreadable", {"syntax"});
        }
        std::optional<std::string> about;
        for (const ToldStatus& told : *statuses) {
            if (const auto document = findDocumentNumbered(call_, told.number)) {
                applyStatus(call_, *document, told);
                about = document->id;
            }
        }
        noteFlow(call_, id, about,
                 about ? std::nullopt : std::optional<std::string>("no invoice of ours has this number"));
    }

    Call& call_;
    const Settings& settings_;
    FlowService platform_;
    std::optional<Instant> missed_; ///< time of the first flow whose file is still missing
};

/// The final acknowledgement of a deposited flow; nothing while it is pending.
std::optional<Acknowledgement> endOf(FlowService& platform, const std::optional<std::string>& flowId) {
    if (!flowId) {
        return Acknowledgement{.state = AckState::Ok, .reasonCode = {}, .reason = {}};
    }
    Acknowledgement ack = acknowledgementOf(platform.flow(*flowId));
    return ack.state == AckState::Pending ? std::nullopt : std::optional(std::move(ack));
}

std::optional<std::string> errorOf(const Acknowledgement& ack) {
    return ack.state == AckState::Error ? std::optional(ack.reasonCode + ": " + ack.reason) : std::nullopt;
}

void followStatuses(Call& call, FlowService& platform) {
    for (OutgoingStatus& one : call.transaction([&] { return sentStatuses(call); })) {
        if (const auto ack = endOf(platform, one.flow)) {
            one.state = ack->state == AckState::Ok ? SendingState::Accepted : SendingState::Refused;
            call.transaction([&] { updateStatus(call, one, errorOf(*ack)); });
        }
    }
}

void followReports(Call& call, FlowService& platform) {
    for (StoredReport& one : call.transaction([&] { return sentReports(call); })) {
        if (const auto ack = endOf(platform, one.flow)) {
            one.state = ack->state == AckState::Ok ? SendingState::Accepted : SendingState::Refused;
            one.error = errorOf(*ack);
            call.transaction([&] { updateReport(call, one); });
        }
    }
}

} // namespace

/// A schedule: fetches new flows from the platform (supplier invoices, statuses of our own invoices), and the
/// acknowledgements of deposited statuses and reports.
void jobs::fetchFlows(Call& call, const Json&) {
    const auto settings = call.transaction([&] { return enabledSettings(call); });
    if (!settings) {
        return;
    }
    try {
        FlowService platform(call, *settings);
        Intake(call, *settings).run();
        followStatuses(call, platform);
        followReports(call, platform);
    } catch (const ApiError&) {
        throw;
    } catch (const std::exception& error) {
        // The next run continues from the stored position.
        call.log(Call::Level::Warning,
                 std::string("the flows of the platform were not fetched: ") + error.what());
    }
}

} // namespace svc::fr_einvoicing
