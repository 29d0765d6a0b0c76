#include "submission/moves.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <svc/encoding.hpp>

#include "mark/store.hpp"
#include "regime/known.hpp"
#include "sealing/sha256.hpp"

namespace svc::compliance {
namespace {

using SaleStatus = calls::sales::SaleFiscalStatus;

/// Minutes to wait after each failure.
constexpr std::array<std::int64_t, 6> Waits = {1, 5, 30, 120, 720, 1440};

std::optional<AuthorityStatus> statusOf(Call& call, const Outcome& outcome) {
    if (!outcome.status) {
        return std::nullopt;
    }
    return AuthorityStatus{.code = outcome.status->code,
                           .label = outcome.status->label,
                           .at = outcome.status->at.value_or(call.now().truncatedToMillis()),
                           .direction = outcome.status->direction};
}

/// The status shown on the sale: rejected if any regime rejected it, else pending if any answer is open, else
/// accepted. A failed submission counts as not submitted. Only the newest submission of each regime counts.
SaleStatus saleStatusOf(const std::vector<Submission>& newestFirst) {
    std::set<std::string> seen;
    bool rejected = false;
    bool open = false;
    bool accepted = false;
    for (const Submission& one : newestFirst) {
        if (one.operation != Operation::Issue || !seen.insert(one.regime).second) {
            continue;
        }
        rejected = rejected || one.status == Status::Rejected;
        open = open || isOpen(one.status);
        accepted = accepted || one.status == Status::Accepted;
    }
    return rejected   ? SaleStatus::Rejected
           : open     ? SaleStatus::Pending
           : accepted ? SaleStatus::Accepted
                      : SaleStatus::None;
}

bool isIssueOfSale(const Submission& one) {
    return one.kind == DocumentKind::Sale && one.operation == Operation::Issue;
}

void showOnSale(Call& call, const std::string& sale, SaleStatus status) {
    calls::sales::fiscalStatus(call, {.id = SaleId::parse(sale).value(), .fiscalStatus = status});
}

void tellHistory(Call& call, const Submission& one, const Json& from) {
    const std::string_view status = toText(one.status);
    call.history(
        toText(one.kind), one.documentId, "fiscal." + std::string(status),
        Json::array({Json::object({{"field", "fiscal." + one.regime}, {"from", from}, {"to", status}})}));
}

void tell(Call& call, const Submission& one, const Json& from) {
    tellHistory(call, one, from);
    showOnDocument(call, one);
}

void move(Call& call, Submission& one, Status status, const Outcome& outcome) {
    const Json before(toText(one.status));
    one.status = status;
    const auto line = statusOf(call, outcome);
    updateSubmission(call, one, line);
    if (line) {
        one.statuses.push_back(*line);
    }
    tell(call, one, before);
}

} // namespace

void markDocument(Call& call, const Submission& one, const Outcome& outcome) {
    const bool ownPaper = one.kind == DocumentKind::CreditNote && outcome.mark.has_value();
    if (one.kind == DocumentKind::CashSession || (one.operation == Operation::Cancel && !ownPaper)) {
        return; // the mark of a cancellation is printed on its own credit note, where the regime prints one
    }
    FiscalMark mark{.regime = one.regime};
    std::vector<Json> more;
    if (outcome.mark) {
        more = outcome.mark->more.value_or(std::vector<Json>{});
        mark = markOf(one.regime, *outcome.mark);
    } else if (one.reference || one.qrCode) {
        const std::string name = nameOf(call, one.regime);
        if (one.reference) {
            mark.lines.push_back(name + ": " + *one.reference);
        }
        mark.qr = one.qrCode;
        mark.caption = name;
    } else {
        return;
    }
    saveMark(call, toText(one.kind), one.documentId, mark, more);
}

namespace {

std::optional<std::string> digestOf(const std::optional<std::string>& payload) {
    const auto bytes = payload ? base64Decode(*payload) : std::nullopt;
    return bytes ? std::optional(sealing::sha256({*bytes})) : std::nullopt;
}

Submission file(Call& call, const Paper& paper, const NewSubmission& made) {
    Submission one{.id = made.id,
                   .regime = paper.regime,
                   .kind = paper.kind,
                   .documentId = paper.documentId,
                   .documentNumber = paper.documentNumber,
                   .operation = paper.operation,
                   .status = Status::Pending,
                   .payloadSha256 = digestOf(made.payload),
                   .nextAttemptAt = made.notBefore.value_or(call.now()).truncatedToMillis()};
    insertSubmission(call, one, made.payload, made.batched);
    if (!made.batched) {
        fileSending(call, one);
    }
    return one;
}

/// The authority may accept a sale that was cancelled meanwhile: it is then cancelled at the authority too.
/// Regimes that seal did this when the sale was cancelled.
void takeBackCancelled(Call& call, const Submission& one) {
    if (!isIssueOfSale(one) || verbs::offersPrepare(call, one.regime)) {
        return;
    }
    const auto sale = calls::sales::get(call, {.id = SaleId::parse(one.documentId).value()});
    if (sale && sale->status == calls::sales::SaleStatus::Cancelled) {
        submit(call, {.regime = one.regime,
                      .kind = one.kind,
                      .documentId = one.documentId,
                      .documentNumber = one.documentNumber,
                      .operation = Operation::Cancel});
    }
}

void answered(Call& call, Submission& one) {
    one.answeredAt = call.now().truncatedToMillis();
    one.submittedAt = one.submittedAt ? one.submittedAt : one.answeredAt;
    one.nextAttemptAt.reset();
}

} // namespace

std::optional<Submission> acceptedIssue(const std::vector<Submission>& newestFirst, std::string_view regime) {
    const auto newest = std::find_if(newestFirst.begin(), newestFirst.end(), [&](const Submission& one) {
        return one.regime == regime && one.operation == Operation::Issue;
    });
    const bool isAccepted = newest != newestFirst.end() && newest->status == Status::Accepted;
    return isAccepted ? std::optional(*newest) : std::nullopt;
}

void showOnDocument(Call& call, const Submission& one) {
    if (isIssueOfSale(one)) {
        showOnSale(call, one.documentId, saleStatusOf(submissionsOf(call, one.kind, one.documentId)));
    }
}

Submission submit(Call& call, const Paper& paper) {
    for (const Submission& earlier : submissionsOf(call, paper.kind, paper.documentId)) {
        if (earlier.regime != paper.regime || earlier.operation != paper.operation) {
            continue;
        }
        if (isOpen(earlier.status)) {
            throw ApiError(400, "submission-in-progress");
        }
        if (earlier.status == Status::Accepted) {
            throw ApiError(400, "submission-accepted");
        }
    }
    const Submission one = file(call, paper, {.id = call.newId<FiscalSubmissionId>()});
    tell(call, one, Json(nullptr));
    return one;
}

void submitNew(Call& call, const Paper& paper, const NewSubmission& made) {
    const Submission one = file(call, paper, made);
    tellHistory(call, one, Json(nullptr));
    if (isIssueOfSale(one)) {
        showOnSale(call, one.documentId, SaleStatus::Pending);
    }
}

void accept(Call& call, Submission& one, const Outcome& outcome) {
    one.reference = outcome.reference ? outcome.reference : one.reference;
    one.qrCode = outcome.qrCode ? outcome.qrCode : one.qrCode;
    answered(call, one);
    one.error.reset();
    one.errorCode.reset();
    markDocument(call, one, outcome);
    move(call, one, Status::Accepted, outcome);
    emit(call, events::FiscalAccepted{.id = one.id,
                                      .regime = one.regime,
                                      .kind = one.kind,
                                      .documentId = one.documentId,
                                      .documentNumber = one.documentNumber,
                                      .operation = one.operation,
                                      .reference = one.reference,
                                      .qrCode = one.qrCode,
                                      .acceptedAt = one.answeredAt.value()});
    takeBackCancelled(call, one);
}

void reject(Call& call, Submission& one, const Outcome& outcome) {
    one.reference = outcome.reference ? outcome.reference : one.reference;
    one.error = outcome.error.value_or("refused");
    one.errorCode = outcome.errorCode;
    answered(call, one);
    move(call, one, Status::Rejected, outcome);
    emit(call, events::FiscalRejected{.id = one.id,
                                      .regime = one.regime,
                                      .kind = one.kind,
                                      .documentId = one.documentId,
                                      .documentNumber = one.documentNumber,
                                      .operation = one.operation,
                                      .error = one.error.value(),
                                      .errorCode = one.errorCode,
                                      .rejectedAt = one.answeredAt.value()});
}

void postpone(Call& call, Submission& one, const Outcome& outcome) {
    one.nextAttemptAt = outcome.nextAttemptAt.value_or(call.now() + Instant::Minute).truncatedToMillis();
    updateSubmission(call, one);
    fileSending(call, one);
}

void resend(Call& call, Submission& one) {
    one.error.reset();
    one.errorCode.reset();
    one.nextAttemptAt = call.now().truncatedToMillis();
    move(call, one, Status::Pending, {});
    fileSending(call, one);
}

void retry(Call& call, Submission& one, const Outcome& outcome) {
    one.error = outcome.error;
    one.errorCode = outcome.errorCode;
    const auto failure = static_cast<std::size_t>(countFailure(call, one.id) - 1);
    if (failure >= Waits.size()) {
        one.nextAttemptAt.reset();
        move(call, one, Status::Failed, outcome);
        return;
    }
    one.nextAttemptAt =
        outcome.nextAttemptAt.value_or(call.now() + Waits[failure] * Instant::Minute).truncatedToMillis();
    move(call, one, Status::Pending, outcome);
    fileSending(call, one);
}

} // namespace svc::compliance
