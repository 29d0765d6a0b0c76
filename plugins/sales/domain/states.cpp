#include "domain/states.hpp"

#include <algorithm>
#include <array>

namespace svc::sales {
namespace {

constexpr std::array<std::string_view, 8> PaymentMethods{
    "cash", "card", "bank_transfer", "mobile_money", "cheque", "direct_debit", "payment_link", "other"};
constexpr std::array<std::string_view, 5> PaymentOrigins{"sale", "payment_link", "mobile_money", "bank_match",
                                                         "online_order"};

template <std::size_t Count>
bool isAmong(const std::array<std::string_view, Count>& values, std::string_view value) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

} // namespace

bool isPaymentMethod(std::string_view method) {
    return isAmong(PaymentMethods, method);
}

bool isPaymentOrigin(std::string_view origin) {
    return isAmong(PaymentOrigins, origin);
}

std::string_view paymentStatusOf(const Sale& sale) {
    if (sale.status == "cancelled") {
        return "cancelled";
    }
    if (sale.total > 0 && sale.credited == sale.total) {
        return "refunded";
    }
    if (sale.balance() == 0) {
        return sale.credited > 0 ? "partially_refunded" : "paid";
    }
    return sale.held() > 0 ? "partially_paid" : "unpaid";
}

std::string_view deliveryStatusOf(const std::vector<SaleLine>& lines) {
    bool some = false;
    bool delivered = false;
    bool remains = false;
    for (const SaleLine& line : lines) {
        if (line.toDeliver()) {
            some = some || line.quantityCancelled < line.quantity;
            delivered = delivered || line.quantityDelivered.sign() > 0;
            remains = remains || line.remaining().sign() > 0;
        }
    }
    if (!some) {
        return "none";
    }
    if (!remains) {
        return "delivered";
    }
    return delivered ? "partially_delivered" : "pending";
}

std::string_view kindOf(bool hasPartner, std::int64_t balance) {
    return hasPartner || balance > 0 ? "invoice" : "ticket";
}

bool isOverdue(const Sale& sale, Date today) {
    return sale.status == "active" && sale.balance() > 0 && sale.dueDate && *sale.dueDate < today;
}

bool isCancellable(const Sale& sale) {
    const bool credited = sale.total > 0 && sale.credited == sale.total;
    return sale.status == "active" && sale.held() == 0 && !credited;
}

} // namespace svc::sales
