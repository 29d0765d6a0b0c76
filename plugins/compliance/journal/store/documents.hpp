#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "bindings.hpp"
#include "journal/store/records.hpp"

namespace svc::compliance {

/// What a document says as the sealed journal records it.
struct SealedDocument {
    std::string kind;
    std::string document; ///< UUID
    std::optional<std::string> number;
    std::optional<Date> date; ///< its business date
    bool isOfBank = false;    ///< a payment that a bank has booked
    Json data;
};

/// The sale that this transaction is making, told once: each of its payments is recorded by an event of its
/// own. Null for any other sale. Payments that are added later are not in it and are read. Valid until the
/// next call for another sale.
const calls::sales::RecordedOutput* saleInTheMaking(Call& call, SaleId id);

/// A sale, or one payment of it, as its transaction or else the published view has it.
std::vector<SealedDocument> sealedSale(Call& call, SaleId id);
std::vector<SealedDocument> sealedPayment(Call& call, SaleId sale, PaymentId payment);

/// Each reads documents by their UUID (a transaction, for voided payments) from the published views of the
/// sales; those that are not there are left out.
std::vector<SealedDocument> sealedSales(Call& call, const ArrayParam& sales);
std::vector<SealedDocument> sealedCreditNotes(Call& call, const ArrayParam& creditNotes);
/// The money given back with credit notes.
std::vector<SealedDocument> sealedRefunds(Call& call, const ArrayParam& creditNotes);
std::vector<SealedDocument> sealedCancellations(Call& call, const ArrayParam& sales);
std::vector<SealedDocument> sealedVoids(Call& call, const ArrayParam& transactions);

/// The documents that these records are about, as they are now.
std::vector<SealedDocument> documentsOf(Call& call, const std::vector<JournalEntry>& entries);

/// The data of a record: canonical, and marked when the regime is in test mode.
std::string recordedData(Json data, bool training);
/// Was it recorded in test mode?
bool isTraining(const JournalRecord& record);

/// The latest document of a company that is not to be in the journal: recording begins behind it.
std::optional<Instant> lastDocument(Call& call);
/// Is there a document, made after an instant, without a record?
bool hasUnrecorded(Call& call, Instant since);

} // namespace svc::compliance
