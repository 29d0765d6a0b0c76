#pragma once

#include "sale/rules/sale.hpp"
#include "sale/store/issuing_sale.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// Queues the row of a new sale, those of its lines, and the parties sealed with it. `likely`: the status
/// that the hooks of the sale will probably set.
void insertSale(Call& call, Sale& sale, const Parties& parties, api::SaleFiscalStatus likely);
/// Queues the fiscal status of a new sale if its row was written with another one.
void correctFiscalStatus(Call& call, const IssuingSale& issuing);

/// Queues the row of a payment.
void insertPayment(Call& call, const Payment& payment);

/// Queues the effect of a payment on the locked sale: paid, paidBase and paymentStatus as in `sale`.
void updatePaid(Call& call, const Sale& sale);

/// Queues the fiscal status of the locked sale. Sets the next version.
void updateFiscalStatus(Call& call, Sale& sale);

/// Queues the fields that PATCH may change. Sets the next version; the row must be locked.
void updateEditable(Call& call, const Sale& sale);

} // namespace svc::sales
