#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"

namespace svc::receiving {

struct StoredInvoice {
    api::SupplierInvoice shown;
    std::string fileName;
    std::string contentType;
    std::string sellerKey; ///< by which a second copy is recognised
    Actor createdBy{};
};

void insertInvoice(Call& call, const StoredInvoice& invoice);
std::optional<StoredInvoice> findInvoice(Call& call, SupplierInvoiceId id);
/// Locked until the commit, so that it is decided once.
std::optional<StoredInvoice> lockInvoice(Call& call, SupplierInvoiceId id);
/// The first invoice with the same bytes, or the same seller and number. Serializes arrivals of the company
/// until this one is committed.
std::optional<SupplierInvoiceId> firstCopy(Call& call, const StoredInvoice& invoice);
/// Is another copy accepted and its purchase or expense not taken back? A copy has the same bytes, or the
/// same seller, kind, number and year of issue: sellers may start their numbers again each year. Serializes
/// such decisions of the company until this one is committed.
bool isCopyAccepted(Call& call, const StoredInvoice& invoice);
/// Writes the decision: status, partner, purchase, expense, reason of refusal.
void updateDecision(Call& call, const api::SupplierInvoice& invoice);

struct InvoicePage {
    std::vector<api::SupplierInvoice> rows;
    std::int64_t count = 0;
};
InvoicePage listInvoices(Call& call, const api::ListSupplierInvoicesParameters& parameters);

} // namespace svc::receiving
