// Documents are recorded in the sealed journal by the transaction that makes them.
#include <algorithm>

#include "bindings.hpp"

#include "sealing/canonical_json.hpp"
#include "store/journal.hpp"
#include "store/journal_documents.hpp"

namespace svc::compliance {
namespace {

/// The journal of a company that seals. Whoever has it shares the lock of the journal until the commit.
std::optional<JournalHead> sealingJournal(Call& call) {
    shareJournal(call);
    JournalHead head = journalHead(call);
    return head.sealing ? std::optional(std::move(head)) : std::nullopt;
}

ArrayParam only(std::string_view prefix, std::string_view id) {
    ArrayParam ids;
    if (const auto found = decodeId(prefix, id)) {
        ids.add(*found);
    }
    return ids;
}

/// With a sealing regime a document is of today. What a bank has booked bears the bank's date.
void checkDate(Call& call, const SealedDocument& document) {
    if (document.date && *document.date != call.today() && document.origin != "bank_match") {
        throw fieldInvalid("date");
    }
}

void record(Call& call, const JournalHead& head, SealedDocument document) {
    appendLate(call, {call.now().truncatedToMillis(), std::move(document.kind), std::move(document.document),
                      std::move(document.number), recordedData(std::move(document.data), head.training)});
}

void recordDocuments(Call& call, const JournalHead& head, std::vector<SealedDocument> documents) {
    for (SealedDocument& document : documents) {
        checkDate(call, document);
        record(call, head, std::move(document));
    }
}

/// `{ amount, currency }` of events as the amount alone.
void addAmounts(Json& data, const Json& event, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        data.add(name, event[name]["amount"]);
    }
}

void recordSession(Call& call, const Event& event, std::string_view kind,
                   std::initializer_list<const char*> amounts) {
    const auto head = sealingJournal(call);
    const auto id = decodeId("csh", event.objectId());
    if (!head || !id) {
        return;
    }
    SealedDocument session;
    session.kind = kind;
    session.document = id->toString();
    session.data = Json::object({{"walletId", event.data()["walletId"]},
                                 {"businessUnitId", event.data()["businessUnitId"]},
                                 {"currency", event.data()["openingAmount"]["currency"]}});
    addAmounts(session.data, event.data(), amounts);
    session.data = sealing::exactly(session.data);
    record(call, *head, std::move(session));
}

} // namespace

void hooks::sealSale(Call& call, const Event& event) {
    if (const auto head = sealingJournal(call)) {
        recordDocuments(call, *head, sealedSales(call, only("sal", event.objectId())));
    }
}

void hooks::sealPayment(Call& call, const Event& event) {
    if (const auto head = sealingJournal(call)) {
        recordDocuments(call, *head, sealedPayments(call, only("pay", event.objectId())));
    }
}

void hooks::sealRefund(Call& call, const Event& event) {
    if (const auto head = sealingJournal(call)) {
        const ArrayParam note = only("crn", event.data()["creditNoteId"].text());
        recordDocuments(call, *head, sealedCreditNotes(call, note));
        recordDocuments(call, *head, sealedRefunds(call, note));
    }
}

void hooks::sealCancellation(Call& call, const Event& event) {
    if (const auto head = sealingJournal(call)) {
        std::vector<SealedDocument> cancelled = sealedCancellations(call, only("sal", event.objectId()));
        for (const SealedDocument& one : cancelled) {
            recordDocuments(call, *head,
                            sealedCreditNotes(call, only("crn", one.data["creditNoteId"].text())));
        }
        recordDocuments(call, *head, std::move(cancelled));
    }
}

void hooks::sealVoid(Call& call, const Event& event) {
    if (const auto head = sealingJournal(call)) {
        for (SealedDocument& payment : sealedVoids(call, only("txn", event.objectId()))) {
            record(call, *head, std::move(payment));
        }
    }
}

void hooks::sealSessionOpening(Call& call, const Event& event) {
    recordSession(call, event, kinds::SessionOpening,
                  {"openingAmount", "expectedOpeningAmount", "difference"});
}

void hooks::sealSessionClosing(Call& call, const Event& event) {
    recordSession(call, event, kinds::SessionClosing,
                  {"openingAmount", "cashPayments", "cashRefunds", "paidIn", "paidOut", "expectedAmount",
                   "countedAmount", "difference"});
}

} // namespace svc::compliance
