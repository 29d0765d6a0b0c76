#include "store.hpp"

namespace svc::stays {

Answer<200, std::vector<Stay>> listStays(Request& request, const api::ListStaysParameters& parameters) {
    const StayPage page = findStays(request, parameters);
    return Answer<200, std::vector<Stay>>(page.stays).total(page.count);
}

} // namespace svc::stays
