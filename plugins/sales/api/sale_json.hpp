#pragma once

#include <string>

#include <svc/json.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// How a sale is shown.
struct SaleView {
    bool lines = true;
    bool payments = true;
    bool deliveries = true; ///< also refunds
    Date today;             ///< for `overdue`
    std::string publicUrl;  ///< base address, empty when none is configured
};

/// The sale read back (API definitions 5.3).
Json saleJson(const Sale& sale, const SaleView& view);

/// One element of `payments`.
Json paymentJson(const Payment& payment);

/// The answer of POST …/payments: the payment, what is handed back, and the sale in short.
Json paymentAnswerJson(const Payment& payment, const Sale& sale);

/// `{ "id", "name" }` or null.
Json partnerJson(const Sale& sale);

} // namespace svc::sales
