#include "sale/rules/states.hpp"

namespace svc::sales {

api::SalePaymentStatus paymentStatusOf(const Sale& sale) {
    using enum api::SalePaymentStatus;
    if (sale.status == api::SaleStatus::Cancelled) {
        return Cancelled;
    }
    if (sale.total > 0 && sale.credited == sale.total) {
        return Refunded;
    }
    if (sale.balance() == 0) {
        return sale.credited > 0 ? PartiallyRefunded : Paid;
    }
    return sale.held() > 0 ? PartiallyPaid : Unpaid;
}

api::SaleDeliveryStatus deliveryStatusOf(const std::vector<SaleLine>& lines) {
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
        return api::SaleDeliveryStatus::None;
    }
    if (!remains) {
        return api::SaleDeliveryStatus::Delivered;
    }
    return delivered ? api::SaleDeliveryStatus::PartiallyDelivered : api::SaleDeliveryStatus::Pending;
}

api::SaleKind kindOf(bool hasPartner, std::int64_t balance) {
    return hasPartner || balance > 0 ? api::SaleKind::Invoice : api::SaleKind::Ticket;
}

bool isOverdue(const Sale& sale, Date today) {
    return sale.status == api::SaleStatus::Active && sale.balance() > 0 && sale.dueDate &&
           *sale.dueDate < today;
}

bool isCancellable(const Sale& sale) {
    const bool credited = sale.total > 0 && sale.credited == sale.total;
    return sale.status == api::SaleStatus::Active && sale.held() == 0 && !credited;
}

} // namespace svc::sales
