#pragma once

#include <string>
#include <unordered_map>

#include <svc/json.hpp>
#include <svc/json_writer.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// How a sale is shown.
struct SaleView {
    bool lines = true;
    bool payments = true;
    bool deliveries = true;                           ///< also refunds
    Date today;                                       ///< for `overdue`
    std::unordered_map<Uuid, std::string> publicUrls; ///< of sales whose public page has an address
};

/// The sale read back (API definitions 5.3).
void writeSale(JsonWriter& out, const Sale& sale, const SaleView& view);

/// One element of `payments`.
Json paymentJson(const Payment& payment);

/// The answer of POST …/payments: the payment, what is handed back, and the sale in short.
Json paymentAnswerJson(const Payment& payment, const Sale& sale);

/// One element of `refunds`; with `sale` in short it is the answer of POST …/refund.
Json refundJson(const Refund& refund);
Json refundAnswerJson(const Refund& refund, const Sale& sale);

/// One element of `deliveries`; with the state of the sale it is the answer of POST …/deliveries.
Json deliveryJson(const Delivery& delivery);
Json deliveryAnswerJson(const Delivery& delivery, const Sale& sale);

/// `{ "id", "name" }` or null.
Json partnerJson(const Sale& sale);

} // namespace svc::sales
