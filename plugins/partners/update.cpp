#include "store/partners.hpp"
#include "writing.hpp"

namespace svc::partners {

Answer<200, api::Partner> updatePartner(Request& request, const api::UpdatePartnerParameters& parameters,
                                        const api::PartnerUpdate& body) {
    // Formats are checked before the record (order of checks): a first pass on an empty partner, without the
    // fields that depend on the record or refer to another.
    api::PartnerUpdate formats = body;
    formats.vatNumber = {};
    formats.priceListId = {};
    api::Partner probe;
    apply(request, formats, probe);
    PartnerStore store(request);
    if (body.externalId.hasValue()) {
        store.claim({*body.externalId}, {});
    }
    const auto partner = store.findForUpdate(parameters.partnerId);
    if (!partner) {
        throw ApiError(404, "partner-not-found");
    }
    request.checkVersion(partner->version);
    const api::Partner changed = change(request, *partner, body);
    countNew(request, activeMore(*partner, changed));
    return Answer<200, api::Partner>(changed).etag(changed.version);
}

} // namespace svc::partners
