#include "api/routes.hpp"
#include "store/entry_store.hpp"

namespace svc::timesheets {

void releaseHook(Call& call, const Json& event) {
    const bool cancelled = event["type"].text() == "sale.cancelled";
    if (!cancelled && !event["data"].optionalBool("full").value_or(false)) {
        return;
    }
    const auto sale = decodeId("sal", event["objectId"].text());
    if (!sale) {
        return;
    }
    for (const Uuid& id : releaseEntries(call, *sale)) {
        call.history(
            "time_entry", encodeId("tim", id), "time_entry.released",
            Json::array({Json::object({{"field", "saleId"}, {"from", event["objectId"]}, {"to", nullptr}})}));
    }
}

} // namespace svc::timesheets
