#pragma once

#include "sale/rules/sale.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// Queues the row of a new sale, those of its lines, and the parties that are sealed with it.
void insertSale(Call& call, Sale& sale, const Parties& parties);

/// Queues the row of a payment.
void insertPayment(Call& call, const Payment& payment);

/// Queues what a payment changes in the locked sale: paid, paidBase and paymentStatus as they are in `sale`.
void updatePaid(Call& call, const Sale& sale);

/// Queues what the authority says of the locked sale. Sets the next version.
void updateFiscalStatus(Call& call, Sale& sale);

/// What PATCH may change. Sets the next version; the row is locked.
void updateEditable(Call& call, const Sale& sale);

} // namespace svc::sales
