#pragma once

#include <svc/call.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Queues the row of a new sale and those of its lines.
void insertSale(Call& call, const Sale& sale);

/// Queues the row of a payment.
void insertPayment(Call& call, const Sale& sale, const Payment& payment);

/// Queues what a payment changes in the locked sale: paid, paidBase and paymentStatus as they are in `sale`.
void updatePaid(Call& call, const Sale& sale);

/// What PATCH may change. Sets the next version; the row is locked.
void updateEditable(Call& call, const Sale& sale);

/// Queues the cancellation of the locked sale.
void updateCancelled(Call& call, const Sale& sale);

/// A credit note that takes back what is left of the sale.
struct CreditNote {
    Uuid id;
    std::string number;
    std::string_view kind;
    Date date;
    std::int64_t total = 0;
    std::int64_t taxTotal = 0;
    std::int64_t totalBase = 0;
    std::optional<std::string> reason;
};
void insertCreditNote(Call& call, const Sale& sale, const CreditNote& note);

} // namespace svc::sales
