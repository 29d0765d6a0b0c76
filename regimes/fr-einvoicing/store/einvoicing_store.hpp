#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "records/ids.hpp"
#include "store/sending_state.hpp"

namespace svc::fr_einvoicing {

/// YYYYMMDDHHMMSS in the time zone of the company.
std::string localTime(Call& call);
/// `YYYY-MM-DD HH:MM:SS` in the time zone of the company as an instant.
Instant instantOf(Call& call, const std::string& localTime);

/// An invoice or credit note that goes to its buyer through the platform.
struct Document {
    std::string id = {}; ///< of the sale or credit note
    std::string number = {};
    int typeCode = 380;
    Date date = {};
    std::string buyerSiren = {};
    std::string buyerName = {};
    std::optional<std::string> submission = {};
    std::optional<std::string> tracking = {};

    bool isSale() const { return hasPrefixOf<records::SaleId>(id); }
};
/// Keeps it once; what is there stays.
void keepDocument(Call& call, const Document& document);
/// It is being deposited by this submission under this tracking identifier.
void beginDeposit(Call& call, const std::string& document, const std::string& submission,
                  const std::string& tracking);
std::optional<Document> findDocument(Call& call, const std::string& id);
std::optional<Document> findDocumentNumbered(Call& call, const std::string& number);

/// An invoice of a supplier that the platform has brought.
struct SupplierInvoice {
    std::string id = {};
    std::string flow = {};
    std::string number = {};
    int typeCode = 380;
    Date date = {};
    std::string sellerSiren = {};
    std::string sellerName = {};
};
void keepSupplierInvoice(Call& call, const SupplierInvoice& invoice);
std::optional<SupplierInvoice> findSupplierInvoice(Call& call, const std::string& id);
void keepPurchase(Call& call, const std::string& invoice, const std::string& purchase);
std::optional<SupplierInvoice> findByPurchase(Call& call, const std::string& purchase);

/// Up to where flows were fetched; nothing before the first time.
std::optional<Instant> fetchedUntil(Call& call);
void saveFetchedUntil(Call& call, Instant until);
/// Is it new? Then it is kept.
bool takeFlow(Call& call, const std::string& flow, const std::string& type);
bool isTaken(Call& call, const std::string& flow);
void noteFlow(Call& call, const std::string& flow, const std::optional<std::string>& about,
              const std::optional<std::string>& error);

/// A status that the company tells.
struct OutgoingStatus {
    Uuid id = {};
    std::string about = {}; ///< sale or supplier invoice
    std::string code = {};
    std::string cause = {};
    std::string message = {}; ///< CDAR
    SendingState state = SendingState::Waiting;
    std::optional<std::string> flow = {};
};
/// False when this was told already.
bool insertStatus(Call& call, const OutgoingStatus& status);
std::optional<OutgoingStatus> lockStatus(Call& call, const Uuid& id);
std::optional<OutgoingStatus> findStatus(Call& call, const std::string& about, std::string_view code,
                                         const std::string& cause);
void updateStatus(Call& call, const OutgoingStatus& status, const std::optional<std::string>& error = {});
/// Those that the platform has not acknowledged yet, oldest first, at most 100.
std::vector<OutgoingStatus> sentStatuses(Call& call);

} // namespace svc::fr_einvoicing
