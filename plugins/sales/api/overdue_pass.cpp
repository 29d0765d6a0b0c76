#include "api/events.hpp"
#include "api/routes.hpp"
#include "store/follow_store.hpp"

namespace svc::sales {
namespace {

/// As many as one transaction takes; more are left to a job that follows at once.
constexpr std::int64_t AtOnce = 500;

/// Is anybody there to hear of it: a webhook, or a connector of an integration?
bool somebodyListens(Call& call, std::string_view type) {
    for (const std::string_view command : {"events.listens", "integrations.listens"}) {
        if (call.offers(command) &&
            call.command(command, Json::object({{"type", type}})).optionalBool("listens").value_or(false)) {
            return true;
        }
    }
    return false;
}

} // namespace

void passOverdueJob(Call& call, const Json&) {
    if (!somebodyListens(call, "invoice.overdue")) {
        return;
    }
    const std::vector<Sale> overdue = lockOverdue(call, call.today(), AtOnce);
    for (const Sale& sale : overdue) {
        emitInvoiceOverdue(call, sale);
    }
    markOverdue(call, overdue);
    if (overdue.size() == static_cast<std::size_t>(AtOnce)) {
        call.fileJob("pass-overdue", call.now(), Json::object(), encodeId("sal", overdue.back().id));
    }
}

} // namespace svc::sales
