#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// One reminder more of the locked sale; gives their number.
std::int64_t countReminder(Call& call, SaleId sale);

/// Locks at most `limit` invoices that are overdue today and whose event was not made yet, oldest first;
/// those that somebody else holds are left for the next time.
std::vector<Sale> lockOverdue(Call& call, Date today, std::int64_t limit);
/// Queues that their event was made.
void markOverdue(Call& call, const std::vector<Sale>& sales);

std::optional<SaleId> saleOfPayment(Call& call, PaymentId payment);

/// Active sales with a balance, those due first; `limit` is at most and by default 200.
std::vector<commands::OpenSale> openSales(Call& call, const commands::OpenInput& filter);

/// Sales and payments recorded between two instants in a business unit, in the currency of the company.
commands::SessionTotalsOutput totalsBetween(Call& call, const commands::SessionTotalsInput& period);

/// A credit note: what its row holds. The rest is said by the sale.
struct CreditNoteRow : commands::CreditNoteOutput {
    std::vector<api::SaleCreditNoteLine> kept{}; ///< its lines; those of the answer are made of them
};
std::optional<CreditNoteRow> findCreditNote(Call& call, CreditNoteId id);

// What names a document; nothing when it is unknown.
std::optional<commands::NamedDocument> nameOfSale(Call& call, SaleId id);
std::optional<commands::NamedDocument> nameOfDelivery(Call& call, DeliveryId id);
std::optional<commands::NamedDocument> nameOfCreditNote(Call& call, CreditNoteId id);
std::optional<commands::NamedDocument> nameOfQuote(Call& call, QuoteId id);

} // namespace svc::sales
