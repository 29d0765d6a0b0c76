#pragma once

#include <svc/http.hpp>

namespace svc::partners {

Response listPartners(Request& request);
Response createPartner(Request& request);
Response getPartner(Request& request);
Response updatePartner(Request& request);

} // namespace svc::partners
