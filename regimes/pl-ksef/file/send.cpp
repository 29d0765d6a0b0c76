// Sends the file of a submission in a session, or reads the status of a file that was sent before. A file
// whose answer was lost is sent again unchanged: KSeF detects the duplicate by seller, kind and number, and
// the digest shows whether it is this file.
#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "file/record.hpp"
#include "platform/client.hpp"
#include "sealing/sha256.hpp"

namespace svc::pl_ksef {
namespace {

using authority::bodyOf;
using namespace calls::compliance;

constexpr std::int64_t OutagePause = 15 * Instant::Minute;
constexpr std::int64_t OriginalPause = 10 * Instant::Minute;
constexpr std::int64_t Soon = 5 * Instant::Second;

RegimeAnswer postponed(Call& call, std::int64_t pause, const std::string& why) {
    return {.outcome = AnswerOutcome::Later,
            .error = why.empty() ? std::nullopt : std::optional(why),
            .nextAttemptAt = call.now() + pause};
}

/// Stores another state of the record, unless a concurrent call has accepted or replaced it.
Record settle(Call& call, const Record& record, State state,
              const std::optional<std::string>& ksefNumber = {}) {
    return call.transaction([&] {
        Record now = findRecord(call, record.document).value_or(record);
        if (now.version == record.version && now.state != State::Accepted) {
            now.state = state;
            now.ksefNumber = ksefNumber;
            updateRecord(call, now);
        }
        return now;
    });
}

/// The mode of an invoice issued offline, and whether it was sent in time.
std::optional<RegimeStatus> timeliness(Call& call, const Record& record, const Json& settings) {
    const auto end = Date::parse(settings.textOr("outageEndedOn"));
    const auto deadline = deadlineOf(record.mode, record.issued, end);
    if (record.mode == Mode::Online) {
        return std::nullopt;
    }
    const bool late = deadline && *deadline < call.today();
    const std::string until = deadline ? ", to be sent until " + deadline->toString() : std::string();
    const std::string mode(toText(record.mode));
    return RegimeStatus{.code = late ? "late" : mode, .label = "issued " + mode + until};
}

RegimeAnswer accepted(Call& call, const Record& record, const Json& settings) {
    return {.outcome = AnswerOutcome::Accepted,
            .reference = record.ksefNumber,
            .qrCode = linkOf(record),
            .mark = markOf(record),
            .status = timeliness(call, record, settings)};
}

/// The exchange with KSeF about one file.
class Sending {
public:
    Sending(Call& call, const Json& settings, Environment environment, Record record)
        : call_(call), settings_(settings), client_(call, environment, settings), record_(std::move(record)) {
    }

    RegimeAnswer send() {
        auto [session, key] = client_.session();
        const Json request = invoiceRequest(record_.file, key, record_.mode != Mode::Online, replaced());
        const HttpReply reply = client_.post("/sessions/online/" + session + "/invoices", request);
        const Json body = bodyOf(reply);
        RegimeAnswer told;
        if (reply.ok() && body["referenceNumber"].isString()) {
            keepSent(session, body["referenceNumber"].text());
            told = look();
        } else {
            told = refused(session, reply, body);
        }
        told.request = base64Encode(request.dump());
        told.answer = base64Encode(reply.body);
        return told;
    }

    /// Reads the status of a file that was sent.
    RegimeAnswer look() {
        const std::string path = "/sessions/" + record_.session.value_or("") + "/invoices/";
        const HttpReply reply = client_.get(path + record_.reference.value_or(""));
        const Json body = bodyOf(reply);
        const Json& status = body["status"];
        if (!reply.ok() || !status.isObject()) {
            const Problem problem = problemIn(body);
            RegimeAnswer told = outcome(AnswerOutcome::Submitted, problem.text, problem.code);
            told.reference = record_.reference;
            return told;
        }
        RegimeAnswer told = progress(status, body.textOr("ksefNumber"));
        told.answer = base64Encode(reply.body);
        return told;
    }

private:
    std::string replaced() const {
        const auto bytes = record_.replaced ? base64UrlDecode(*record_.replaced) : std::nullopt;
        return bytes ? base64Encode(*bytes) : std::string();
    }
    void keepSent(const std::string& session, const std::string& reference) {
        record_.session = session;
        record_.reference = reference;
        record_.state = State::Sent;
        call_.transaction([&] { updateRecord(call_, record_); });
    }

    /// Status 400 means that the session takes no more files, or that the message is wrong.
    RegimeAnswer refused(const std::string& session, const HttpReply& reply, const Json& body) {
        const Problem problem = problemIn(body);
        for (const char* ended : {"21155", "21173", "21180"}) {
            if (problem.code == ended) {
                client_.forgetSession(session);
                return postponed(call_, Soon, problem.text);
            }
        }
        if (reply.status != 400) {
            return outcome(AnswerOutcome::Retry, authority::whyNot(reply), problem.code);
        }
        settle(call_, record_, State::Rejected);
        return outcome(AnswerOutcome::Rejected, problem.text.empty() ? "HTTP 400" : problem.text,
                       problem.code);
    }

    RegimeAnswer progress(const Json& status, const std::string& ksefNumber) {
        const Problem problem = statusProblem(status);
        switch (progressOf(status.optionalInteger("code").value_or(0))) {
        case Progress::Waiting:
            return {.outcome = AnswerOutcome::Submitted,
                    .reference = record_.reference,
                    .payloadSha256 = sealing::sha256({record_.file})};
        case Progress::Accepted:
            return isOurs(ksefNumber) ? accept(ksefNumber, record_.session.value_or(""))
                                      : outcome(AnswerOutcome::Retry, "no KSeF number: " + ksefNumber);
        case Progress::Duplicate:
            return duplicate(status, problem);
        case Progress::Again:
            client_.forgetSession(record_.session.value_or(""));
            settle(call_, record_, State::Made);
            return outcome(AnswerOutcome::Retry, problem.text, problem.code);
        case Progress::Refused:
            break;
        }
        settle(call_, record_, State::Rejected);
        return outcome(AnswerOutcome::Rejected, problem.text, problem.code);
    }

    bool isOurs(const std::string& ksefNumber) const {
        return isKsefNumber(ksefNumber) && ksefNumber.starts_with(record_.nip);
    }

    /// The invoice of that number; no answer when the credentials may not read invoices.
    HttpReply shown(const std::string& number) {
        try {
            return client_.get("/invoices/ksef/" + number);
        } catch (const Unanswered& none) {
            if (!none.outcome().errorCode) {
                throw;
            }
            return {};
        }
    }

    /// KSeF reports a duplicate. If its invoice is this file, the answer of an earlier attempt was lost.
    RegimeAnswer duplicate(const Json& status, const Problem& problem) {
        const std::string number = status["extensions"].textOr("originalKsefNumber");
        const HttpReply reply = isOurs(number) ? shown(number) : HttpReply();
        if (!reply.ok()) {
            return outcome(AnswerOutcome::Held,
                           "KSeF has an invoice of this number and does not show it: " + number,
                           problem.code);
        }
        if (digestOf(reply.body) != record_.digest) {
            settle(call_, record_, State::Rejected);
            return outcome(AnswerOutcome::Rejected, problem.text + ": " + number, problem.code);
        }
        return accept(number, status["extensions"].textOr("originalSessionReferenceNumber"));
    }

    RegimeAnswer accept(const std::string& ksefNumber, const std::string& session) {
        record_ = settle(call_, record_, State::Accepted, ksefNumber);
        call_.transaction([&] {
            jobs::fileFetchReceipt(call_, call_.now(),
                                   {.document = record_.document, .session = session, .settings = settings_},
                                   record_.document);
        });
        return accepted(call_, record_, settings_);
    }

    Call& call_;
    const Json& settings_;
    Client client_;
    Record record_;
};

/// The start of a submission: an immediate outcome, or a record to send.
struct Begun {
    std::optional<RegimeAnswer> told;
    std::optional<Record> record;
};

Begun begin(Call& call, const RegimeSending& input) {
    const Wanted wanted =
        recordFor(call, input.submission.documentId, input.settings,
                  environmentOf(input.mode, input.settings), input.submission.id.toString());
    if (wanted.waits) {
        return {postponed(call, OriginalPause, "the invoice that it corrects has no KSeF number yet"), {}};
    }
    if (!wanted.record) {
        return {outcome(AnswerOutcome::Rejected, "the document is no invoice to a business", "not-concerned"),
                {}};
    }
    return {{}, wanted.record};
}

RegimeAnswer converse(Call& call, const RegimeSending& input, const Record& record) {
    const bool isSent = record.state == State::Sent;
    try {
        Sending sending(call, input.settings, environmentNamed(record.environment), record);
        return isSent ? sending.look() : sending.send();
    } catch (const Unanswered& none) {
        // A file that KSeF has taken stays submitted until there is an answer.
        return isSent ? RegimeAnswer{.outcome = AnswerOutcome::Submitted, .reference = record.reference}
                      : none.outcome();
    }
}

} // namespace

RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    Begun begun;
    try {
        begun = call.transaction([&] { return begin(call, input); });
    } catch (const ApiError& refusal) {
        constexpr int BadRequest = 400;
        if (refusal.status() != BadRequest) {
            throw; // the document is not the reason
        }
        const std::string code(refusal.code());
        return outcome(AnswerOutcome::Rejected, code, code);
    }
    if (begun.told) {
        return *begun.told;
    }
    const Record& record = *begun.record;
    if (record.state == State::Accepted) {
        return accepted(call, record, input.settings);
    }
    if (record.state == State::Rejected) {
        return outcome(AnswerOutcome::Rejected, "KSeF has refused the file");
    }
    const Mode now = modeNow(input.settings);
    if (now == Mode::Unavailability || now == Mode::Emergency || now == Mode::TotalFailure) {
        return postponed(call, OutagePause, "KSeF is out of order: " + std::string(toText(now)));
    }
    return converse(call, input, record);
}

/// Reads the status of a file that KSeF has taken.
RegimeAnswer commands::read(Call& call, const RegimeSending& input) {
    const auto record = call.transaction([&] { return findRecord(call, input.submission.documentId); });
    if (!record || record->state == State::Made) {
        return {.outcome = AnswerOutcome::Absent};
    }
    if (record->state == State::Accepted) {
        return accepted(call, *record, input.settings);
    }
    if (record->state == State::Rejected) {
        return outcome(AnswerOutcome::Rejected, "KSeF has refused the file");
    }
    return converse(call, input, *record);
}

} // namespace svc::pl_ksef
