#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// One reminder more of the locked sale; gives their number.
std::int64_t countReminder(Call& call, const Uuid& sale);

/// Locks at most `limit` invoices that are overdue today and whose event was not made yet, oldest first;
/// those that somebody else holds are left for the next time.
std::vector<Sale> lockOverdue(Call& call, Date today, std::int64_t limit);
/// Queues that their event was made.
void markOverdue(Call& call, const std::vector<Sale>& sales);

std::optional<Uuid> saleOfPayment(Call& call, const Uuid& payment);

struct OpenFilter {
    std::optional<Uuid> partner;
    std::optional<std::string> currency;
    std::optional<std::vector<std::string>> numbers; ///< of documents, payment references or external ids
};
/// Active sales with a balance, those due first.
std::vector<Sale> openSales(Call& call, const OpenFilter& filter, std::int64_t limit);

/// Sales and payments recorded between two instants in a business unit, in the currency of the company.
struct PeriodTotals {
    std::int64_t count = 0;
    std::int64_t total = 0;
    std::vector<std::pair<std::string, std::int64_t>> byMethod;
};
PeriodTotals totalsBetween(Call& call, const Uuid& businessUnit, Instant from, Instant to);

/// A credit note and the sale that it takes back.
struct CreditNoteRecord {
    Uuid id;
    Uuid saleId;
    std::string number;
    std::string kind;
    Date date;
    Currency currency;
    std::int64_t total = 0;
    std::int64_t taxTotal = 0;
    std::int64_t totalBase = 0;
    Json taxes;
    Json lines;
    std::optional<std::string> reason;
    Instant createdAt;
};
std::optional<CreditNoteRecord> findCreditNote(Call& call, const Uuid& id);

struct DeliveryRecord {
    std::string number;
    Date date;
    std::optional<Uuid> partnerId;
    std::string partnerName;
};
std::optional<DeliveryRecord> findDelivery(Call& call, const Uuid& id);

} // namespace svc::sales
