#include <svc/text.hpp>

#include "api/writing.hpp"
#include "domain/vat_number.hpp"
#include "store/partner_store.hpp"

namespace svc::partners {
namespace {

constexpr std::string_view NotFound = "partner-not-found";

/// A filter of blanks alone filters nothing.
std::optional<std::string> filterOf(const std::optional<std::string>& parameter) {
    const std::string_view text = parameter ? trim(*parameter) : std::string_view{};
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

} // namespace

Answer<200, std::vector<api::Partner>> listPartners(Request& request,
                                                    const api::ListPartnersParameters& parameters) {
    const auto number = filterOf(parameters.vatNumber);
    const PartnerPage page = PartnerStore(request).list(
        {.archived = parameters.archived,
         .kind = parameters.kind,
         .text = filterOf(parameters.q),
         .externalId = filterOf(parameters.externalId),
         .vatNumber = number ? std::optional(normalisedVatNumber(*number)) : number,
         .tag = filterOf(parameters.tag),
         .created = request.instantRange(),
         .sort = parameters.sort,
         .page = parameters.page});
    return Answer<200, std::vector<api::Partner>>(page.rows).total(page.count);
}

Answer<201, api::Partner> createPartner(Request& request, const api::PartnerCreate& body) {
    const api::Partner partner = create(request, body);
    return Answer<201, api::Partner>(partner).etag(partner.version);
}

Answer<200, api::Partner> getPartner(Request& request, const api::GetPartnerParameters& parameters) {
    const auto partner = PartnerStore(request).find(parameters.partnerId);
    if (!partner) {
        throw ApiError(404, NotFound);
    }
    return Answer<200, api::Partner>(*partner).etag(partner->version);
}

Answer<200, api::Partner> updatePartner(Request& request, const api::UpdatePartnerParameters& parameters,
                                        const api::PartnerUpdate& body) {
    // Formats come before the record (order of checks): a first pass on an empty partner, without what
    // depends on the record or names another.
    api::PartnerUpdate formats = body;
    formats.vatNumber = {};
    formats.priceListId = {};
    api::Partner probe;
    apply(request, formats, probe);
    auto partner = PartnerStore(request).findForUpdate(parameters.partnerId);
    if (!partner) {
        throw ApiError(404, NotFound);
    }
    request.checkVersion(partner->version);
    const api::Partner changed = change(request, *std::move(partner), body);
    return Answer<200, api::Partner>(changed).etag(changed.version);
}

} // namespace svc::partners
