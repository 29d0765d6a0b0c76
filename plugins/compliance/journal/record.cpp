// What the transaction that makes a document does for its regimes and for the sealed journal. Regimes prepare
// before the journal: what one refuses is refused before anything waits for the end of the journal.
#include <algorithm>

#include "journal/store/documents.hpp"
#include "journal/store/records.hpp"
#include "records/ids.hpp"
#include "sealing/canonical_json.hpp"
#include "submission/prepare.hpp"

namespace svc::compliance {
namespace {

/// The list of one identifier; empty when the text is none of its kind.
template <class Kind>
ArrayParam only(std::string_view id) {
    ArrayParam ids;
    if (const auto found = Kind::parse(id)) {
        ids.add(*found);
    }
    return ids;
}

/// With a sealing regime a document is of today. What a bank has booked bears the bank's date.
void checkDate(Call& call, const SealedDocument& document) {
    if (document.date && *document.date != call.today() && !document.isOfBank) {
        throw fieldInvalid("date");
    }
}

void record(Call& call, const Duties& duties, SealedDocument document) {
    appendLate(call, {call.now().truncatedToMillis(), std::move(document.kind), std::move(document.document),
                      std::move(document.number), recordedData(std::move(document.data), duties.training)});
}

void recordDocuments(Call& call, const Duties& duties, std::vector<SealedDocument> documents) {
    for (SealedDocument& document : documents) {
        checkDate(call, document);
        record(call, duties, std::move(document));
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
    const Duties& duties = dutiesOf(call);
    const auto id = records::CashSessionId::parse(event.objectId());
    if (!duties.sealing || !id) {
        return;
    }
    SealedDocument session;
    session.kind = kind;
    session.document = id->uuid().toString();
    session.data = Json::object({{"walletId", event.data()["walletId"]},
                                 {"businessUnitId", event.data()["businessUnitId"]},
                                 {"currency", event.data()["openingAmount"]["currency"]}});
    addAmounts(session.data, event.data(), amounts);
    session.data = sealing::exactly(session.data);
    record(call, duties, std::move(session));
}

} // namespace

void hooks::sealSale(Call& call, const Event& event) {
    if (const Duties& duties = prepareSale(call, event); duties.sealing) {
        recordDocuments(call, duties, sealedSale(call, SaleId::parse(event.objectId()).value()));
    }
}

void hooks::sealPayment(Call& call, const Event& event) {
    if (const Duties& duties = dutiesOf(call); duties.sealing) {
        const SaleId sale = SaleId::parse(event.data()["saleId"].text()).value();
        recordDocuments(call, duties, sealedPayment(call, sale, PaymentId::parse(event.objectId()).value()));
    }
}

void hooks::sealRefund(Call& call, const Event& event) {
    if (const Duties& duties = prepareRefund(call, event); duties.sealing) {
        const ArrayParam note = only<records::CreditNoteId>(event.data()["creditNoteId"].text());
        recordDocuments(call, duties, sealedCreditNotes(call, note));
        recordDocuments(call, duties, sealedRefunds(call, note));
    }
}

void hooks::sealCancellation(Call& call, const Event& event) {
    if (const Duties& duties = prepareCancellation(call, event); duties.sealing) {
        std::vector<SealedDocument> cancelled =
            sealedCancellations(call, only<records::SaleId>(event.objectId()));
        for (const SealedDocument& one : cancelled) {
            recordDocuments(
                call, duties,
                sealedCreditNotes(call, only<records::CreditNoteId>(one.data["creditNoteId"].text())));
        }
        recordDocuments(call, duties, std::move(cancelled));
    }
}

void hooks::sealVoid(Call& call, const Event& event) {
    if (const Duties& duties = dutiesOf(call); duties.sealing) {
        for (SealedDocument& payment : sealedVoids(call, only<records::TransactionId>(event.objectId()))) {
            record(call, duties, std::move(payment));
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
