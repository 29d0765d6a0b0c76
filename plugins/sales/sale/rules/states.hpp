#pragma once

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// `paymentStatus`: the first rule of API definitions 5.3 that holds.
api::SalePaymentStatus paymentStatusOf(const Sale& sale);

/// `deliveryStatus`, computed from the lines to deliver.
api::SaleDeliveryStatus deliveryStatusOf(const std::vector<SaleLine>& lines);

/// Invoice when addressed to a partner or when a balance is left, else ticket. Fixed at creation.
api::SaleKind kindOf(bool hasPartner, std::int64_t balance);

/// Is the balance positive and the due date past?
bool isOverdue(const Sale& sale, Date today);

/// May it be cancelled? Only an active sale without money held and with something left to credit.
bool isCancellable(const Sale& sale);

} // namespace svc::sales
