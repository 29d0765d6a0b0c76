#include "document/events.hpp"
#include "sale/store/follow.hpp"

namespace svc::sales {
namespace {

/// The number of invoices per transaction; the rest is left to a job that follows at once.
constexpr std::int64_t AtOnce = 500;

} // namespace

void jobs::passOverdue(Call& call, const Json&) {
    // invoice.overdue is emitted once per invoice: without a listener, invoices are not marked.
    if (!calls::host::offersEventsListens(call) ||
        !calls::host::eventsListens(call, {.type = "invoice.overdue"}).listens) {
        return;
    }
    const std::vector<Sale> overdue = lockOverdue(call, call.today(), AtOnce);
    for (const Sale& sale : overdue) {
        emitInvoiceOverdue(call, sale);
    }
    markOverdue(call, overdue);
    if (overdue.size() == static_cast<std::size_t>(AtOnce)) {
        jobs::filePassOverdue(call, call.now(), Json::object(), overdue.back().id.toString());
    }
}

} // namespace svc::sales
