#include "receipt/fetch.hpp"

#include <algorithm>

#include <svc/encoding.hpp>
#include <svc/file_parts.hpp>

#include "authority/replies.hpp"
#include "file/record.hpp"
#include "file/store.hpp"
#include "platform/client.hpp"
#include "receipt/rules/receipt.hpp"
#include "records/ids.hpp"
#include "sealing/sha256.hpp"

namespace svc::ksef {
namespace {

/// Back-off: the first retry comes after a minute, each later pause equals the time waited so far, up to an
/// hour.
constexpr std::int64_t FirstPause = Instant::Minute;
constexpr std::int64_t LongestPause = Instant::Hour;
constexpr std::int64_t LongestWait = 30 * Instant::Day;
constexpr std::int32_t NotFound = 400; // 21178: the receipt is not there yet

void attach(Call& call, const Record& record, const std::string& fileName, const std::string& bytes) {
    const bool isCreditNote = hasPrefixOf<records::CreditNoteId>(record.document);
    const Json kept =
        call.command("attachments.keep", Json::object({{"kind", isCreditNote ? "credit_note" : "sale"},
                                                       {"documentId", record.document},
                                                       {"fileName", fileName},
                                                       {"contentType", "application/xml"},
                                                       {"size", static_cast<std::int64_t>(bytes.size())},
                                                       {"sha256", sealing::sha256({bytes})}}));
    eachFilePart(bytes, [&](std::int64_t number, const std::string& content) {
        call.command("attachments.part",
                     Json::object({{"id", kept["id"]}, {"number", number}, {"content", content}}));
    });
}

void askLater(Call& call, const Json& payload, const std::string& why) {
    const auto job = call.job();
    const std::int64_t waited = job ? call.now() - job->filedAt : 0;
    if (waited > LongestWait) {
        throw std::runtime_error("no receipt: " + why);
    }
    call.again(call.now() + std::clamp(waited, FirstPause, LongestPause), payload, why);
}

/// Checks the body against the digest header, when the answer has one.
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

} // namespace svc::ksef
