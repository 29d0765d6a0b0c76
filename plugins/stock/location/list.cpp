#include "location/store.hpp"

namespace svc::stock {

Answer<200, std::vector<api::Location>> listLocations(Request& request,
                                                      const api::ListLocationsParameters& parameters) {
    const LocationPage page = findLocations(request, parameters);
    return Answer<200, std::vector<api::Location>>(page.locations).total(page.total);
}

} // namespace svc::stock
