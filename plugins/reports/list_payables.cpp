#include "debts.hpp"

namespace svc::reports {

Answer<200, std::vector<api::ReportPayable>> listPayables(Request& request,
                                                          const api::ListPayablesParameters& parameters) {
    const Date at = dayOf(request, parameters.at).value_or(request.today());
    checkPartner(request, parameters.partnerId);
    return pageOf<api::ReportPayable>(request, parameters.page,
                                      openPurchases(request, at, parameters.partnerId), at);
}

} // namespace svc::reports
