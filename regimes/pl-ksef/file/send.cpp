#include "file/send.hpp"

#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "file/record.hpp"
#include "platform/client.hpp"
#include "sealing/sha256.hpp"

namespace svc::ksef {
namespace {

using authority::bodyOf;
using authority::outcome;

constexpr std::int64_t OutagePause = 15 * Instant::Minute;
constexpr std::int64_t OriginalPause = 10 * Instant::Minute;
constexpr std::int64_t Soon = 5 * Instant::Second;

Environment environmentIn(const Json& input) {
    return environmentOf(input.textOr("mode"), input["settings"]);
}

Json postponed(Call& call, std::int64_t pause, const std::string& why) {
    return outcome("later", why).set("nextAttemptAt", call.now() + pause);
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
Json timeliness(Call& call, const Record& record, const Json& settings) {
    const auto end = Date::parse(settings.textOr("outageEndedOn"));
    const auto deadline = deadlineOf(record.mode, record.issued, end);
    if (record.mode == Mode::Online) {
        return nullptr;
    }
    const bool late = deadline && *deadline < call.today();
    const std::string until = deadline ? ", to be sent until " + deadline->toString() : std::string();
    return Json::object({{"code", late ? "late" : toText(record.mode)},
                         {"label", "issued " + std::string(toText(record.mode)) + until}});
}

Json accepted(Call& call, const Record& record, const Json& settings) {
    Json told = outcome("accepted");
    told.set("reference", record.ksefNumber).set("qrCode", linkOf(record)).set("mark", markOf(record));
    if (const Json status = timeliness(call, record, settings); !status.isNull()) {
        told.set("status", status);
    }
    return told;
}

/// The exchange with KSeF about one file.
class Sending {
public:
    Sending(Call& call, const Json& settings, Environment environment, Record record)
        : call_(call), settings_(settings), client_(call, environment, settings), record_(std::move(record)) {
    }

    Json send() {
        auto [session, key] = client_.session();
        const Json request = invoiceRequest(record_.file, key, record_.mode != Mode::Online, replaced());
        const HttpReply reply = client_.post("/sessions/online/" + session + "/invoices", request);
        const Json body = bodyOf(reply);
        Json told;
        if (reply.ok() && body["referenceNumber"].isString()) {
            keepSent(session, body["referenceNumber"].text());
            told = look();
        } else {
            told = refused(session, reply, body);
        }
        return told.set("request", base64Encode(request.dump())).set("answer", base64Encode(reply.body));
    }

    /// Reads the status of a file that was sent.
    Json look() {
        const std::string path = "/sessions/" + record_.session.value_or("") + "/invoices/";
        const HttpReply reply = client_.get(path + record_.reference.value_or(""));
        const Json body = bodyOf(reply);
        const Json& status = body["status"];
        if (!reply.ok() || !status.isObject()) {
            const Problem problem = problemIn(body);
            return outcome("submitted", problem.text, problem.code).set("reference", record_.reference);
        }
        Json told = progress(status, body.textOr("ksefNumber"));
        return told.set("answer", base64Encode(reply.body));
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
    Json refused(const std::string& session, const HttpReply& reply, const Json& body) {
        const Problem problem = problemIn(body);
        for (const char* ended : {"21155", "21173", "21180"}) {
            if (problem.code == ended) {
                client_.forgetSession(session);
                return postponed(call_, Soon, problem.text);
            }
        }
        if (reply.status != 400) {
            return outcome("retry", authority::whyNot(reply), problem.code);
        }
        settle(call_, record_, State::Rejected);
        return outcome("rejected", problem.text.empty() ? "HTTP 400" : problem.text, problem.code);
    }

    Json progress(const Json& status, const std::string& ksefNumber) {
        const Problem problem = statusProblem(status);
        switch (progressOf(status.optionalInteger("code").value_or(0))) {
        case Progress::Waiting:
            return outcome("submitted")
                .set("reference", record_.reference)
                .set("payloadSha256", sealing::sha256({record_.file}));
        case Progress::Accepted:
            return isOurs(ksefNumber) ? accept(ksefNumber, record_.session.value_or(""))
                                      : outcome("retry", "no KSeF number: " + ksefNumber);
        case Progress::Duplicate:
            return duplicate(status, problem);
        case Progress::Again:
            client_.forgetSession(record_.session.value_or(""));
            settle(call_, record_, State::Made);
            return outcome("retry", problem.text, problem.code);
        case Progress::Refused:
            break;
        }
        settle(call_, record_, State::Rejected);
        return outcome("rejected", problem.text, problem.code);
    }

    bool isOurs(const std::string& ksefNumber) const {
        return isKsefNumber(ksefNumber) && ksefNumber.starts_with(record_.nip);
    }

    /// The invoice of that number; no answer when the credentials may not read invoices.
    HttpReply shown(const std::string& number) {
        try {
            return client_.get("/invoices/ksef/" + number);
        } catch (const Unanswered& none) {
            if (none.outcome().textOr("errorCode").empty()) {
                throw;
            }
            return {};
        }
    }

    /// KSeF reports a duplicate. If its invoice is this file, the answer of an earlier attempt was lost.
    Json duplicate(const Json& status, const Problem& problem) {
        const std::string number = status["extensions"].textOr("originalKsefNumber");
        const HttpReply reply = isOurs(number) ? shown(number) : HttpReply();
        if (!reply.ok()) {
            return outcome("held", "KSeF has an invoice of this number and does not show it: " + number,
                           problem.code);
        }
        if (digestOf(reply.body) != record_.digest) {
            settle(call_, record_, State::Rejected);
            return outcome("rejected", problem.text + ": " + number, problem.code);
        }
        return accept(number, status["extensions"].textOr("originalSessionReferenceNumber"));
    }

    Json accept(const std::string& ksefNumber, const std::string& session) {
        record_ = settle(call_, record_, State::Accepted, ksefNumber);
        call_.transaction([&] {
            const Json payload =
                Json::object({{"document", record_.document}, {"session", session}, {"settings", settings_}});
            call_.fileJob("fetch-receipt", call_.now(), payload, record_.document);
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
    std::optional<Json> told;
    std::optional<Record> record;
};

Begun begin(Call& call, const Json& input) {
    const Json& submission = input["submission"];
    const Wanted wanted = recordFor(call, submission.textOr("documentId"), input["settings"],
                                    environmentIn(input), submission.textOr("id"));
    if (wanted.waits) {
        return {postponed(call, OriginalPause, "the invoice that it corrects has no KSeF number yet"), {}};
    }
    if (!wanted.record) {
        return {outcome("rejected", "the document is no invoice to a business", "not-concerned"), {}};
    }
    return {{}, wanted.record};
}

Json converse(Call& call, const Json& input, const Record& record) {
    const bool isSent = record.state == State::Sent;
    try {
        Sending sending(call, input["settings"], environmentNamed(record.environment), record);
        return isSent ? sending.look() : sending.send();
    } catch (const Unanswered& none) {
        // A file that KSeF has taken stays submitted until there is an answer.
        return isSent ? outcome("submitted").set("reference", record.reference) : none.outcome();
    }
}

} // namespace

Json send(Call& call, const Json& input) {
    Begun begun;
    try {
        begun = call.transaction([&] { return begin(call, input); });
    } catch (const ApiError& refusal) {
        return outcome("rejected", refusal.code(), refusal.code());
    }
    if (begun.told) {
        return *begun.told;
    }
    const Record& record = *begun.record;
    if (record.state == State::Accepted) {
        return accepted(call, record, input["settings"]);
    }
    if (record.state == State::Rejected) {
        return outcome("rejected", "KSeF has refused the file");
    }
    const Mode now = modeNow(input["settings"]);
    if (now == Mode::Unavailability || now == Mode::Emergency || now == Mode::TotalFailure) {
        return postponed(call, OutagePause, "KSeF is out of order: " + std::string(toText(now)));
    }
    return converse(call, input, record);
}

Json read(Call& call, const Json& input) {
    const auto record =
        call.transaction([&] { return findRecord(call, input["submission"].textOr("documentId")); });
    if (!record || record->state == State::Made) {
        return outcome("absent");
    }
    if (record->state == State::Accepted) {
        return accepted(call, *record, input["settings"]);
    }
    if (record->state == State::Rejected) {
        return outcome("rejected", "KSeF has refused the file");
    }
    return converse(call, input, *record);
}

} // namespace svc::ksef
