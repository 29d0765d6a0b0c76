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
    std::string sellerKey; ///< by what a second copy is recognised
    Actor createdBy{};
};

void insertInvoice(Call& call, const StoredInvoice& invoice);
std::optional<StoredInvoice> findInvoice(Call& call, SupplierInvoiceId id);
/// Locked until the commit, so that it is decided once.
std::optional<StoredInvoice> lockInvoice(Call& call, SupplierInvoiceId id);
/// The first one of the same bytes, or of the same seller and number. Others of the company wait until this
/// one is kept.
std::optional<SupplierInvoiceId> firstCopy(Call& call, const StoredInvoice& invoice);
/// What becomes of it: status, partner, purchase, expense, refusal.
void updateDecision(Call& call, const api::SupplierInvoice& invoice);

struct InvoiceFilter {
    std::optional<std::vector<std::string>> status{};
    std::optional<Date> from{};
    std::optional<Date> to{};
    std::optional<std::vector<PartnerId>> partners{};
    std::optional<std::string> text{};
};
struct InvoicePage {
    std::vector<api::SupplierInvoice> rows;
    std::int64_t count = 0;
};
InvoicePage listInvoices(Call& call, const InvoiceFilter& filter, const ArrayPage& page);

} // namespace svc::receiving
