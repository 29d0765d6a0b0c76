#include "store.hpp"

namespace svc::stays {

Answer<200, std::vector<Stay>> listStays(Request& request, const api::ListStaysParameters& parameters) {
    const StayPage page = findStays(request,
                                    {.from = dayOf(request, parameters.from),
                                     .to = dayOf(request, parameters.to),
                                     .statuses = textsOf(parameters.status),
                                     .partners = parameters.partnerId,
                                     .unit = parameters.unit},
                                    parameters.page);
    return Answer<200, std::vector<Stay>>(page.stays).total(page.count);
}

} // namespace svc::stays
