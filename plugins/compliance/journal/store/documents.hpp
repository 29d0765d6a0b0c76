#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "bindings.hpp"
#include "journal/store/records.hpp"

namespace svc::compliance {

/// A document in the form that the sealed journal records.
struct SealedDocument {
    std::string kind;
    std::string document; ///< UUID
    std::optional<std::string> number;
    std::optional<Date> date; ///< its business date
    bool isOfBank = false;    ///< a payment that a bank has booked
    Json data;
    /// Of a credit note: the data as earlier versions recorded it, without unit prices and with rates as
    /// numbers.
    std::optional<Json> earlierData = {};
};

/// The sale that this transaction creates. The sales module passes it once, since each of its payments is
/// recorded by an event of its own. Null for any other sale. Payments added later are not included; they are
/// read from the database. Valid until the next call for another sale.
const calls::sales::RecordedOutput* saleInTheMaking(Call& call, SaleId id);

/// A sale, or one payment of it: from the transaction that creates it, else from the published view.
std::vector<SealedDocument> sealedSale(Call& call, SaleId id);
std::vector<SealedDocument> sealedPayment(Call& call, SaleId sale, PaymentId payment);

/// Each reads documents by their UUID (for voided payments, that of the transaction) from the published views
/// of sales; missing ones are left out.
std::vector<SealedDocument> sealedSales(Call& call, const ArrayParam& sales);
std::vector<SealedDocument> sealedCreditNotes(Call& call, const ArrayParam& creditNotes);
/// The refunds paid with credit notes.
std::vector<SealedDocument> sealedRefunds(Call& call, const ArrayParam& creditNotes);
std::vector<SealedDocument> sealedCancellations(Call& call, const ArrayParam& sales);
std::vector<SealedDocument> sealedVoids(Call& call, const ArrayParam& transactions);

/// The current state of the documents of these records.
std::vector<SealedDocument> documentsOf(Call& call, const std::vector<JournalEntry>& entries);

/// The data of a record: canonical, and with the training mark when the regime is in test mode.
std::string recordedData(Json data, bool training);
/// Was it recorded in test mode?
bool isTraining(const JournalRecord& record);

/// The latest document that the journal does not cover: recording begins after it.
std::optional<Instant> lastDocument(Call& call);
/// Is there a document without a record that was created after an instant?
bool hasUnrecorded(Call& call, Instant since);

} // namespace svc::compliance
