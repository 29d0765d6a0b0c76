#pragma once

#include <string_view>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// `unpaid`, `partially_paid` or `paid`. An order worth nothing is paid from the start.
std::string_view paymentStatusOf(const Purchase& purchase);

/// `pending`, `partially_received` or `received`, from the lines.
std::string_view receiptStatusOf(const std::vector<PurchaseLine>& lines);

/// A balance above zero and a due date that is past.
bool isOverdue(const Purchase& purchase, Date today);

/// May it be cancelled? Only an order of which nothing has come and nothing is paid.
bool isCancellable(const Purchase& purchase);

} // namespace svc::purchases
