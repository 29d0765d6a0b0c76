#include <svc/changes.hpp>

#include "store.hpp"

namespace svc::timesheets {

/// When a sale is cancelled or fully refunded, its entries become unbilled.
void hooks::release(Call& call, const Event& event) {
    const bool cancelled = event.type() == "sale.cancelled";
    if (!cancelled && !event.data().optionalBool("full").value_or(false)) {
        return;
    }
    const auto sale = SaleId::parse(event.objectId());
    if (!sale) {
        return;
    }
    for (const TimeEntryId& id : releaseEntries(call, *sale)) {
        call.history("time_entry", id.toString(), "time_entry.released", changeOf("saleId", *sale, nullptr));
    }
}

} // namespace svc::timesheets
