// What is left to do when a file has been answered: its receipt, and the end of its session.
#include <algorithm>

#include <svc/contracts/attachments.hpp>
#include <svc/encoding.hpp>

#include "api/client.hpp"
#include "api/records.hpp"
#include "api/sending.hpp"
#include "authority/replies.hpp"
#include "domain/receipt.hpp"
#include "records/ids.hpp"
#include "sealing/sha256.hpp"

namespace svc::ksef {
namespace {

/// A receipt is asked for after a minute, then after as long as it has been waited for, at least each hour.
constexpr std::int64_t FirstPause = Instant::Minute;
constexpr std::int64_t LongestPause = Instant::Hour;
constexpr std::int64_t LongestWait = 30 * Instant::Day;
constexpr std::int64_t ClosePause = 15 * Instant::Minute;
constexpr std::int32_t NotFound = 400; // 21178: the receipt is not there yet
/// A session that was not closed closes by itself after twelve hours.
constexpr std::int64_t SessionLife = 12 * Instant::Hour;

void attach(Call& call, const Record& record, const std::string& fileName, const std::string& bytes) {
    contracts::keepFile(call,
                        {.kind = hasPrefixOf<records::CreditNoteId>(record.document) ? "credit_note" : "sale",
                         .documentId = record.document,
                         .fileName = fileName,
                         .contentType = "application/xml",
                         .sha256 = sealing::sha256({bytes})},
                        bytes);
}

void askLater(Call& call, const Json& payload, const std::string& why) {
    const auto job = call.job();
    const std::int64_t waited = job ? call.now() - job->filedAt : 0;
    if (waited > LongestWait) {
        throw std::runtime_error("no receipt: " + why);
    }
    call.again(call.now() + std::clamp(waited, FirstPause, LongestPause), payload, why);
}

/// The digest that the answer says of its own body, where it does.
bool isWhole(const HttpReply& reply) {
    const auto told = reply.header("x-ms-meta-hash");
    return !told || *told == messageDigestOf(reply.body);
}

} // namespace

void fetchReceiptJob(Call& call, const Json& payload) {
    const auto record = call.transaction([&] { return findRecord(call, payload.textOr("document")); });
    if (!record || !record->ksefNumber) {
        return;
    }
    const Environment environment = environmentNamed(record->environment);
    Client client(call, environment, payload["settings"]);
    HttpReply reply;
    try {
        reply = client.get("/sessions/" + payload.textOr("session") + "/invoices/ksef/" +
                           *record->ksefNumber + "/upo");
    } catch (const Unanswered& none) {
        askLater(call, payload, none.what());
        return;
    }
    if (reply.status == NotFound) {
        askLater(call, payload, problemIn(authority::bodyOf(reply)).text);
        return;
    }
    const ReceiptFacts facts{record->nip, *record->ksefNumber, record->number, record->issued.toString(),
                             messageDigestOf(record->file)};
    const std::string problem = !reply.ok()       ? authority::whyNot(reply)
                                : !isWhole(reply) ? "the receipt is not what its digest says"
                                                  : receiptProblem(reply.body, facts, schemas(),
                                                                   environment != Environment::Production);
    if (!problem.empty()) {
        throw std::runtime_error("the receipt of " + *record->ksefNumber + ": " + problem);
    }
    call.transaction([&] {
        if (call.offers("attachments.keep")) {
            attach(call, *record, *record->ksefNumber + ".xml", record->file);
            attach(call, *record, "UPO-" + *record->ksefNumber + ".xml", reply.body);
        }
    });
}

void closeSessionJob(Call& call, const Json& payload) {
    const std::string reference = payload.textOr("reference");
    const auto session = call.transaction([&] { return findSession(call, reference); });
    if (!session) {
        return;
    }
    const bool lives = call.now() < session->openedAt + SessionLife;
    if (lives && call.transaction([&] { return isWaitedFor(call, reference); })) {
        call.again(call.now() + ClosePause, payload, "files in it are being looked at");
        return;
    }
    Client client(call, environmentNamed(session->environment), payload["settings"]);
    try {
        if (lives) {
            client.post("/sessions/online/" + reference + "/close", nullptr); // 400: it is closed already
        }
    } catch (const Unanswered& none) {
        call.again(call.now() + ClosePause, payload, none.what());
        return;
    }
    client.forgetSession(reference);
}

} // namespace svc::ksef
