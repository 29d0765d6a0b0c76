#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bindings.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// Increments the number of reminders of the locked sale; returns it.
std::int64_t countReminder(Call& call, SaleId sale);

/// Locks at most `limit` invoices that are overdue today and whose event was not emitted yet, oldest first;
/// skips those locked by others until the next time.
std::vector<Sale> lockOverdue(Call& call, Date today, std::int64_t limit);
/// Queues that their event was emitted.
void markOverdue(Call& call, const std::vector<Sale>& sales);

std::optional<SaleId> saleOfPayment(Call& call, PaymentId payment);

/// Active sales with a balance, earliest due first; `limit` defaults to 200, which is also the maximum.
std::vector<commands::OpenSale> openSales(Call& call, const commands::OpenInput& filter);

/// Sales and payments recorded between two instants in a business unit, in the currency of the company.
commands::SessionTotalsOutput totalsBetween(Call& call, const commands::SessionTotalsInput& period);

/// The row of a credit note; the other data comes from the sale.
struct CreditNoteRow : commands::CreditNoteOutput {
    std::vector<api::SaleCreditNoteLine> kept{}; ///< stored lines, the source of those in the answer
};
std::optional<CreditNoteRow> findCreditNote(Call& call, CreditNoteId id);

// The name of a document; nothing when it is unknown.
std::optional<commands::NamedDocument> nameOfSale(Call& call, SaleId id);
std::optional<commands::NamedDocument> nameOfDelivery(Call& call, DeliveryId id);
std::optional<commands::NamedDocument> nameOfCreditNote(Call& call, CreditNoteId id);
std::optional<commands::NamedDocument> nameOfQuote(Call& call, QuoteId id);

} // namespace svc::sales
