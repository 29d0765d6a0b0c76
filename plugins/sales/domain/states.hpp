#pragma once

#include <string_view>

#include "domain/sale.hpp"

namespace svc::sales {

/// `paymentStatus`: the first rule of API definitions 5.3 that holds.
std::string_view paymentStatusOf(const Sale& sale);

/// `deliveryStatus`, from the lines that are handed over.
std::string_view deliveryStatusOf(const std::vector<SaleLine>& lines);

/// Invoice when addressed to a partner or when a balance is left, else ticket. Fixed at creation.
std::string_view kindOf(bool hasPartner, std::int64_t balance);

/// May money come by this method, or from this origin? The enums of `SalePaymentMethod` and of the events
/// `payment.received` and `payment.failed`; bodies of routes are checked by the host, those of commands are
/// not.
bool isPaymentMethod(std::string_view method);
bool isPaymentOrigin(std::string_view origin);

/// A balance above zero and a due date that is past.
bool isOverdue(const Sale& sale, Date today);

/// May it be cancelled? Only an active sale of which no money is held and something is left to credit.
bool isCancellable(const Sale& sale);

} // namespace svc::sales
