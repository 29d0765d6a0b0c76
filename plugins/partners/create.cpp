#include "writing.hpp"

namespace svc::partners {

Answer<201, api::Partner> createPartner(Request& request, const api::PartnerCreate& body) {
    const api::Partner partner = create(request, body);
    return Answer<201, api::Partner>(partner).etag(partner.version);
}

} // namespace svc::partners
