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

} // namespace svc::sales
