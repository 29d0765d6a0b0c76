// Queries of other modules about sales: names of documents by kind, open sales, the sales of a till session,
// the count for the plan.
#include "sale/store/days.hpp"
#include "sale/store/follow.hpp"

namespace svc::sales {

commands::OpenOutput commands::open(Call& call, const commands::OpenInput& input) {
    return {.sales = openSales(call, input)};
}

commands::SessionTotalsOutput commands::sessionTotals(Call& call, const commands::SessionTotalsInput& input) {
    return totalsBetween(call, input);
}

std::optional<commands::NamedDocument> commands::documentSale(Call& call,
                                                              const commands::DocumentSaleInput& input) {
    return nameOfSale(call, input.id);
}

std::optional<commands::NamedDocument>
commands::documentDelivery(Call& call, const commands::DocumentDeliveryInput& input) {
    return nameOfDelivery(call, input.id);
}

std::optional<commands::NamedDocument>
commands::documentCreditNote(Call& call, const commands::DocumentCreditNoteInput& input) {
    return nameOfCreditNote(call, input.id);
}

commands::PlanUseOutput commands::planUse(Call& call) {
    return {.sales_per_month = recordedInMonth(call, call.today())};
}

} // namespace svc::sales
