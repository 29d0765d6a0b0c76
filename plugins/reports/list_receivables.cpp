#include "debts.hpp"

namespace svc::reports {

Answer<200, std::vector<api::ReportReceivable>>
listReceivables(Request& request, const api::ListReceivablesParameters& parameters) {
    const Date at = dayOf(request, parameters.at).value_or(request.today());
    checkPartner(request, parameters.partnerId);
    return pageOf<api::ReportReceivable>(request, parameters.page,
                                         openSales(request, at, parameters.partnerId), at);
}

} // namespace svc::reports
