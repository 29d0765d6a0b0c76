#include <algorithm>

#include <svc/encoding.hpp>
#include <svc/file_parts.hpp>

#include "authority/replies.hpp"
#include "bindings.hpp"
#include "file/record.hpp"
#include "file/store.hpp"
#include "platform/client.hpp"
#include "receipt/rules/receipt.hpp"
#include "sealing/sha256.hpp"

namespace svc::pl_ksef {
namespace {

/// Back-off: the first retry comes after a minute, each later pause equals the time waited so far, up to an
/// hour.
constexpr std::int64_t FirstPause = Instant::Minute;
constexpr std::int64_t LongestPause = Instant::Hour;
constexpr std::int64_t LongestWait = 30 * Instant::Day;
constexpr std::int32_t NotFound = 400; // 21178: the receipt is not there yet

void attach(Call& call, const Record& record, const std::string& fileName, const std::string& bytes) {
    const auto kept = calls::host::attachmentsKeep(
        call, {.kind = hasPrefixOf<CreditNoteId>(record.document) ? "credit_note" : "sale",
               .documentId = record.document,
               .fileName = fileName,
               .contentType = "application/xml",
               .size = static_cast<std::int64_t>(bytes.size()),
               .sha256 = sealing::sha256({bytes})});
    eachFilePart(bytes, [&](std::int64_t number, const std::string& content) {
        calls::host::attachmentsPart(call, {.id = kept.id, .number = number, .content = content});
    });
}

void askLater(Call& call, const std::string& why) {
    const auto job = call.job();
    const std::int64_t waited = job ? call.now() - job->filedAt : 0;
    if (waited > LongestWait) {
        throw std::runtime_error("no receipt: " + why);
    }
    call.again(call.now() + std::clamp(waited, FirstPause, LongestPause), call.input(), why);
}

/// Checks the body against the digest header, when the answer has one.
bool isWhole(const HttpReply& reply) {
    const auto told = reply.header("x-ms-meta-hash");
    return !told || *told == messageDigestOf(reply.body);
}

} // namespace

/// Fetches the receipt (UPO) of an accepted file, verifies it and keeps it with the document.
void jobs::fetchReceipt(Call& call, const jobs::FetchReceiptPayload& payload) {
    const auto record = call.transaction([&] { return findRecord(call, payload.document); });
    if (!record || !record->ksefNumber) {
        return;
    }
    const Environment environment = environmentNamed(record->environment);
    Client client(call, environment, payload.settings);
    HttpReply reply;
    try {
        reply = client.get("/sessions/" + payload.session + "/invoices/ksef/" + *record->ksefNumber + "/upo");
    } catch (const Unanswered& none) {
        askLater(call, none.what());
        return;
    }
    if (reply.status == NotFound) {
        askLater(call, problemIn(authority::bodyOf(reply)).text);
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
        if (calls::host::offersAttachmentsKeep(call)) {
            attach(call, *record, *record->ksefNumber + ".xml", record->file);
            attach(call, *record, "UPO-" + *record->ksefNumber + ".xml", reply.body);
        }
    });
}

} // namespace svc::pl_ksef
