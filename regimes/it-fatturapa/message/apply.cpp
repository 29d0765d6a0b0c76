#include "message/apply.hpp"

#include "authority/replies.hpp"
#include "message/store.hpp"

namespace svc::fatturapa {
namespace {

/// A refused invoice counts as not issued; it may be sent again under its number and date within five days.
constexpr int DaysToSendAgain = 5;

FileState stateOf(const Verdict& verdict) {
    return verdict.outcome == Verdict::Outcome::Rejected ? FileState::Rejected : FileState::Accepted;
}

/// A message as an entry in the life cycle of a submission.
Json statusOf(const Message& message) {
    Json line = Json::object({{"code", codeOf(message.kind)}, {"label", labelOf(message)}});
    // Times of SdI without an offset are Italian times; they are left out rather than guessed.
    if (const auto at = Instant::parse(message.at)) {
        line.set("at", *at);
    }
    return line;
}

Json refusalOf(const Message& message, Date today) {
    std::string error = reasonOf(message);
    if (message.kind == MessageKind::Refused) {
        const Date day = Date::parse(message.at.substr(0, 10)).value_or(today);
        error += " (to be sent again by " + day.addDays(DaysToSendAgain).toString() + ')';
    } else {
        error = labelOf(message);
    }
    const std::string code = message.kind == MessageKind::BuyerAnswer ? "EC02"
                             : message.errors.empty()                 ? std::string(codeOf(message.kind))
                                                                      : message.errors.front().code;
    return authority::outcome("rejected", error, code);
}

/// Does the verdict change the status of the submission?
bool decides(const Verdict& verdict, const Json& submission) {
    const std::string status = submission.textOr("status");
    if (status == "rejected" || status == "failed") {
        return false;
    }
    return status != "accepted" || verdict.outcome == Verdict::Outcome::Rejected;
}

} // namespace

Json outcomeOf(const Verdict& verdict, Date today) {
    if (verdict.outcome == Verdict::Outcome::None) {
        return authority::outcome("submitted");
    }
    Json told = verdict.outcome == Verdict::Outcome::Rejected ? refusalOf(*verdict.by, today)
                                                              : authority::outcome("accepted");
    if (!verdict.sdiId.empty()) {
        told.set("reference", verdict.sdiId);
    }
    return told.set("status", statusOf(*verdict.by));
}

bool keep(Call& call, const StoredFile& file, const Message& message, std::string_view content) {
    if (!keepMessage(call, file, message, content)) {
        return false;
    }
    const Verdict verdict = verdictOf(messagesOf(call, file));
    if (verdict.outcome != Verdict::Outcome::None) {
        markState(call, file, stateOf(verdict));
    }
    if (!verdict.sdiId.empty()) {
        markSdiId(call, file, verdict.sdiId);
    }
    return true;
}

void apply(Call& call, const StoredFile& file, const std::vector<Message>& fresh) {
    if (!file.submission || fresh.empty()) {
        return;
    }
    const Json submission = call.command("fiscal.submission", Json::object({{"id", *file.submission}}));
    const Verdict verdict = verdictOf(messagesOf(call, file));
    if (!submission.isObject() || verdict.outcome == Verdict::Outcome::None) {
        return;
    }
    if (decides(verdict, submission)) {
        call.command("fiscal.outcome",
                     outcomeOf(verdict, call.today()).set("submissionId", *file.submission));
        return;
    }
    for (const Message& message : fresh) {
        call.command("fiscal.status", statusOf(message).set("submissionId", *file.submission));
    }
}

} // namespace svc::fatturapa
