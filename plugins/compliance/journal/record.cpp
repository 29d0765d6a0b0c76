// The part of the transaction that creates a document which serves its regimes and the sealed journal.
// Regimes prepare before the journal: a document that a regime refuses is refused before anything waits for
// the lock on the end of the journal.
#include <algorithm>

#include "journal/store/documents.hpp"
#include "journal/store/records.hpp"
#include "records/ids.hpp"
#include "sealing/canonical_json.hpp"
#include "submission/prepare.hpp"

namespace svc::compliance {
namespace {

/// A list of one identifier; empty when the text is not an identifier of its kind.
template <class Kind>
ArrayParam only(std::string_view id) {
    ArrayParam ids;
    if (const auto found = Kind::parse(id)) {
        ids.add(*found);
    }
    return ids;
}

template <class Kind>
std::optional<Uuid> uuidIn(std::string_view text) {
    const auto id = Kind::parse(text);
    return id ? std::optional(id->uuid()) : std::nullopt;
}

/// With a sealing regime a document must be dated today. Payments booked by a bank keep the bank's date.
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

/// Adds `{ amount, currency }` members of events as the amount alone.
void addAmounts(Json& data, const Json& event, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        data.add(name, event[name]["amount"]);
    }
}

/// Records an act at a till, or with a printed document, that creates no document of its own.
void recordAct(Call& call, std::string_view kind, const Uuid& about, std::optional<std::string> number,
               Json data) {
    if (const Duties& duties = dutiesOf(call); duties.sealing) {
        SealedDocument act;
        act.kind = kind;
        act.document = about.toString();
        act.number = std::move(number);
        act.data = sealing::exactly(data);
        record(call, duties, std::move(act));
    }
}

Json tillOf(const Event& event) {
    return Json::object(
        {{"walletId", event.data()["walletId"]}, {"businessUnitId", event.data()["businessUnitId"]}});
}

Uuid sessionOf(const Event& event) {
    return records::CashSessionId::parse(event.objectId()).value().uuid();
}

void recordSession(Call& call, const Event& event, std::string_view kind,
                   std::initializer_list<const char*> amounts) {
    Json data = tillOf(event);
    data.add("currency", event.data()["openingAmount"]["currency"]);
    addAmounts(data, event.data(), amounts);
    recordAct(call, kind, sessionOf(event), std::nullopt, std::move(data));
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

void hooks::sealDrawerOpening(Call& call, const Event& event) {
    Json data = tillOf(event);
    data.add("reason", event.data()["reason"]);
    recordAct(call, kinds::DrawerOpening, sessionOf(event), std::nullopt, std::move(data));
}

void commands::fiscalReprinted(Call& call, const commands::FiscalReprintedInput& input) {
    const bool ofSale = input.kind == commands::FiscalReprintedInputKind::Sale;
    const std::optional<Uuid> document =
        ofSale ? uuidIn<records::SaleId>(input.id) : uuidIn<records::CreditNoteId>(input.id);
    if (!document) {
        throw fieldInvalid("id");
    }
    recordAct(call, ofSale ? kinds::Reprint : kinds::CreditNoteReprint, *document, input.number,
              Json::object({{"format", toText(input.format)}, {"state", toText(input.state)}}));
}

} // namespace svc::compliance
