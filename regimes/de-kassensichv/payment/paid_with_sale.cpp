#include "payment/paid_with_sale.hpp"

#include <memory>
#include <set>
#include <string>

namespace svc::de_kassensichv {
namespace {

using Payments = std::set<std::string, std::less<>>;

Payments& paymentsOf(Call& call) {
    thread_local OncePerTransaction<std::shared_ptr<Payments>> payments;
    return *payments.get(call, [] { return std::make_shared<Payments>(); });
}

} // namespace

void notePaidWithSale(Call& call, std::string_view payment) {
    paymentsOf(call).emplace(payment);
}

bool wasPaidWithSale(Call& call, std::string_view payment) {
    return paymentsOf(call).contains(payment);
}

} // namespace svc::de_kassensichv
