#include "sale/rules/refund_plan.hpp"

#include <algorithm>
#include <map>

#include "sale/rules/credit.hpp"

namespace svc::sales {

RefundPlan refundRest(const Sale& sale, bool creditOnly) {
    const std::int64_t rest = creditable(sale);
    if (rest <= 0) {
        // Everything is credited already, or the total was zero.
        return {sale.credited > 0 ? RefundFault::AboveRefundable : RefundFault::NoAmount};
    }
    if (creditOnly && sale.held() > 0) {
        return {RefundFault::AboveRefundable};
    }
    return {RefundFault::None, rest, sale.held()};
}

RefundPlan refundAmount(const Sale& sale, std::int64_t amount, bool creditOnly) {
    if (amount <= 0) {
        return {RefundFault::NoAmount};
    }
    const bool credit = creditOnly || sale.held() == 0;
    if (amount > (credit ? sale.balance() : sale.held())) {
        return {RefundFault::AboveRefundable};
    }
    return {RefundFault::None, amount, credit ? 0 : amount};
}

std::int64_t heldFrom(const Sale& sale, Date day) {
    std::map<Date, std::int64_t> changes{{day, 0}};
    for (const Payment& payment : sale.payments) {
        changes[payment.date] += payment.status == api::SalePaymentState::Received ? payment.amount : 0;
    }
    for (const Refund& refund : sale.refunds) {
        changes[refund.date] -= refund.moneyReturned;
    }
    std::int64_t held = 0;
    std::int64_t least = sale.paid;
    for (const auto& [date, change] : changes) {
        held += change;
        least = date < day ? least : std::min(least, held);
    }
    return least;
}

std::int64_t moneyBase(const Sale& sale, const RefundPlan& plan, std::int64_t creditBase) {
    if (plan.money == 0) {
        return 0;
    }
    const std::int64_t heldBase = sale.paidBase - sale.refundedBase;
    if (plan.money == sale.held()) {
        return heldBase;
    }
    return sale.balance() == 0 ? creditBase : std::min(creditBase, heldBase);
}

} // namespace svc::sales
